// Stars: 0 to 5 for each candidate.

import { h, hiddenText, uniqueId } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { clear, rate, starsOf } from "../../../lib/paper.js";
import { likeness } from "../../../lib/likeness.js";
import { about, nameWords } from "../candidate.js";
import { clearButton } from "./clear.js";
import { standingWords } from "./words.js";

const STARS = [0, 1, 2, 3, 4, 5];

/** @type {Control} */
export function starsControl({ question, paper, signal, changed }) {
  /** @type {Map<string, HTMLInputElement[]>} */
  const radios = new Map();
  // The first stars give all others 0, which shows at once.
  const show = () => {
    for (const [id, row] of radios) row.forEach((radio, stars) => { radio.checked = starsOf(paper, id) === stars; });
    again.hidden = question.candidates.every(({ id }) => starsOf(paper, id) === undefined);
  };
  /** @type {(id: string) => (event: Event) => void} */
  const onChange = (id) => ({ target }) => {
    rate(paper, question, id, Number(/** @type {HTMLInputElement} */ (target).value));
    show();
    changed();
  };
  const again = clearButton(question, () => {
    clear(paper, question);
    show();
    changed(standingWords(paper, question));
    radios.values().next().value?.[0].focus();
  });
  const rows = question.candidates.map((candidate) => {
    const { id, name, description } = candidate;
    const key = uniqueId("stars");
    const row = STARS.map((stars) => h("input", { type: "radio", id: `${key}-${stars}`, name: key, value: stars }));
    radios.set(id, row);
    return h("div", { class: "candidate star-row" },
      likeness(candidate, signal, question),
      h("div", { class: "candidate-words" }, h("p", { id: key }, nameWords(candidate)),
        description && about(name, description, `${key}-about`)),
      h("div", { class: "stars", role: "radiogroup", "aria-labelledby": key,
        "aria-describedby": description && `${key}-about`, on: { change: onChange(id) } },
      row.map((radio, stars) => h("span", { class: "star" }, radio,
        h("label", { for: radio.id }, h("span", { "aria-hidden": "true" }, stars),
          hiddenText(t("voter.star.stars", { n: stars })))))));
  });
  show();
  return h("div", {}, h("div", { class: "cards" }, rows), again);
}
