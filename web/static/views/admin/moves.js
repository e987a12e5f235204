// The buttons that move an entry of a list up and down. The new order is saved at once.
//
// keys: paper.candidate.* paper.question.* paper.list.up paper.list.down paper.list.moved

import { putVersion } from "../../lib/api.js";
import { turns } from "../../lib/busy.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { explain, notice } from "../../lib/states.js";
import { changeRead } from "./meanwhile.js";

/**
 * Makes the buttons of an entry, by its place. `path` takes the new order, with `more`, of the election as it was read;
 * where the list is a part of what is ordered, all() returns all ids. show(entries) shows the new order, `list` is the
 * element with an entry for each, and `problem` a place for what goes wrong. `inTurn` is that of the election's other
 * changes on the page.
 * @template {{ id: string }} Entry
 * @param {{ path: string, more?: object, election: Api.Election, kind: "candidate" | "question" | "list",
 *   list: HTMLElement, problem: HTMLElement, signal: AbortSignal, entries: () => Entry[], all?: () => string[],
 *   show: (entries: Entry[]) => void, nameOf: (entry: Entry) => string, inTurn?: ReturnType<typeof turns> }} options
 * @returns {(i: number) => HTMLElement}
 */
export function movesOf({
  path, more = {}, election, kind, list, problem, signal, entries, all = () => [], show, nameOf, inTurn = turns(),
}) {
  /** @type {(id: string, by: number) => Promise<void>} */
  async function move(id, by) {
    const own = entries().map((entry) => entry.id);
    const i = own.indexOf(id);
    if (i < 0 || own[i + by] === undefined) return; // another change came first
    [own[i], own[i + by]] = [own[i + by], own[i]];
    const order = [...all().filter((id) => !own.includes(id)), ...own];
    problem.replaceChildren();
    try {
      const saved = await changeRead(() => putVersion(path, { ...more, order }, election.etag));
      if (!saved) return;
      election.etag = saved.etag;
      show(/** @type {{ items: Entry[] }} */ (saved.body).items);
    } catch (error) {
      if (!signal.aborted) problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
      return;
    }
    const moved = entries()[i + by];
    announce(t(`paper.${kind}.moved`, { name: nameOf(moved), place: i + by + 1, n: own.length }));
    // The focus moves with the entry. At an end of the list, the button that was pressed is off.
    /** @type {NodeListOf<HTMLButtonElement>} */
    const [up, down] = list.children[i + by].querySelectorAll(".move");
    const [pressed, other] = by < 0 ? [up, down] : [down, up];
    (pressed.disabled ? other : pressed).focus();
  }

  /** @type {(i: number, by: number, way: "up" | "down", sign: string) => HTMLElement} */
  const button = (i, by, way, sign) => {
    const entry = entries()[i];
    return h("button", {
      type: "button", class: "move", disabled: entries()[i + by] === undefined,
      on: { click: () => inTurn(() => move(entry.id, by)) },
    }, h("span", { "aria-hidden": "true" }, sign), hiddenText(t(`paper.${kind}.${way}`, { name: nameOf(entry) })));
  };
  return (i) => h("div", { class: "moves" }, button(i, -1, "up", "↑"), button(i, 1, "down", "↓"));
}
