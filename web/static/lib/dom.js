// Makes the nodes of the page one by one, so that data is always text and never markup.

/**
 * Makes an element. An attribute that is undefined, null or false is left out, true gives an empty
 * one, and `on` maps event types to listeners. Children may be nested arrays; empty ones are left
 * out.
 * @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag,
 *   attributes?: Attributes<HTMLElementTagNameMap[Tag]>, ...children: Child[]) =>
 *   HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for an element of SVG.
 *  @type {<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes?: Record<string,
 *   AttributeValue>, ...children: Child[]) => SVGElementTagNameMap[Tag]} */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** @type {<Made extends Element>(node: Made, attributes: { on?: object, [name: string]: unknown },
 *   children: Child[]) => Made} */
function fill(node, { on = {}, ...attributes }, children) {
  for (const [type, listener] of Object.entries(on)) node.addEventListener(type, listener);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false)
      node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...nodesOf(children));
  return node;
}

/** @type {(children: readonly Child[]) => (Node | string)[]} */
export function nodesOf(children) {
  return children.flatMap((child) => {
    if (child === undefined || child === null || child === false) return [];
    if (typeof child === "number") return String(child);
    return typeof child === "string" || child instanceof Node ? child : nodesOf(child);
  });
}

/** Puts children, as h() takes them, in the place of those that a node has.
 *  @type {(node: Element, ...children: Child[]) => void} */
export function refill(node, ...children) {
  node.replaceChildren(...nodesOf(children));
}

let serial = 0;

/** An id that no other element of the page has.
 *  @type {(prefix: string) => string} */
export function uniqueId(prefix) {
  serial += 1;
  return `${prefix}-${serial}`;
}

/** The element of the page that has an id.
 *  @type {(id: string) => HTMLElement} */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element has the id ${id}`);
  return found;
}

/** The element that has the focus, if any. */
export const focusedElement = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

/** Text for screen readers only.
 *  @type {(text: string) => HTMLElement} */
export function hiddenText(text) {
  return h("span", { class: "visually-hidden" }, text);
}

/** Says something to screen readers when they are next idle.
 *  @type {(text: string) => void} */
export function announce(text) {
  const region = element("announcer");
  region.textContent = "";
  // A region that is emptied and filled in one go counts as unchanged when the text is the same.
  setTimeout(() => { region.textContent = text; }, 50);
}
