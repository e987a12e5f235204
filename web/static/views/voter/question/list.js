// One list of several, from which candidates can be struck off where the question allows it.

import { h, uniqueId } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { openNow } from "../../../lib/lazy.js";
import { listsOf } from "../../../lib/lists.js";
import { chooseList, leaveBlank } from "../../../lib/paper.js";
import { candidateCard } from "../candidate.js";
import { blankCard } from "./one.js";
import { listPeople } from "./people.js";

/** @type {Control} */
export function listControl(frame) {
  const { question, paper, changed } = frame;
  const name = uniqueId("question");
  const lists = listsOf(question);
  // A list that is left and chosen again has the same candidates struck off.
  const struck = new Set(question.lists?.ballot === "erasures"
    ? lists.filter(({ list }) => paper.marks.get(list.id)).flatMap(({ candidates }) =>
      candidates.map(({ id }) => id).filter((id) => !paper.marks.get(id))) : []);
  const cards = lists.map((one) => listCard(frame, one, name, struck));
  /** @type {(event: Event) => void} */
  const onChange = ({ target }) => {
    const { value } = /** @type {HTMLInputElement} */ (target);
    if (value) chooseList(paper, question, value, struck);
    else leaveBlank(paper, question);
    for (const { show } of cards) show();
    changed();
  };
  for (const { show } of cards) show();
  return h("div", { class: "cards", on: { change: onChange } },
    cards.map(({ node }) => node), question.min === 0 && blankCard(name, paper.blank.has(question.id)));
}

/** @type {(frame: QuestionFrame, one: ReturnType<typeof listsOf>[number], name: string, struck: Set<string>) =>
 *   { node: HTMLElement, show(): void }} */
function listCard({ question, paper, signal, changed, refuse }, { list, candidates }, name, struck) {
  const erasures = question.lists?.ballot === "erasures";
  const isChosen = () => Boolean(paper.marks.get(list.id));
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  /** @type {(id: string, who: string, button: HTMLElement) => void} */
  const strike = (id, who, button) => {
    const kept = () => candidates.filter((one) => !struck.has(one.id)).length;
    if (!struck.delete(id)) {
      if (kept() === 1) return refuse(t("voter.list.last"), button);
      struck.add(id);
    }
    chooseList(paper, question, list.id, struck);
    show();
    const now = struck.has(id) ? "voter.list.struck" : "voter.list.kept";
    changed(t(now, { name: who, n: kept(), of: candidates.length }));
  };
  const people = listPeople(list, candidates, signal, erasures ? ({ id, name: who }) => {
    const button = h("button", { type: "button", class: "button button-quiet button-small" });
    button.addEventListener("click", () => strike(id, who, button));
    buttons.set(id, button);
    return button;
  } : undefined);
  const show = () => {
    if (erasures && isChosen() && !people.open) openNow(people);
    for (const { id, name: who } of candidates) {
      const button = buttons.get(id);
      if (!button) continue;
      const off = struck.has(id);
      button.hidden = !isChosen();
      button.textContent = t(off ? "voter.list.back" : "voter.list.strike");
      button.setAttribute("aria-label", t(off ? "voter.list.back.name" : "voter.list.strike.name", { name: who }));
      button.closest("li")?.classList.toggle("list-struck", off && isChosen());
    }
  };
  people.addEventListener("toggle", show);
  const node = h("div", { class: "list-card" },
    candidateCard(list, signal, { input: { type: "radio", name, value: list.id, checked: isChosen() } }), people);
  return { node, show };
}
