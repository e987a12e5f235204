// One candidate, the same in every view.

import { h, uniqueId } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { likeness } from "../../lib/likeness.js";

const LONG = 240; // characters; a longer description is folded, so that candidates have equal room

/**
 * The portrait, name, affiliation and description of a candidate. With `input` the whole card
 * chooses the candidate. `among` is as of likeness.
 * @type {(candidate: Api.Candidate, signal: AbortSignal, options?: { input?: { type: "radio" |
 *   "checkbox", name: string, value: string, checked: boolean }, among?: Api.Candidate[] }) => HTMLElement}
 */
export function candidateCard(candidate, signal, { input, among } = {}) {
  const { name, affiliation, description } = candidate;
  const id = uniqueId("candidate");
  const words = nameWords({ name, affiliation });
  return h("div", { class: input ? "candidate candidate-choice" : "candidate" },
    input && h("input", { id, ...input, "aria-describedby": description && `${id}-about` }),
    likeness(candidate, signal, among),
    h("div", { class: "candidate-words" },
      input ? h("label", { for: id }, words) : h("p", {}, words),
      description && about(name, description, `${id}-about`)));
}

/** Name and affiliation, for a label, a button or a paragraph.
 *  @type {(candidate: { name: string, affiliation?: string }) => Child} */
export function nameWords({ name, affiliation }) {
  return [
    h("span", { class: "candidate-name" }, name),
    affiliation && h("span", { class: "candidate-affiliation" }, affiliation),
  ];
}

/** The description of a candidate, folded if it is long.
 *  @type {(name: string, description: string, id: string) => HTMLElement} */
export function about(name, description, id) {
  const text = h("p", { id, class: "prose" }, description);
  if (description.length <= LONG) return text;
  return h("details", { class: "about" }, h("summary", {}, t("voter.candidate.about", { name })), text);
}
