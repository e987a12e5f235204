// Marks for candidates of any list, several for one where the question allows it, and a list that gets
// those that are left.

import { h, hiddenText } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { openNow } from "../../../lib/lazy.js";
import { likeness } from "../../../lib/likeness.js";
import { listsOf } from "../../../lib/lists.js";
import { chosenList, clear, giveRest } from "../../../lib/paper.js";
import { about, nameWords } from "../candidate.js";
import { clearButton } from "./clear.js";
import { marksSteps, stepsOf } from "./marks.js";
import { listPeople } from "./people.js";
import { standingWords } from "./words.js";

const FEW = 12; // candidates of all lists that are shown at once

/** @import { Steps } from "./marks.js" */
/** @typedef {{ node: HTMLElement, show(): void }} Part */

/** @type {Control} */
export function freeControl(frame) {
  const { question, paper, signal, changed } = frame;
  const lists = listsOf(question);
  let marked = chosenList(paper, question)?.id ?? ""; // stays chosen while candidates have all marks
  /** @type {(id: string) => number} */
  const of = (id) => paper.marks.get(id) ?? 0;
  const show = () => {
    for (const part of parts) part.show();
    again.hidden = question.candidates.every(({ id }) => of(id) === 0);
  };
  const afterStep = () => {
    giveRest(paper, question, marked);
    show();
  };
  /** @type {(id: string) => void} */
  const rest = (id) => {
    marked = marked === id ? "" : id;
    afterStep();
    changed(standingWords(paper, question));
  };
  const again = clearButton(question, () => {
    clear(paper, question);
    marked = "";
    show();
    changed(standingWords(paper, question));
    node.querySelector("button")?.focus();
  });

  const parts = lists.map(({ list, candidates }) =>
    listPart(list, candidates, signal, { of, rest, isMarked: () => marked === list.id,
      steps: (candidate) => stepsOf(frame, candidate, afterStep) }));
  lists.forEach(({ candidates }, i) => {
    const few = question.candidates.length - lists.length <= FEW;
    if (few || candidates.some(({ id }) => of(id) > 0)) openNow(/** @type {HTMLDetailsElement} */ (
      parts[i].node.querySelector(".list-fold")));
  });
  const node = h("div", {}, h("div", { class: "cards" }, parts.map((part) => part.node)), again);
  show();
  return node;
}

/** @type {(list: Api.Candidate, candidates: Api.Candidate[], signal: AbortSignal, on: { of(id: string): number,
 *   steps(candidate: Api.Candidate): Steps, rest(id: string): void, isMarked(): boolean }) => Part} */
function listPart(list, candidates, signal, { of, steps, rest, isMarked }) {
  /** @type {(() => void)[]} */
  const shows = [];
  const given = h("p", { class: "list-given" });
  const press = h("button", { type: "button", class: "button button-quiet button-small list-rest",
    on: { click: () => rest(list.id) } }, t("voter.list.rest"), hiddenText(` (${list.name})`));
  const people = listPeople(list, candidates, signal, (candidate) => {
    const buttons = marksSteps(candidate, steps(candidate), { "aria-label": candidate.name });
    shows.push(buttons.show);
    return buttons.node;
  });
  const node = h("div", { class: "list-card" },
    h("div", { class: "candidate list-head" }, likeness(list, signal),
      h("div", { class: "candidate-words" }, h("p", {}, nameWords(list)), given,
        list.description && about(list.name, list.description, `about-${list.id}`), press)),
    people);
  return {
    node,
    show() {
      const own = candidates.reduce((sum, { id }) => sum + of(id), 0);
      given.textContent = [own > 0 && t("voter.list.own", { n: own }),
        isMarked() && t("voter.list.rest.given", { n: of(list.id) })].filter(Boolean).join(" · ");
      press.setAttribute("aria-pressed", String(isMarked()));
      node.classList.toggle("list-marked", isMarked() || own > 0);
      for (const one of shows) one();
    },
  };
}
