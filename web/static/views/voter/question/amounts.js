// Several marks for a candidate, up to a number for each and a number in all.

import { h } from "../../../lib/dom.js";
import { clear, given } from "../../../lib/paper.js";
import { clearButton } from "./clear.js";
import { marksRow, stepsOf } from "./marks.js";
import { standingWords } from "./words.js";

/** @type {Control} */
export function amountsControl(frame) {
  const { question, paper, signal, changed } = frame;
  const show = () => {
    for (const row of rows) row.show();
    again.hidden = given(paper, question) === 0;
  };
  const rows = question.candidates.map((candidate) =>
    marksRow(candidate, signal, stepsOf(frame, candidate, show), question));
  const again = clearButton(question, () => {
    clear(paper, question);
    show();
    changed(standingWords(paper, question));
    rows[0].node.querySelector("button")?.focus();
  });
  show();
  return h("div", {}, h("div", { class: "cards" }, rows.map(({ node }) => node)), again);
}
