// The light Markdown of the API's descriptions, as nodes: headings, paragraphs, lists, tables,
// code, bold and links. Everything else is text.

import { h } from "../../lib/dom.js";

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/;

/** Nodes for a text of several blocks; `heading` is the element for its headings.
 *  @type {(text: string, heading: "h2" | "h4") => HTMLElement[]} */
export function blocks(text, heading) {
  return text.trim().split(/\n{2,}/).map((block) => {
    const lines = block.split("\n");
    if (/^#+ /.test(block)) return h(heading, {}, inline(block.replace(/^#+ /, "")));
    if (lines.every((line) => line.startsWith("|")) && lines.length > 2) return table(lines);
    if (/^[-*] /.test(block)) return h("ul", { class: "bullets" },
      block.split(/\n(?=[-*] )/).map((item) => h("li", {}, inline(item.slice(2)))));
    return h("p", {}, inline(block));
  });
}

/** Nodes and text for a text of one block.
 *  @type {(text: string) => (Node | string)[]} */
export function inline(text) {
  /** @type {(Node | string)[]} */
  const pieces = [];
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    pieces.push(rest.slice(0, found.index), mark(found));
    rest = rest.slice(found.index + found[0].length);
  }
  return [...pieces, rest].filter((piece) => piece !== "");
}

/** @type {(found: string[]) => Node | string} */
function mark([whole, code, bold, label, address]) {
  if (code) return h("code", {}, code);
  if (bold) return h("strong", {}, bold);
  const url = URL.canParse(address, location.href) && new URL(address, location.href);
  return url && /^https?:$/.test(url.protocol) ? h("a", { href: url.href, rel: "noreferrer" }, label) : whole;
}

/** @type {(lines: string[]) => HTMLElement} */
function table(lines) {
  /** @type {(line: string) => string[]} */
  const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  const [head, , ...rows] = lines;
  return h("div", { class: "docs-table", tabindex: "0", role: "group", "aria-label": cells(head).join(", ") },
    h("table", {},
    h("thead", {}, h("tr", {}, cells(head).map((cell) => h("th", { scope: "col" }, inline(cell))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, cells(row).map((cell) => h("td", {}, inline(cell))))))));
}
