// One operation of the API: a line that opens to everything about it.
//
// keys: docs.access.*

import { copyable } from "../../lib/copy.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { lazy } from "../../lib/lazy.js";
import { curlOf } from "./curl.js";
import { blocks, inline } from "./markdown.js";
import { lineNode, schemaNodes } from "./schema.js";
import { exampleOf } from "./spec.js";
import { tryForm } from "./try.js";

/** @import { Answer, Operation, Resolve } from "./spec.js" */
/** @typedef {(id: string) => void} GoTo */

/** The operation; goTo(id) goes to another part of the page.
 *  @type {(operation: Operation, resolve: Resolve, signal: AbortSignal, goTo: GoTo) =>
 *   HTMLDetailsElement} */
export function operationNode(operation, resolve, signal, goTo) {
  const { id, method, path, summary, access } = operation;
  const head = h("span", { class: "operation-head" },
    h("span", { class: `method method-${method.toLowerCase()}` }, method), " ",
    h("code", { class: "operation-path" }, path), " ",
    h("h3", { class: "operation-title", lang: "en" }, summary), " ",
    h("span", { class: `badge badge-${access === "public" ? "done" : "quiet"}` }, t(`docs.access.${access}`)));
  return lazy({ class: "operation", id }, head, () => h("div", { class: "operation-body" }, [
    h("div", { lang: "en" }, blocks(operation.description, "h4")),
    parameters(operation, resolve),
    body(operation, resolve),
    responses(operation, resolve, goTo),
    h("h4", {}, t("docs.curl")),
    copyable(curlOf(operation, resolve), t("docs.curl.of", { name: id })),
    operation.method === "GET" && [h("h4", {}, t("docs.try")), tryForm(operation, resolve, signal)],
  ]));
}

/** @type {(operation: Operation, resolve: Resolve) => Child} */
function parameters(operation, resolve) {
  if (operation.parameters.length === 0) return null;
  return [h("h4", {}, t("docs.parameters")), h("ul", { class: "fields" }, operation.parameters.map((parameter) =>
    lineNode({ ...parameter, where: parameter.in }, resolve)))];
}

/** @type {(operation: Operation, resolve: Resolve) => Child} */
function body({ body: sent }, resolve) {
  if (!sent) return null;
  const example = sent.example ?? Object.values(sent.examples ?? {})[0]?.value ?? exampleOf(sent.schema, resolve);
  return [
    h("h4", {}, t("docs.body")),
    h("p", {}, h("code", {}, sent.type), !sent.required && ` ${t("shell.optional")}`),
    sent.description && h("p", { lang: "en" }, inline(sent.description)),
    schemaNodes(sent.schema, resolve),
    h("p", { class: "muted" }, t("docs.example")),
    json(example, t("docs.example")),
  ];
}

/** @type {(value: unknown, name: string) => HTMLElement} */
const json = (value, name) => h("pre", { class: "json", tabindex: "0", "aria-label": name },
  JSON.stringify(value, null, 2));

/** @type {(operation: Operation, resolve: Resolve, goTo: GoTo) => Child} */
function responses(operation, resolve, goTo) {
  return [h("h4", {}, t("docs.responses")), h("div", { class: "responses" }, operation.responses.map((response) =>
    lazy({ class: "response" }, [
      h("strong", { class: Number(response.status) < 400 ? "try-good" : "try-bad" }, response.status), " ",
      h("span", { lang: "en" }, inline(response.description)),
    ], () => responseBody(response, resolve, goTo))))];
}

/** @type {(answer: Answer, resolve: Resolve, goTo: GoTo) => Child} */
function responseBody({ codes, headers, types }, resolve, goTo) {
  /** @type {(code: string) => HTMLElement} */
  const codeLink = (code) => h("li", {}, h("a", {
    href: `#problem-${code}`,
    on: { click: (event) => { event.preventDefault(); goTo(`problem-${code}`); } },
  }, h("code", {}, code)));
  return h("div", { class: "response-body" }, [
    codes.length > 0 && [h("p", { class: "muted" }, t("docs.codes")), h("ul", { class: "codes" }, codes.map(codeLink))],
    types.map(([type, { schema, example }]) => [
      h("p", {}, h("code", {}, type)),
      // All refusals have the same form. Only the code matters.
      schema && (codes.length > 0
        ? lazy({ class: "about" }, t("docs.fields.of", { name: resolve(schema).refName ?? type }),
          () => schemaNodes(schema, resolve))
        : schemaNodes(schema, resolve)),
      schema && codes.length === 0 && /json/.test(type) && lazy({ class: "about" }, t("docs.example"), () =>
        json(example ?? exampleOf(schema, resolve), t("docs.example"))),
    ]),
    headers.length > 0 && lazy({ class: "about" }, t("docs.headers"), () =>
      h("ul", { class: "fields" }, headers.map((header) => lineNode(header, resolve)))),
  ]);
}
