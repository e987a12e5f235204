// A list as a table. On a phone each row becomes a block of lines, so its roles are written out: a
// browser forgets those of a table that is laid out as something else.

import { h } from "../../lib/dom.js";

/**
 * A table without rows. `label` is its name, and `heads` has the head of each column. `sort` makes the
 * head of one column a button: by(down) is called when it is pressed.
 *
 * `body` is the element that rows go into, and row(...cells) makes one; its first cell names it.
 * @type {(options: { label: string, heads: string[], sort: { column: number, down: boolean,
 *   by: (down: boolean) => void } }) => { body: HTMLElement, row(...cells: Child[]): HTMLElement }}
 */
export function listTable({ label, heads, sort }) {
  const body = h("tbody", { role: "rowgroup" });
  h("table", { class: "table table-list", role: "table", "aria-label": label },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads.map((head, i) => (i === sort.column
      ? sortHead(head, sort)
      : h("th", { scope: "col", role: "columnheader" }, head))))),
    body);
  return {
    body,
    row: (name, ...cells) => h("tr", { role: "row" },
      h("th", { scope: "row", role: "rowheader" }, name), cells.map((cell) => h("td", { role: "cell" }, cell))),
  };
}

/** @type {(head: string, sort: { down: boolean, by: (down: boolean) => void }) => HTMLElement} */
function sortHead(head, { down, by }) {
  const order = () => (down ? "descending" : "ascending");
  const click = () => {
    down = !down;
    cell.setAttribute("aria-sort", order());
    by(down);
  };
  const cell = h("th", { scope: "col", role: "columnheader", "aria-sort": order() },
    h("button", { type: "button", class: "sort", on: { click } }, head));
  return cell;
}
