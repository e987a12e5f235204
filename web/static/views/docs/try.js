// Trying a GET: a form for its parameters, and the answer as it comes, also a refusal. The request
// has the token of the session.

import { save } from "../../lib/api.js";
import { whileBusy } from "../../lib/busy.js";
import { announce, h, refill, uniqueId } from "../../lib/dom.js";
import { bytes, number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { current } from "../../lib/session.js";
import { notice } from "../../lib/states.js";
import { sampleOf } from "./curl.js";

/** @import { Access, Operation, Resolve } from "./spec.js" */
/** @typedef {{ parameter: OpenApi.Parameter, input: HTMLInputElement,
 *   node: HTMLElement }} ParameterField */

const PATIENCE = 30_000; // milliseconds
const MOST_SHOWN = 100_000; // characters of a body
const TEXT = /^(application\/(problem\+)?json|model\/gltf\+json|application\/yaml|text\/)/;

/** The form for a GET operation and, below it, the last answer.
 *  @type {(operation: Operation, resolve: Resolve, signal: AbortSignal) => HTMLElement} */
export function tryForm({ id, path, access, parameters }, resolve, signal) {
  const fields = parameters.filter(({ in: where }) => where === "path" || where === "query").map((parameter) =>
    field(id, parameter, resolve));
  const button = h("button", { type: "submit", class: "button" }, t("docs.try.send"));
  const output = h("div", { class: "try-answer" });
  /** @type {(event: Event) => Promise<void>} */
  const submit = async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    try {
      refill(output, await whileBusy(button, () => ask(addressOf(path, fields), signal)));
    } catch {
      if (!signal.aborted) output.replaceChildren(notice("problem", h("p", {}, t("shell.problem.unreachable"))));
      announce(t("shell.problem.unreachable"));
    }
  };
  return h("form", { class: "try", novalidate: true, on: { submit } },
    h("p", { class: "hint" }, who(access)), fields.map(({ node }) => node), button, output);
}

/** @type {(access: Access) => string} */
function who(access) {
  const session = current();
  if (session) return t("docs.try.as", { name: session.user.fullName });
  return access === "public" ? t("docs.try.public") : t("docs.try.signedOut");
}

/** @type {(operation: string, parameter: OpenApi.Parameter, resolve: Resolve) => ParameterField} */
function field(operation, parameter, resolve) {
  const id = uniqueId(operation);
  const known = parameter.in === "path" ? "" : String(resolve(parameter.schema).default ?? "");
  const input = h("input", {
    class: "input", id, value: known, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    placeholder: sampleOf(parameter, resolve),
  });
  return {
    parameter, input,
    node: h("div", { class: "field" }, h("label", { for: id }, h("code", {}, parameter.name),
      !parameter.required && h("span", { class: "optional" }, ` ${t("shell.optional")}`)), input),
  };
}

// An empty part of a path stays as the document writes it. The server then says that there is no
// such thing.
/** @type {(path: string, fields: ParameterField[]) => string} */
function addressOf(path, fields) {
  /** @type {(where: string, name: string) => string} */
  const value = (where, name) =>
    fields.find(({ parameter }) => parameter.in === where && parameter.name === name)?.input.value.trim() ?? "";
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => encodeURIComponent(value("path", name) || whole));
  const query = new URLSearchParams(
    fields.filter(({ parameter }) => parameter.in === "query" && value("query", parameter.name))
    .map(({ parameter }) => [parameter.name, value("query", parameter.name)]));
  return filled + (query.size > 0 ? `?${query}` : "");
}

/** @type {(address: string, signal: AbortSignal) => Promise<Child>} */
async function ask(address, signal) {
  const session = current();
  /** @type {Record<string, string>} */
  const headers = session ? { Authorization: `Bearer ${session.token}` } : {};
  const began = performance.now();
  const response = await fetch(address, {
    headers, credentials: "omit", redirect: "error", cache: "no-store",
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
  });
  const body = await response.blob();
  const words = t("docs.try.answered", {
    status: String(response.status), size: bytes(body.size), milliseconds: number(performance.now() - began),
  });
  announce(words);
  const type = response.headers.get("Content-Type") ?? "";
  return [
    h("p", { class: response.ok ? "try-status try-good" : "try-status try-bad" }, h("strong", {}, words)),
    h("p", { class: "hash" }, `GET ${address}`),
    h("details", { class: "about" }, h("summary", {}, t("docs.headers")),
      h("dl", { class: "facts facts-small", lang: "en" }, [...response.headers].map(([name, value]) => [
        h("dt", {}, name), h("dd", { class: "hash" }, value)]))),
    TEXT.test(type) ? await textNode(body, type) : fileNode(body, type, nameOf(response, address)),
  ];
}

/** @type {(body: Blob, type: string) => Promise<HTMLElement>} */
async function textNode(body, type) {
  let text = await body.text();
  if (type.includes("json")) {
    try {
      text = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // It is shown as it came.
    }
  }
  const cut = text.length > MOST_SHOWN;
  return h("div", {},
    h("pre", { class: "json", tabindex: "0", "aria-label": t("docs.try.body") },
      cut ? text.slice(0, MOST_SHOWN) : text),
    cut && h("p", { class: "muted" }, t("docs.try.cut")));
}

/** @type {(response: Response, address: string) => string} */
function nameOf(response, address) {
  const given = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
  return given ? given[1] : decodeURIComponent(address.split("?")[0].split("/").at(-1) ?? "");
}

/** @type {(body: Blob, type: string, name: string) => HTMLElement} */
function fileNode(body, type, name) {
  if (body.size === 0) return h("p", { class: "muted" }, t("docs.try.empty"));
  return h("div", {},
    h("p", {}, t("docs.try.binary", { type, size: bytes(body.size) })),
    h("button", { type: "button", class: "button button-quiet", on: { click: () => save(name, body) } },
      t("docs.try.save")));
}
