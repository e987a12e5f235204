// One candidate, the same in every view.

import { h, uniqueId } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { portrait } from "../../lib/portrait.js";

const LONG = 240; // characters; a longer description is folded, so that candidates have equal room

/**
 * The portrait, name, affiliation and description of a candidate. With `radio` the whole card
 * chooses the candidate.
 * @type {(candidate: Api.Candidate, signal: AbortSignal, options?: { radio?: { name: string,
 *   value: string, checked: boolean } }) => HTMLElement}
 */
export function candidateCard(candidate, signal, { radio } = {}) {
  const { name, affiliation, description } = candidate;
  const id = uniqueId("candidate");
  const words = [
    h("span", { class: "candidate-name" }, name),
    affiliation && h("span", { class: "candidate-affiliation" }, affiliation),
  ];
  return h("div", { class: radio ? "candidate candidate-choice" : "candidate" },
    radio && h("input", { type: "radio", id, ...radio, "aria-describedby": description && `${id}-about` }),
    portrait(candidate, signal),
    h("div", { class: "candidate-words" },
      radio ? h("label", { for: id }, words) : h("p", {}, words),
      description && about(name, description, `${id}-about`)));
}

/** @type {(name: string, description: string, id: string) => HTMLElement} */
function about(name, description, id) {
  const text = h("p", { id, class: "prose" }, description);
  if (description.length <= LONG) return text;
  return h("details", { class: "about" }, h("summary", {}, t("voter.candidate.about", { name })), text);
}
