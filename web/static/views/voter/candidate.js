// One candidate, the same in every view.

import { h, uniqueId } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { likeness } from "../../lib/likeness.js";

const LONG = 240; // characters; a longer description is folded, so that candidates have equal room

/**
 * The portrait, name, affiliation and description of a candidate. With `input` the whole card
 * chooses the candidate. `question` and `together` are as of likeness. The kind is shown where there are quotas.
 * @type {(candidate: Api.Candidate, signal: AbortSignal, options?: { input?: { type: "radio" |
 *   "checkbox", name: string, value: string, checked: boolean },
 *   question?: Api.Question, together?: boolean }) => HTMLElement}
 */
export function candidateCard(candidate, signal, { input, question, together } = {}) {
  const { name, description } = candidate;
  const id = uniqueId("candidate");
  const words = nameWords(candidate, question?.quotas);
  return h("div", { class: input ? "candidate candidate-choice" : "candidate" },
    input && h("input", { id, ...input, "aria-describedby": description && `${id}-about` }),
    likeness(candidate, signal, question, together),
    h("div", { class: "candidate-words" },
      input ? h("label", { for: id }, words) : h("p", {}, words),
      description && about(name, description, `${id}-about`)));
}

/** Name and affiliation, and the kind where there are quotas, for a label, a button or a paragraph.
 *  @type {(candidate: { name: string, affiliation?: string, kind?: string }, quotas?: Api.Quota[]) => Child} */
export function nameWords({ name, affiliation, kind }, quotas) {
  return [
    h("span", { class: "candidate-name" }, name),
    affiliation && h("span", { class: "candidate-affiliation" }, affiliation),
    quotas && kind && h("span", { class: "candidate-affiliation" }, kind),
  ];
}

/** The description of a candidate, folded if it is long.
 *  @type {(name: string, description: string, id: string) => HTMLElement} */
export function about(name, description, id) {
  const text = h("p", { id, class: "prose" }, description);
  if (description.length <= LONG) return text;
  return h("details", { class: "about" }, h("summary", {}, t("voter.candidate.about", { name })), text);
}
