// The whole reference: contents, operations by tag, problem codes and schemas.

import { get } from "../../lib/api.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { lazy, openNow } from "../../lib/lazy.js";
import { pause } from "../../lib/poll.js";
import { setRoute } from "../../lib/router.js";
import { blocks, inline } from "./markdown.js";
import { operationNode } from "./operation.js";
import { schemaNodes } from "./schema.js";
import { readSpec } from "./spec.js";

/** @import { Operation, Resolve, Spec } from "./spec.js" */

/**
 * What is shown of an operation and of a tag, with the text that the filter looks through.
 * @typedef {{ node: HTMLElement, text: string }} Line
 * @typedef {{ lines: Line[], node: HTMLElement }} TagSection
 */

const BATCH = 10; // operations made in one go; after them the browser answers to its reader
const SETTLED = 400; // milliseconds after the last key, before the number of hits is announced

/** @type {(signal: AbortSignal, route: string) => Promise<HTMLElement>} */
export async function referenceView(signal, route) {
  const spec = readSpec(await get("/api/openapi.json", signal));
  /** @type {TagSection[]} */
  const tags = [];
  const none = h("p", { class: "empty", hidden: true }, t("docs.filter.none"));
  const search = filter(tags, none);
  const body = h("div", { class: "docs-body" },
    lazy({ class: "docs-intro", id: "intro" }, t("docs.intro"),
      () => h("div", { lang: "en" }, blocks(spec.info.description, "h2"))),
    search.node, none);
  fillIn(body, spec, tags, search.apply, signal).then(() => { if (route && !signal.aborted) goTo(route); });
  return h("article", { class: "docs" },
    h("header", { class: "docs-head" },
      h("h1", {}, t("docs.title")),
      h("p", { class: "lead", lang: "en" }, spec.info.summary),
      h("p", {}, t("docs.document"), " ", h("a", { href: "/api/openapi.yaml" }, "openapi.yaml"), ", ",
        h("a", { href: "/api/openapi.json" }, "openapi.json"))),
    contents(spec),
    body);
}

/** Makes the operations batch by batch, and adds their tags to those that the filter looks through. Words that are
 *  typed meanwhile apply to each batch.
 *  @type {(body: HTMLElement, spec: Spec, tags: TagSection[], apply: () => number, signal: AbortSignal) =>
 *   Promise<void>} */
async function fillIn(body, spec, tags, apply, signal) {
  let made = 0;
  for (const tag of spec.tags) {
    const node = h("section", { class: "docs-tag" },
      h("h2", { id: slug(tag.name), lang: "en" }, tag.name), h("p", { lang: "en" }, inline(tag.description)));
    /** @type {Line[]} */
    const lines = [];
    tags.push({ lines, node });
    body.append(node);
    for (const operation of tag.operations) {
      made += 1;
      if (made % BATCH === 0) {
        apply();
        await pause(signal, 0);
      }
      if (signal.aborted) return;
      const line = lineOf(operation, spec.resolve, signal);
      lines.push(line);
      node.append(line.node);
    }
  }
  apply();
  body.append(problems(spec), schemas(spec));
}

/** Opens the part of the page that has an id, and moves the focus there.
 *  @type {(id: string) => void} */
function goTo(id) {
  const fold = document.getElementById(`${id.split("-")[0]}s`); // schema-… is made when schemas is opened
  if (fold instanceof HTMLDetailsElement) openNow(fold);
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

/** @type {(operation: Operation, resolve: Resolve, signal: AbortSignal) => Line} */
function lineOf(operation, resolve, signal) {
  const { id, method, path, summary, description, access } = operation;
  const node = operationNode(operation, resolve, signal, goTo);
  node.addEventListener("toggle", () => { if (node.open) setRoute(id); });
  return { node, text: [id, method, path, summary, description, access].join(" ").toLowerCase() };
}

/** @type {(spec: Spec) => HTMLElement} */
function contents({ tags }) {
  const list = lazy({}, t("docs.contents"), () => h("ul", {},
    h("li", {}, link("intro", t("docs.intro"))),
    tags.map(({ name, operations }) => h("li", {}, link(slug(name), h("span", { lang: "en" }, name)),
      h("ul", {}, operations.map(({ id, summary }) => h("li", {}, link(id, h("span", { lang: "en" }, summary))))))),
    h("li", {}, link("problems", t("docs.problems"))),
    h("li", {}, link("schemas", t("docs.schemas")))));
  if (matchMedia("(min-width: 60rem)").matches) openNow(list);
  return h("nav", { class: "docs-nav no-print", "aria-label": t("docs.contents") }, list);
}

// Every word that is typed must be in the method, address, name or description of an operation.
/** @type {(tags: TagSection[], none: HTMLElement) => { node: HTMLElement, apply: () => number }} */
function filter(tags, none) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const apply = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const { lines, node } of tags) {
      for (const line of lines) {
        line.node.hidden = !words.every((word) => line.text.includes(word));
        if (!line.node.hidden) n += 1;
      }
      node.hidden = lines.every((line) => line.node.hidden);
    }
    none.hidden = n > 0;
    return n;
  };
  const input = () => {
    const n = apply();
    clearTimeout(timer);
    timer = setTimeout(() => announce(n > 0 ? t("docs.filter.found", { n }) : t("docs.filter.none")), SETTLED);
  };
  const field = h("input", { class: "input", type: "search", id: "docs-filter", autocomplete: "off",
    spellcheck: "false", on: { input } });
  const node = h("div", { class: "field docs-filter no-print", role: "search" },
    h("label", { for: "docs-filter" }, t("docs.filter")), field);
  return { node, apply };
}

/** @type {(spec: Spec) => HTMLElement} */
function problems({ problems: all }) {
  return lazy({ class: "docs-intro", id: "problems" }, t("docs.problems"), () => h("div", {},
    h("p", {}, t("docs.problems.lead")),
    h("div", { class: "docs-table", tabindex: "0", role: "group", "aria-label": t("docs.problems") }, h("table", {},
      h("thead", {}, h("tr", {}, [t("docs.code"), t("docs.status"),
        t("docs.meaning")].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, all.map(([code, { status, title }]) => h("tr", { id: `problem-${code}` },
        h("th", { scope: "row" }, h("code", {}, breakable(code))), h("td", {}, String(status)),
        h("td", { lang: "en" }, inline(title)))))))));
}

/** @type {(spec: Spec) => HTMLElement} */
function schemas({ schemas: names, resolve }) {
  return lazy({ class: "docs-intro", id: "schemas" }, t("docs.schemas"), () => h("div", {},
    names.map((name) => lazy({ class: "response", id: `schema-${name}` }, h("code", {}, name), () => {
      const schema = resolve(/** @type {OpenApi.Schema} */ ({ $ref: `#/components/schemas/${name}` }));
      return h("div", { class: "response-body" },
        schema.description && h("p", { lang: "en" }, inline(schema.description)), schemaNodes(schema, resolve));
    }))));
}

/**
 * A code that may break into lines after each _. Screen readers would read the breaks as gaps, so they get the whole
 * code.
 * @type {(code: string) => Child}
 */
const breakable = (code) => [
  h("span", { "aria-hidden": "true" }, code.split(/(?<=_)/).map((part, i) => (i > 0 ? [h("wbr"), part] : part))),
  hiddenText(code),
];
