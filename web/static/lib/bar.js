// Shares as bars. The words are beside them, so they are hidden from screen readers.

import { h } from "./dom.js";

/** A bar filled to a share from 0 to 1. `style` is a class of the fill.
 *  @type {(share: number, style: string) => HTMLElement} */
export function bar(share, style) {
  const fill = h("span", { class: `bar-fill ${style}` });
  fill.style.width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}

/** The turnout as a bar.
 *  @type {(turnout: Api.Turnout) => HTMLElement} */
export function turnoutBar({ share }) {
  return bar(share, "bar-fill-turnout");
}
