// The figures of a question online and on printed papers, and both together.

import { h } from "../../lib/dom.js";
import { number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { nameOf } from "./words.js";

/** @import { Asked, Figures } from "./words.js" */

/** The table; nothing where no papers were printed.
 *  @type {(question: Asked, outcome: Figures) => Child} */
export function columnsTable(question, outcome) {
  const { paper, papers, blank, votes } = outcome;
  if (!paper) return null;
  /** @type {(name: string, all: number, printed: number) => HTMLElement} */
  const line = (name, all, printed) => h("tr", {}, h("th", { scope: "row" }, name),
    [all - printed, printed, all].map((n) => h("td", {}, number(n))));
  return h("table", { class: "table table-figures" },
    h("thead", {}, h("tr", {}, [t("outcome.paper.title"), t("outcome.paper.online"), t("outcome.paper.printed"),
      t("outcome.paper.both")].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {},
      paper.votes.map((n, i) => line(nameOf(question, i + 1), votes[i], n)),
      line(t("outcome.paper.valid"), papers, paper.papers),
      line(t("outcome.paper.blank"), blank, paper.blank)));
}
