// Yes, no or abstain for each candidate.

import { h, uniqueId } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { likeness } from "../../../lib/likeness.js";
import { answer, clear } from "../../../lib/paper.js";
import { about, nameWords } from "../candidate.js";
import { clearButton } from "./clear.js";
import { ANSWERS, standingWords } from "./words.js";

/** @type {Control} */
export function confirmControl({ question, paper, signal, changed }) {
  /** @type {HTMLInputElement[]} */
  const radios = [];
  const show = () => { again.hidden = question.candidates.every(({ id }) => !paper.marks.get(id)); };
  const again = clearButton(question, () => {
    clear(paper, question);
    for (const radio of radios) radio.checked = false;
    show();
    changed(standingWords(paper, question));
    radios[0].focus();
  });
  const rows = question.candidates.map((candidate) => {
    const { id, name, description } = candidate;
    const key = uniqueId("confirm");
    /** @type {(event: Event) => void} */
    const onChange = ({ target }) => {
      answer(paper, id, Number(/** @type {HTMLInputElement} */ (target).value));
      show();
      changed();
    };
    const choices = ANSWERS.map((words, i) => {
      const value = i + 1;
      const radio = h("input", { type: "radio", id: `${key}-${value}`, name: key, value,
        checked: paper.marks.get(id) === value });
      radios.push(radio);
      return h("div", { class: "choice" }, radio, h("label", { for: radio.id }, t(`shell.option.${words}`)));
    });
    return h("div", { class: "candidate confirm-row" },
      likeness(candidate, signal, question),
      h("div", { class: "candidate-words" }, h("p", { id: key }, nameWords(candidate, question.quotas)),
        description && about(name, description, `${key}-about`)),
      h("div", { class: "confirm", role: "radiogroup", "aria-labelledby": key,
        "aria-describedby": description && `${key}-about`, on: { change: onChange } }, choices));
  });
  show();
  return h("div", {}, h("div", { class: "cards" }, rows), again);
}
