// Parts of a page that are made when people first open them: some pages have many, and a reader opens
// few.

import { h, nodesOf } from "./dom.js";

/** A <details> whose content is made when it is first opened.
 *  @type {(attributes: Attributes<HTMLDetailsElement>, summary: Child, make: () => Child) =>
 *   HTMLDetailsElement} */
export function lazy(attributes, summary, make) {
  const node = h("details", attributes, h("summary", {}, summary));
  const fill = () => {
    if (!node.open) return;
    node.removeEventListener("toggle", fill);
    node.append(...nodesOf([make()]));
  };
  node.addEventListener("toggle", fill);
  return node;
}

/**
 * Opens a <details> and makes its content at once. The browser would report the opening only later.
 * @type {(node: HTMLDetailsElement) => void}
 */
export function openNow(node) {
  node.open = true;
  node.dispatchEvent(new Event("toggle"));
}
