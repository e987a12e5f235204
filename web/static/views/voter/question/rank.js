// Ranks: a press on a name gives it the next rank, a press more takes it out. No row moves at such a press, so that the
// next name is where the eye left it. "Put in order" makes a numbered list of those with a rank, above the others.

import { announce, h, hiddenText, uniqueId } from "../../../lib/dom.js";
import { list, ordinal } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { clear, isFull, most, rank, ranksOf } from "../../../lib/paper.js";
import { likeness } from "../../../lib/likeness.js";
import { add, down, isFirst, isJoined, isLast, join, rankOf, remove, up } from "../../../lib/ranks.js";
import { traitsOf } from "../../../lib/tally/rules.js";
import { about, nameWords } from "../candidate.js";
import { clearButton } from "./clear.js";
import { answerWords, standingWords } from "./words.js";

/** @import { Ranks } from "../../../lib/ranks.js" */

/**
 * A candidate as a row; show() fits it to an order, in which it is `placed` or still where it was.
 * @typedef {{ node: HTMLElement, show(order: Ranks, placed: boolean): void }} Row
 */

/** @type {Control} */
export function rankControl({ question, paper, signal, changed, refuse }) {
  const order = () => ranksOf(paper, question);
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {string[]} */
  let placed = []; // the ids in the list above
  const key = uniqueId("ranks");
  const aboveTitle = h("p", { class: "rank-title", id: `${key}-above` }, t("voter.rank.above"));
  const above = h("ol", { class: "cards", "aria-labelledby": aboveTitle.id });
  const belowTitle = h("p", { class: "rank-title", id: `${key}-below` }, t("voter.rank.below"));
  const below = h("ul", { class: "cards", "aria-labelledby": belowTitle.id });

  const show = () => {
    for (const [id, row] of rows) row.show(order(), placed.includes(id));
    aboveTitle.hidden = above.hidden = placed.length === 0;
    belowTitle.hidden = placed.length === 0 || placed.length === rows.size;
    below.hidden = placed.length === rows.size;
    again.hidden = order().length === 0;
    sort.hidden = placed.join() === order().flat().join();
  };
  const place = () => {
    placed = order().flat();
    const rest = question.candidates.map(({ id }) => id).filter((id) => !placed.includes(id));
    for (const [list, ids] of /** @type {const} */ ([[above, placed], [below, rest]])) {
      list.replaceChildren(...ids.map((id) => /** @type {Row} */ (rows.get(id)).node));
    }
    show();
  };
  /** @type {(next: Ranks, id: string) => void} */
  const give = (next, id) => {
    rank(paper, question, next);
    show();
    changed(said(question, next, id));
  };
  // A row that its arrows move keeps the focus. The screen follows for keys alone.
  /** @type {(next: Ranks, id: string, event: MouseEvent & { currentTarget: HTMLElement }) => void} */
  const move = (next, id, { currentTarget, detail }) => {
    rank(paper, question, next);
    place();
    currentTarget.focus({ preventScroll: detail > 0 });
    changed(said(question, next, id));
  };
  const again = clearButton(question, () => {
    clear(paper, question);
    place();
    below.querySelector("button")?.focus();
    changed(standingWords(paper, question));
  });
  const sort = h("button", { type: "button", class: "button button-quiet button-small", on: { click: () => {
    place();
    above.querySelector("button")?.focus();
    announce(t("voter.rank.said.order", { names: list(answerWords(paper, question).lines) }));
  } } }, t("voter.rank.order"));

  for (const candidate of question.candidates) {
    const { id } = candidate;
    rows.set(id, rankRow(candidate, question, signal, {
      press: (event) => {
        if (rankOf(order(), id)) give(remove(order(), id), id);
        else if (isFull(paper, question)) refuse(t("voter.full.ranked", { n: most(question) }), event.currentTarget);
        else give(add(order(), id), id);
      },
      up: (event) => move(up(order(), id), id, event),
      down: (event) => move(down(order(), id), id, event),
      join: (event) => move(join(order(), id), id, event),
    }));
  }
  place();
  return h("div", { class: "ranking" }, aboveTitle, above, belowTitle, below,
    h("p", { class: "question-acts" }, sort, again));
}

/** @typedef {(event: MouseEvent & { currentTarget: HTMLElement }) => void} Press */

/** @type {(candidate: Api.Candidate, question: Api.Question, signal: AbortSignal, on: { press: Press,
 *   up: Press, down: Press, join: Press }) => Row} */
function rankRow(candidate, question, signal, on) {
  const { id, name, description } = candidate;
  const { method, quotas } = question;
  const key = uniqueId("rank");
  const number = h("span", { class: "rank-number", "aria-hidden": "true" });
  const place = hiddenText("");
  const press = h("button", { type: "button", class: "rank-press", "aria-describedby": description && key,
    on: { click: on.press } },
    nameWords(candidate, quotas), place);
  /** @type {(sign: string, label: string, click: Press) => HTMLElement} */
  const mover = (sign, label, click) =>
    h("button", { type: "button", class: "move", "aria-label": label, on: { click } }, sign);
  const higher = mover("↑", t("voter.rank.up", { name }), on.up);
  const lower = mover("↓", t("voter.rank.down", { name }), on.down);
  const moves = h("div", { class: "moves" }, higher, lower);
  const same = h("input", { type: "checkbox", id: `${key}-same`, on: { click: on.join } });
  const joined = h("div", { class: "check rank-join" }, same,
    h("label", { for: same.id }, t("voter.rank.join"), hiddenText(` (${name})`)));
  const node = h("li", { class: "candidate rank-row" },
    number, likeness(candidate, signal, question),
    h("div", { class: "candidate-words" }, press, description && about(name, description, key)),
    moves, traitsOf(method).equal && joined);
  return {
    node,
    show(order, placed) {
      const at = rankOf(order, id);
      number.textContent = at ? String(at) : "";
      place.textContent = at ? ` ${t("voter.rank.place", { n: at })}` : "";
      press.setAttribute("aria-pressed", String(at > 0));
      node.classList.toggle("rank-row-ranked", at > 0);
      node.classList.toggle("rank-row-placed", placed);
      moves.hidden = !placed;
      // A button that cannot do anything now keeps the focus, so it is not disabled.
      higher.setAttribute("aria-disabled", String(isFirst(order, id)));
      lower.setAttribute("aria-disabled", String(isLast(order, id)));
      joined.hidden = !placed || order[0]?.[0] === id;
      same.checked = isJoined(order, id);
    },
  };
}

/** "Noor Haddad, 3rd of 7", and with whom.
 *  @type {(question: Api.Question, order: Ranks, id: string) => string} */
function said({ candidates }, order, id) {
  const names = new Map(candidates.map((candidate) => [candidate.id, candidate.name]));
  const name = names.get(id);
  const at = rankOf(order, id);
  if (at === 0) return t("voter.rank.said.none", { name });
  const others = order[at - 1].filter((other) => other !== id).map((other) => names.get(other) ?? "");
  const facts = { name, place: ordinal(at), n: candidates.length, others: list(others) };
  return others.length > 0 ? t("voter.rank.said.shared", facts) : t("voter.rank.said", facts);
}
