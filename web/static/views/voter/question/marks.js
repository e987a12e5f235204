// A candidate who can have several marks: one button takes a mark, another one gives one.

import { h, hiddenText, uniqueId } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { likeness } from "../../../lib/likeness.js";
import { give, marksLeft, most } from "../../../lib/paper.js";
import { about, nameWords } from "../candidate.js";
import { standingWords } from "./words.js";

/**
 * `given` says how many marks a candidate has, and `step` gives one (1) or takes one back (-1). A button shows that it
 * is refused if `refusal` has words, but stays where it is: step() says why.
 * @typedef {{ given: () => number, refusal: (step: 1 | -1) => string,
 *   step: (step: 1 | -1, button: HTMLElement) => void }} Steps
 */

/** What the two buttons of a candidate do. `after` shows a step that was made, before it is said.
 *  @type {(frame: QuestionFrame, candidate: Api.Candidate, after: () => void) => Steps} */
export function stepsOf({ question, paper, changed, refuse }, { id, name }, after) {
  const { each = most(question) } = question;
  const given = () => paper.marks.get(id) ?? 0;
  /** @type {Steps["refusal"]} */
  const refusal = (step) => {
    if (step < 0) return given() > 0 ? "" : t("voter.marks.none", { name });
    if (marksLeft(paper, question) === 0) return t("voter.full.marks", { n: most(question) });
    return given() < each ? "" : t("voter.full.each", { n: each });
  };
  return {
    given,
    refusal,
    step: (step, button) => {
      const words = refusal(step);
      if (words) {
        refuse(words, button);
        return;
      }
      give(paper, id, given() + step);
      after();
      changed(`${t("voter.marks.given", { name, n: given() })}. ${standingWords(paper, question)}`);
    },
  };
}

/** The row of a candidate.
 *  @type {(candidate: Api.Candidate, signal: AbortSignal, steps: Steps, question: Api.Question) =>
 *   { node: HTMLElement, show: () => void }} */
export function marksRow(candidate, signal, steps, question) {
  const { name, description } = candidate;
  const key = uniqueId("marks");
  const buttons = marksSteps(candidate, steps, { "aria-labelledby": key,
    "aria-describedby": description && `${key}-about` });
  const node = h("div", { class: "candidate marks-row" },
    likeness(candidate, signal, question),
    h("div", { class: "candidate-words" }, h("p", { id: key }, nameWords(candidate, question.quotas)),
      description && about(name, description, `${key}-about`)), buttons.node);
  return { node, show: buttons.show };
}

/** The marks of a candidate between the two buttons.
 *  @type {(candidate: Api.Candidate, steps: Steps, attributes: Attributes<HTMLDivElement>) =>
 *   { node: HTMLElement, show: () => void }} */
export function marksSteps({ name }, { given, refusal, step }, attributes) {
  const number = h("span", { class: "marks-given" });
  /** @type {(by: 1 | -1, sign: string, label: string) => HTMLElement} */
  const button = (by, sign, label) => h("button", { type: "button", class: "button button-quiet marks-step",
    on: { click: ({ currentTarget }) => step(by, currentTarget) } },
  h("span", { "aria-hidden": "true" }, sign), hiddenText(label));
  const less = button(-1, "−", t("voter.marks.less", { name }));
  const more = button(1, "+", t("voter.marks.more", { name }));
  const node = h("div", { class: "marks", role: "group", ...attributes }, less, number, more);
  const show = () => {
    const n = given();
    number.replaceChildren(h("span", { "aria-hidden": "true" }, n), hiddenText(t("voter.marks.has", { n })));
    less.setAttribute("aria-disabled", String(refusal(-1) !== ""));
    more.setAttribute("aria-disabled", String(refusal(1) !== ""));
    node.classList.toggle("marks-some", n > 0);
  };
  show();
  return { node, show };
}
