// The candidates of a list, folded below it.

import { h, hiddenText } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { lazy } from "../../../lib/lazy.js";
import { likeness } from "../../../lib/likeness.js";
import { about, nameWords } from "../candidate.js";

/** The candidates of a list in their order, made when they are unfolded. `control` makes what a voter can do about one.
 *  @type {(list: Api.Candidate, candidates: Api.Candidate[], signal: AbortSignal,
 *   control?: (candidate: Api.Candidate) => Child) => HTMLDetailsElement} */
export const listPeople = (list, candidates, signal, control = () => null) =>
  lazy({ class: "about list-fold" },
    [t("voter.card.candidates", { n: candidates.length }), hiddenText(`: ${list.name}`)],
    () => h("ol", { class: "list-people" }, candidates.map((candidate) => h("li", { class: "candidate list-person" },
      (candidate.photo || candidate.solid) && likeness(candidate, signal),
      h("div", { class: "candidate-words" }, h("p", {}, nameWords(candidate))),
      control(candidate),
      candidate.description && h("div", { class: "list-about" },
        about(candidate.name, candidate.description, `about-${candidate.id}`))))));
