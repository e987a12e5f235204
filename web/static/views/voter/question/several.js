// Several candidates: boxes to tick, up to the number that the question allows.

import { h, uniqueId } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { isFull, mark, most } from "../../../lib/paper.js";
import { candidateCard } from "../candidate.js";
import { standingWords } from "./words.js";

/** @type {Control} */
export function severalControl({ question, paper, signal, changed, refuse }) {
  const name = uniqueId("question");
  /** @type {(event: Event) => void} */
  const onChange = ({ target }) => {
    const box = /** @type {HTMLInputElement} */ (target);
    if (box.checked && isFull(paper, question)) {
      box.checked = false;
      refuse(t("voter.full.chosen", { n: most(question) }), box);
      return;
    }
    mark(paper, box.value, box.checked);
    changed(standingWords(paper, question));
  };
  return h("div", { class: "cards", on: { change: onChange } },
    question.candidates.map((candidate) => candidateCard(candidate, signal, {
      question,
      input: { type: "checkbox", name, value: candidate.id, checked: Boolean(paper.marks.get(candidate.id)) },
    })));
}
