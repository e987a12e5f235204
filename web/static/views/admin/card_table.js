// Tables whose rows become cards on a narrow screen, where every cell says what it is.

import { h } from "../../lib/dom.js";

/** A head of a table: words or nodes, and how the table is sorted by it if it is.
 *  @typedef {{ words: Child, sort?: "ascending" | "descending" }} Head */

/**
 * A table for the rows of `body`. `label` is its name for screen readers. Roles are spelt out
 * because browsers forget them when rows are shown as cards.
 * @type {(label: string, heads: (string | Head)[], body: HTMLTableSectionElement) => HTMLElement}
 */
export function table(label, heads, body) {
  return h("table", { class: "table table-cards", role: "table", "aria-label": label },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads.map((head) => (typeof head === "string"
      ? h("th", { scope: "col", role: "columnheader" }, head)
      : h("th", { scope: "col", role: "columnheader", "aria-sort": head.sort }, head.words))))),
    body);
}

/** The body of a table.
 *  @type {(...rows: Child[]) => HTMLTableSectionElement} */
export const rows = (...made) => h("tbody", { role: "rowgroup" }, made);

/** A row.
 *  @type {(cells: Child, style?: string) => HTMLTableRowElement} */
export const row = (cells, style) => h("tr", { role: "row", class: style }, cells);

/** The cell that names its row, the title of the card.
 *  @type {(...content: Child[]) => HTMLElement} */
export const title = (...content) => h("th", { scope: "row", role: "rowheader" }, content);

/** A cell, with its head for cards. One without content is left out of the card.
 *  @type {(head: string, ...content: Child[]) => HTMLElement} */
export const cell = (head, ...content) => h("td", { role: "cell" },
  h("span", { class: "cell-head", "aria-hidden": "true" }, head), h("span", { class: "cell-content" }, content));
