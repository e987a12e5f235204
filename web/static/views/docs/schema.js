// Schemas: the fields of a body, one level at a time. What a field is made of opens below it.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { lazy } from "../../lib/lazy.js";
import { inline } from "./markdown.js";

/** @import { Resolve } from "./spec.js" */

const LIMITS = /** @type {const} */ ([
  "format", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "minProperties",
  "maxProperties",
]);

/** @typedef {{ name: string, required?: boolean, where?: string, description?: string,
 *   schema?: OpenApi.Schema }} Line */

/** What a schema holds: its fields if it has any, or else one line.
 *  @type {(schema: OpenApi.Schema, resolve: Resolve) => Child} */
export function schemaNodes(schema, resolve) {
  const found = resolve(schema);
  const { fields, list } = partsOf(found, resolve);
  if (fields.length === 0) return [h("p", {}, typeWords(found, resolve)), limits(found)];
  return [list && h("p", {}, typeWords(found, resolve)),
    h("ul", { class: "fields" }, fields.map((field) => fieldNode(field, resolve)))];
}

/** Name, type and description of a parameter, a header or a field.
 *  @type {(line: Line, resolve: Resolve, inner?: Child) => HTMLElement} */
export function lineNode({ name, required, where, description, schema }, resolve, inner) {
  const found = resolve(schema ?? {});
  const said = description ?? found.description;
  return h("li", { class: "docs-field" },
    h("p", { class: "docs-field-head" },
      h("code", { class: "docs-field-name" }, name), " ",
      h("span", { class: "docs-type", lang: "en" }, typeWords(found, resolve)),
      where && h("span", { class: "docs-type", lang: "en" }, ` · ${where}`),
      required && h("span", { class: "docs-required" }, ` · ${t("docs.required")}`)),
    said && h("p", { lang: "en" }, inline(said)),
    limits(found), inner);
}

/** @type {(field: { name: string, required: boolean, schema: OpenApi.Schema }, resolve: Resolve) =>
 *   HTMLElement} */
function fieldNode({ name, required, schema }, resolve) {
  const found = resolve(schema);
  const { fields } = partsOf(found, resolve);
  return lineNode({ name, required, schema }, resolve, fields.length > 0 &&
    lazy({ class: "about" }, t("docs.fields.of", { name }), () => schemaNodes(itemOf(found, resolve), resolve)));
}

/** @type {(found: OpenApi.Schema, resolve: Resolve) => OpenApi.Schema} */
const itemOf = (found, resolve) =>
  (found.type === "array" && found.items ? itemOf(resolve(found.items), resolve) : found);

// The fields of an object, of the items of a list, or of all schemas that are combined in it.
/** @type {(found: OpenApi.Schema, resolve: Resolve) => { fields: { name: string, required: boolean,
 *   schema: OpenApi.Schema }[], list: boolean }} */
function partsOf(found, resolve) {
  const item = itemOf(found, resolve);
  const joined = [item, ...(item.allOf ?? []).map(resolve), ...(item.oneOf ?? []).map(resolve),
    ...(item.anyOf ?? []).map(resolve)];
  const fields = joined.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) })));
  return { fields, list: item !== found };
}

/** @type {(found: OpenApi.Schema, resolve: Resolve) => string} */
function typeWords(found, resolve) {
  if (found.type === "array" && found.items) return `${t("docs.listOf")} ${typeWords(resolve(found.items), resolve)}`;
  const types = [found.type ?? (found.properties ? "object" : [])].flat();
  const several = found.oneOf ?? found.anyOf;
  if (types.length === 0 && several) return several.map((one) => typeWords(resolve(one), resolve)).join(" | ");
  const name = found.refName && types.includes("object") ? ` ${found.refName}` : "";
  return (types.join(" | ") || t("docs.anything")) + name;
}

/** @type {(found: OpenApi.Schema) => Child} */
function limits(found) {
  const said = LIMITS.filter((name) => found[name] !== undefined).map((name) => `${name}: ${found[name]}`);
  if (found.default !== undefined && found.default !== "") said.push(`default: ${JSON.stringify(found.default)}`);
  const all = [...(found.enum ? [`${t("docs.oneOf")} ${found.enum.map((value) => JSON.stringify(value)).join(", ")}`]
    : []), ...said];
  return all.length > 0 && h("p", { class: "docs-limits", lang: "en" }, all.join(" · "));
}
