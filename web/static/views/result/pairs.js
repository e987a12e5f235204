// Pairs of options as a table: how many papers put one above the other.
//
// keys: outcome.paths.*

import { h, hiddenText } from "../../lib/dom.js";
import { number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { mark, voteBars } from "./bars.js";
import { nameOf } from "./words.js";

/** @import { Face, Heading } from "./view.js" */
/** @import { Asked } from "./words.js" */

/** The pairs of a count, with the paths or the runoff that it has.
 *  @type {(question: Asked, outcome: Api.Outcome, heading: Heading, face: Face) => Child} */
export function pairsView(question, outcome, heading, face) {
  const { finalists, prefers, paths } = outcome;
  return [
    traitsOf(question.method).by === "stars" && voteBars(question, outcome, face),
    finalists.length === 2 && h("p", {}, runoffWords(question, finalists, prefers)),
    h(heading, {}, t("outcome.pairs")),
    h("p", { class: "hint" }, t("outcome.pairs.hint")),
    prefersTable(question, outcome),
    paths.length > 0 && h("details", { class: "about" }, h("summary", {}, pathsName(question)),
      h("p", { class: "hint" }, t(/** @type {MessageKey} */ (`outcome.paths.${question.method}.hint`))),
      pathsTable(question, outcome)),
  ];
}

/** How many papers put one of the two finalists of STAR above the other.
 *  @type {(question: Asked, finalists: number[], prefers: number[][]) => string} */
export function runoffWords(question, [first, second], prefers) {
  /** @type {(above: number, below: number) => string} */
  const ballots = (above, below) => t("outcome.runoff.ballots", { n: prefers[above - 1][below - 1] });
  return t("outcome.runoff", {
    first: nameOf(question, first), second: nameOf(question, second), a: ballots(first, second),
    b: ballots(second, first),
  });
}

/** How many papers put the option of a row above that of a column.
 *  @type {(question: Asked, outcome: Api.Outcome) => HTMLElement} */
export const prefersTable = (question, outcome) => matrix(question, outcome, outcome.prefers, t("outcome.pairs"));

/** What the method calls the strengths by which it compares two options.
 *  @type {(question: Asked) => string} */
export const pathsName = ({ method }) => t(/** @type {MessageKey} */ (`outcome.paths.${method}`));

/** With which strength the method puts the option of a row above that of a column.
 *  @type {(question: Asked, outcome: Api.Outcome) => HTMLElement} */
export const pathsTable = (question, outcome) => matrix(question, outcome, outcome.paths, pathsName(question));

// Columns have the numbers of the rows, so that long names fit on a small screen.
/** @type {(question: Asked, outcome: Api.Outcome, rows: number[][], name: string) => HTMLElement} */
function matrix(question, outcome, rows, name) {
  return h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": `${name}: ${question.title}` },
    h("table", { class: "table table-figures" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("outcome.stage.option")), rows.map((_, i) =>
        h("th", { scope: "col" }, i + 1, hiddenText(` ${nameOf(question, i + 1)}`))))),
      h("tbody", {}, rows.map((row, a) => h("tr", {},
        h("th", { scope: "row" }, `${a + 1} ${nameOf(question, a + 1)} `, mark(outcome, a + 1)),
        row.map((n, b) => h("td", {}, a === b ? "–"
          : n > rows[b][a] ? h("strong", {}, number(n, 4)) : number(n, 4))))))));
}
