// One candidate of several: radio buttons, and one more to leave the question blank.

import { h, uniqueId } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { choose, leaveBlank } from "../../../lib/paper.js";
import { candidateCard } from "../candidate.js";

/** @type {Control} */
export function oneControl({ question, paper, signal, changed }) {
  const name = uniqueId("question");
  /** @type {(event: Event) => void} */
  const onChange = ({ target }) => {
    const { value } = /** @type {HTMLInputElement} */ (target);
    if (value) choose(paper, question, value);
    else leaveBlank(paper, question);
    changed();
  };
  const cards = question.candidates.map((candidate) => candidateCard(candidate, signal, {
    question,
    input: { type: "radio", name, value: candidate.id, checked: Boolean(paper.marks.get(candidate.id)) },
  }));
  return h("div", { class: "cards", on: { change: onChange } },
    cards, question.min === 0 && blankCard(name, paper.blank.has(question.id)));
}

/** The radio button that leaves a question blank.
 *  @type {(name: string, checked: boolean) => HTMLElement} */
export function blankCard(name, checked) {
  const id = uniqueId("blank");
  return h("div", { class: "candidate candidate-choice candidate-blank" },
    h("input", { type: "radio", id, name, value: "", checked }),
    h("div", { class: "candidate-words" }, h("label", { for: id }, t("voter.question.blank"))));
}
