// Shares as bars. The words stand beside them, so they are hidden from screen readers.

import { h } from "./dom.js";

/** A bar that is filled by a share, 0 to 1; style is a class of the fill. */
export function bar(share, style) {
  const fill = h("span", { class: `bar-fill ${style}` });
  fill.style.width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}

/** The turnout as a bar. */
export function turnoutBar({ share }) {
  return bar(share, "bar-fill-turnout");
}
