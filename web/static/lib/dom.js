// Building the page: nodes are made one by one, so that data is always text and never markup.

/**
 * Makes an element. An attribute that is undefined, null or false is left out, true gives an empty one, and `on` maps
 * event types to listeners. Children are nodes or text, nested as deep as is handy; empty ones are left out.
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for an element of SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    } else if (value !== undefined && value !== null && value !== false) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

let serial = 0;

/** An id that no other element of the page has. */
export function uniqueId(prefix) {
  serial += 1;
  return `${prefix}-${serial}`;
}

/** Text for screen readers only. */
export function hiddenText(text) {
  return h("span", { class: "visually-hidden" }, text);
}

/** Says something to screen readers when they are next idle. */
export function announce(text) {
  const region = document.getElementById("announcer");
  region.textContent = "";
  // A region that is emptied and filled in one go counts as unchanged when the text is the same.
  setTimeout(() => { region.textContent = text; }, 50);
}
