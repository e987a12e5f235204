// Parts of the page that are made when they are first opened: a reference has many, and a reader opens few.

import { h } from "../../lib/dom.js";

/** A <details> whose content make() answers as nodes, at its first opening. */
export function lazy(attributes, summary, make) {
  const node = h("details", attributes, h("summary", {}, summary));
  const fill = () => {
    if (!node.open) return;
    node.removeEventListener("toggle", fill);
    node.append(...[make()].flat(Infinity).filter(Boolean));
  };
  node.addEventListener("toggle", fill);
  return node;
}

/** Opens a <details> with its content there at once; the browser tells of an opening only later. */
export function openNow(node) {
  node.open = true;
  node.dispatchEvent(new Event("toggle"));
}
