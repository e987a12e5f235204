// Votes as bars, with a line where votes are enough. The words beside say the same, so the bars are
// hidden from screen readers.
//
// keys: outcome.elected outcome.round outcome.tied outcome.finalist

import { h } from "../../lib/dom.js";
import { percent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { endOf, hasWon, orderOf } from "./figures.js";
import { answersOf, nameOf } from "./words.js";

/** @import { Face } from "./view.js" */
/** @import { Asked } from "./words.js" */

/** A bar with parts one after the other, each a share from 0 to 1 and a class, and perhaps a line.
 *  @type {(parts: [share: number, style: string][], line?: number) => HTMLElement} */
export function partedBar(parts, line) {
  const fills = parts.map(([share, style]) => {
    const fill = h("span", { class: `bar-part ${style}` });
    fill.style.width = `${share * 100}%`;
    return fill;
  });
  const mark = line !== undefined && h("span", { class: "bar-line" });
  if (mark) mark.style.insetInlineStart = `${line * 100}%`;
  return h("span", { class: "bar-lined", "aria-hidden": "true" }, h("span", { class: "bar" }, fills), mark);
}

/** The options of a question with their votes or stars, most first; those of a motion in its order.
 *  @type {(question: Asked, outcome: Api.Outcome, face: Face) => HTMLElement} */
export function voteBars(question, outcome, face) {
  const { method, threshold } = question;
  const { votes, needed } = outcome;
  const { by, answers, marks } = traitsOf(method);
  const starred = by === "stars";
  const each = by === "yes_no";
  const open = starred || marks === "amounts"; // a ballot may give an option more than one
  const full = open ? Math.max(...votes, 1) : Math.max(outcome.papers, needed, 1);
  return h("ol", { class: "standings" }, orderOf(question, votes).map((option, place) => {
    const n = votes[option - 1];
    const won = hasWon(outcome, option);
    const line = threshold && needed > 0 && (!answers || option === 1) ? needed / full : undefined;
    const { yes, no, abstain } = answersOf(outcome, option);
    const portrait = !answers && face(question.options[option - 1]);
    const style = won ? "standing standing-winner" : "standing";
    return h("li", { class: style }, portrait, h("div", { class: "standing-words" },
      h("p", { class: "standing-head" }, h("span", { class: "candidate-name" }, nameOf(question, option)),
        mark(outcome, option)),
      aboutOption(question, option).map((words) => h("p", { class: "candidate-affiliation" }, words)),
      partedBar([[n / full, won ? "bar-fill-winner" : ""], ...(each ? [againstPart(no / full)] : [])], line),
      h("p", { class: "standing-votes" },
        h("strong", {}, each ? t("outcome.answers", { yes, no, abstain })
          : t(starred ? "outcome.stars" : "outcome.votes", { n })),
        !open && !each && outcome.papers > 0 && ` · ${percent(n / outcome.papers)}`,
        outcome.byPeople && ` · ${t("outcome.byPeople.count", { n: outcome.byPeople.votes[option - 1] })}`,
        line !== undefined && place === 0 && ` · ${t("outcome.needed", { n: needed })}`)));
  }));
}

/** The part of a bar for the votes against.
 *  @type {(share: number) => [share: number, style: string]} */
export const againstPart = (share) => [share, "bar-gone"];

/** The affiliation of an option, and its kind where kinds have seats.
 *  @type {(question: Asked, option: number) => string[]} */
export function aboutOption({ options, quotas }, option) {
  const { affiliation, kind } = options[option - 1];
  return [affiliation ?? "", (quotas && kind) ?? ""].filter(Boolean);
}

/** How an option ended, as a badge.
 *  @type {(outcome: Api.Outcome, option: number) => Child} */
export function mark(outcome, option) {
  const end = endOf(outcome, option);
  return end && h("span", { class: `badge badge-${end === "elected" ? "open" : "quiet"}` }, t(`outcome.${end}`));
}
