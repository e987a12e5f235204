// Ranks: a press on a name gives it the next rank, a press more takes it out. The ranked ones are a
// numbered list, and those without a rank follow below.

import { h, hiddenText, uniqueId } from "../../../lib/dom.js";
import { list, ordinal } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { clear, isFull, most, rank, ranksOf } from "../../../lib/paper.js";
import { likeness } from "../../../lib/likeness.js";
import { add, down, isFirst, isJoined, isLast, join, rankOf, remove, up } from "../../../lib/ranks.js";
import { traitsOf } from "../../../lib/tally/rules.js";
import { about, nameWords } from "../candidate.js";
import { clearButton } from "./clear.js";
import { standingWords } from "./words.js";

/** @import { Ranks } from "../../../lib/ranks.js" */

/**
 * A candidate as a row of one of the two lists; show() fits it to an order.
 * @typedef {{ node: HTMLElement, show(order: Ranks): void }} Row
 */

/** @type {Control} */
export function rankControl({ question, paper, signal, changed, refuse }) {
  const order = () => ranksOf(paper, question);
  /** @type {Map<string, Row>} */
  const rows = new Map();
  const key = uniqueId("ranks");
  const above = h("ol", { class: "cards", "aria-labelledby": `${key}-above` });
  const nobody = h("p", { class: "empty" }, t("voter.rank.none"));
  const belowTitle = h("p", { class: "rank-title", id: `${key}-below` }, t("voter.rank.below"));
  const below = h("ul", { class: "cards", "aria-labelledby": `${key}-below` });

  const show = () => {
    const ids = order().flat();
    /** @type {(ids: string[]) => HTMLElement[]} */
    const nodes = (ids) => ids.map((id) => /** @type {Row} */ (rows.get(id)).node);
    above.replaceChildren(...nodes(ids));
    below.replaceChildren(...nodes(question.candidates.map(({ id }) => id).filter((id) => !ids.includes(id))));
    for (const row of rows.values()) row.show(order());
    above.hidden = again.hidden = ids.length === 0;
    nobody.hidden = ids.length > 0;
    belowTitle.hidden = below.hidden = ids.length === question.candidates.length;
  };
  // The row that was pressed may be in another place now: the focus stays with it. The screen follows
  // for keys alone, since a finger is where the next name is.
  /** @type {(next: Ranks, id: string, event: MouseEvent & { currentTarget: HTMLElement }) => void} */
  const move = (next, id, { currentTarget, detail }) => {
    rank(paper, question, next);
    show();
    currentTarget.focus({ preventScroll: detail > 0 });
    changed(said(question, next, id));
  };
  const again = clearButton(() => {
    clear(paper, question);
    show();
    below.querySelector("button")?.focus();
    changed(standingWords(paper, question));
  });

  for (const candidate of question.candidates) {
    const { id } = candidate;
    rows.set(id, rankRow(candidate, question, signal, {
      press: (event) => {
        if (rankOf(order(), id)) move(remove(order(), id), id, event);
        else if (isFull(paper, question)) refuse(t("voter.full.ranked", { n: most(question) }), event.currentTarget);
        else move(add(order(), id), id, event);
      },
      up: (event) => move(up(order(), id), id, event),
      down: (event) => move(down(order(), id), id, event),
      join: (event) => move(join(order(), id), id, event),
    }));
  }
  show();
  return h("div", { class: "ranking" },
    h("p", { class: "rank-title", id: `${key}-above` }, t("voter.rank.above")), nobody, above,
    belowTitle, below, again);
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
    show(order) {
      const at = rankOf(order, id);
      number.textContent = at ? String(at) : "";
      place.textContent = at ? ` ${t("voter.rank.place", { n: at })}` : "";
      press.setAttribute("aria-pressed", String(at > 0));
      node.classList.toggle("rank-row-ranked", at > 0);
      number.hidden = moves.hidden = at === 0;
      // A button that cannot do anything now keeps the focus, so it is not disabled.
      higher.setAttribute("aria-disabled", String(isFirst(order, id)));
      lower.setAttribute("aria-disabled", String(isLast(order, id)));
      joined.hidden = at === 0 || order[0][0] === id;
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
