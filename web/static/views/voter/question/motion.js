// A motion: yes, no or abstain.

import { h, uniqueId } from "../../../lib/dom.js";
import { optionName } from "../../../lib/option.js";
import { choose } from "../../../lib/paper.js";

/** @type {Control} */
export function motionControl({ question, paper, changed }) {
  const name = uniqueId("question");
  /** @type {(event: Event) => void} */
  const onChange = ({ target }) => {
    choose(paper, question, /** @type {HTMLInputElement} */ (target).value);
    changed();
  };
  return h("div", { class: "choices motion", on: { change: onChange } },
    question.candidates.map((candidate) => {
      const id = uniqueId("choice");
      return h("div", { class: "choice" },
        h("input", { type: "radio", id, name, value: candidate.id, checked: Boolean(paper.marks.get(candidate.id)) }),
        h("label", { for: id }, optionName(question, candidate)));
    }));
}
