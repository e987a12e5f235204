// The whole reference: contents, operations by tag, problem codes and schemas.

import { get } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { lazy, openNow } from "../../lib/lazy.js";
import { setRoute } from "../../lib/router.js";
import { blocks, inline } from "./markdown.js";
import { breakable, operationNode } from "./operation.js";
import { schemaNodes } from "./schema.js";
import { readSpec } from "./spec.js";

/** @import { Operation, Resolve, Spec, Tag } from "./spec.js" */

/**
 * What is shown of a tag and of an operation, with the text that the filter looks through.
 * @typedef {{ operation: Operation, node: HTMLElement, text: string }} Line
 * @typedef {{ name: string, lines: Line[], node: HTMLElement }} TagSection
 */

const SETTLED = 400; // milliseconds after the last key, before the number of hits is announced

/** @type {(signal: AbortSignal, route: string) => Promise<HTMLElement>} */
export async function referenceView(signal, route) {
  const spec = readSpec(await get("/api/openapi.json", signal));
  const tags = await inTurns(spec.tags, (tag) => tagSection(tag, spec.resolve, signal));
  const [codes, shapes] = await inTurns([problems, schemas], (make) => make(spec));
  const none = h("p", { class: "empty", hidden: true }, t("docs.filter.none"));
  if (route) setTimeout(() => goTo(route)); // once the page is shown
  return h("article", { class: "docs" },
    h("header", { class: "docs-head" },
      h("h1", {}, t("docs.title")),
      h("p", { class: "lead", lang: "en" }, spec.info.summary),
      h("p", {}, t("docs.document"), " ", h("a", { href: "/api/openapi.yaml" }, "openapi.yaml"), ", ",
        h("a", { href: "/api/openapi.json" }, "openapi.json"))),
    contents(tags),
    h("div", { class: "docs-body" },
      lazy({ class: "docs-intro", id: "intro" }, t("docs.intro"),
        () => h("div", { lang: "en" }, blocks(spec.info.description, "h2"))),
      filter(tags, none), none,
      tags.map(({ node }) => node),
      codes, shapes));
}

/** Makes parts of the page one by one. Between them the browser answers to its reader.
 *  @type {<From, Made>(all: From[], make: (from: From) => Made) => Promise<Made[]>} */
async function inTurns(all, make) {
  const made = [];
  for (const one of all) {
    made.push(make(one));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return made;
}

/** Opens the part of the page that has an id, and moves the focus there.
 *  @type {(id: string) => void} */
function goTo(id) {
  const target = document.getElementById(id);
  if (!target) return;
  setRoute(id);
  target.hidden = false;
  const around = target.parentElement?.closest("details");
  if (around && !around.open) openNow(around);
  if (target instanceof HTMLDetailsElement && !target.open) openNow(target);
  target.scrollIntoView();
  const first = target instanceof HTMLDetailsElement && target.querySelector("summary") || target;
  if (first === target) target.tabIndex = -1;
  first.focus({ preventScroll: true });
}

/** @type {(id: string, ...content: Child[]) => HTMLElement} */
const link = (id, ...content) => h("a", {
  href: `#${id}`,
  on: {
    click(event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault(); // the page need not be built again
      goTo(id);
    },
  },
}, content);

/** @type {(name: string) => string} */
const slug = (name) => `tag-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`;

/** @type {(tag: Tag, resolve: Resolve, signal: AbortSignal) => TagSection} */
function tagSection({ name, description, operations }, resolve, signal) {
  /** @type {(event: Event) => void} */
  const keepAddress = ({ target }) => { if (target instanceof HTMLDetailsElement && target.open) setRoute(target.id); };
  const lines = operations.map((operation) => ({
    operation,
    node: operationNode(operation, resolve, signal, goTo),
    text: Object.values(operation).filter((value) => typeof value === "string").join(" ").toLowerCase(),
  }));
  for (const { node } of lines) node.addEventListener("toggle", keepAddress);
  return {
    name, lines,
    node: h("section", { class: "docs-tag" },
      h("h2", { id: slug(name), lang: "en" }, name), h("p", { lang: "en" }, inline(description)),
      lines.map(({ node }) => node)),
  };
}

/** @type {(tags: TagSection[]) => HTMLElement} */
function contents(tags) {
  const wide = matchMedia("(min-width: 60rem)").matches;
  return h("nav", { class: "docs-nav no-print", "aria-label": t("docs.contents") }, h("details", { open: wide },
    h("summary", {}, t("docs.contents")),
    h("ul", {},
      h("li", {}, link("intro", t("docs.intro"))),
      tags.map(({ name, lines }) => h("li", {}, link(slug(name), h("span", { lang: "en" }, name)),
        h("ul", {}, lines.map(({ operation }) =>
          h("li", {}, link(operation.id, h("span", { lang: "en" }, operation.summary))))))),
      h("li", {}, link("problems", t("docs.problems"))),
      h("li", {}, link("schemas", t("docs.schemas"))))));
}

// Every word that is typed must be in the method, address, name or description of an operation.
/** @type {(tags: TagSection[], none: HTMLElement) => HTMLElement} */
function filter(tags, none) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  /** @type {(event: { currentTarget: HTMLInputElement }) => void} */
  const input = ({ currentTarget }) => {
    const words = currentTarget.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const { lines, node } of tags) {
      for (const line of lines) {
        line.node.hidden = !words.every((word) => line.text.includes(word));
        if (!line.node.hidden) n += 1;
      }
      node.hidden = lines.every((line) => line.node.hidden);
    }
    none.hidden = n > 0;
    clearTimeout(timer);
    timer = setTimeout(() => announce(n > 0 ? t("docs.filter.found", { n }) : t("docs.filter.none")), SETTLED);
  };
  return h("div", { class: "field docs-filter no-print", role: "search" },
    h("label", { for: "docs-filter" }, t("docs.filter")),
    h("input", { class: "input", type: "search", id: "docs-filter", autocomplete: "off", spellcheck: "false",
      on: { input } }));
}

/** @type {(spec: Spec) => HTMLElement} */
function problems({ problems: all }) {
  return h("section", { class: "docs-tag" },
    h("h2", { id: "problems" }, t("docs.problems")),
    h("p", {}, t("docs.problems.lead")),
    h("div", { class: "docs-table", tabindex: "0", role: "group", "aria-label": t("docs.problems") }, h("table", {},
      h("thead", {}, h("tr", {}, [t("docs.code"), t("docs.status"),
        t("docs.meaning")].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, all.map(([code, { status, title }]) => h("tr", { id: `problem-${code}` },
        h("th", { scope: "row" }, h("code", {}, breakable(code, /(?<=_)/))), h("td", {}, String(status)),
        h("td", { lang: "en" }, inline(title))))))));
}

/** @type {(spec: Spec) => HTMLElement} */
function schemas({ schemas: names, resolve }) {
  return h("section", { class: "docs-tag" },
    h("h2", { id: "schemas" }, t("docs.schemas")),
    names.map((name) => lazy({ class: "response", id: `schema-${name}` }, h("code", {}, name), () => {
      const schema = resolve(/** @type {OpenApi.Schema} */ ({ $ref: `#/components/schemas/${name}` }));
      return h("div", { class: "response-body" },
        schema.description && h("p", { lang: "en" }, inline(schema.description)), schemaNodes(schema, resolve));
    })));
}
