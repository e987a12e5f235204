// The button that takes back all that is marked in a question.

import { h, hiddenText } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";

/** @type {(question: Api.Question, click: () => void) => HTMLElement} */
export function clearButton({ title }, click) {
  return h("button", { type: "button", class: "button button-quiet button-small question-clear", on: { click } },
    t("voter.question.clear"), hiddenText(` (${title})`));
}
