// What the API says about a conversion, in words.
//
// keys: convert.problem.* convert.warning.* convert.model.* convert.unreadable.*

/** @import { ModelFault } from "../../lib/viewer/error.js" */
/** @typedef {Record<string, string | number>} Facts */

import { ApiError } from "../../lib/api.js";
import { bytes, dateTime, duration, number } from "../../lib/format.js";
import { has, language, t } from "../../lib/i18n.js";
import { h } from "../../lib/dom.js";
import { said } from "../../lib/said.js";
import { explain } from "../../lib/states.js";
import { figures, signOf } from "./measures.js";

/**
 * What went wrong with a file. `limit` is the number of bytes that the server takes.
 * @type {(error: unknown, limit?: number) => HTMLElement[]}
 */
export function problemWords(error, limit = 0) {
  if (!(error instanceof ApiError)) return [paragraph(explain(error))];
  const { code, message, fields } = error;
  const params = /** @type {Facts} */ (error.params);
  if (code === "file_unreadable")
    return [paragraph(sentence(`convert.unreadable.${params.reason}`, message, params), " ", place(params))];
  if (code === "validation_failed") return fields.map((field) => paragraph(said(field)));
  const key = `convert.problem.${code}`;
  return [paragraph(has(key) ? t(key, { limit: bytes(limit), wait: duration(error.retryAfter || 5) })
    : explain(error))];
}

/** A warning of the API as a sentence.
 *  @type {(warning: Api.ConversionWarning) => Child} */
export const warningWords = ({ code, message, params }) => sentence(`convert.warning.${code}`, message, params);

// The page's own sentence with the server's facts, or else the server's, which is English.
/** @type {(key: string, message: string, params?: Facts) => Child} */
const sentence = (key, message, params) =>
  (has(key) ? t(key, params) : h("span", { lang: language() === "en" ? undefined : "en" }, message));

/** @type {(...words: Child[]) => HTMLElement} */
const paragraph = (...words) => h("p", { class: "found" }, words);

// Where in a file something is, unless the server's own sentence says it.
/** @type {(params: Facts) => string} */
function place({ reason, line, byte }) {
  if (!has(`convert.unreadable.${reason}`)) return "";
  return line ? t("convert.unreadable.line", { line }) : byte ? t("convert.unreadable.byte", { byte }) : "";
}

/** What is wrong with a model that cannot be shown.
 *  @type {(code: ModelFault) => string} */
export const modelWords = (code) => t(`convert.model.${code}`);

/** "80.5 × 40 × 12 mm", in the unit of the file.
 *  @type {(result: Api.Conversion) => string} */
export function extentWords({ bounds: { min, max }, options: { unit } }) {
  return `${[0, 1, 2].map((axis) => figures(max[axis] - min[axis])).join(" × ")}\u00a0${signOf(unit)}`;
}

/** "X 0 to 80.5, Y 0 to 40, Z 0 to 12 mm".
 *  @type {(result: Api.Conversion) => string} */
function boundsWords({ bounds: { min, max }, options: { unit } }) {
  const ranges = ["X", "Y", "Z"].map((axis, i) =>
    t("convert.fact.range", { axis, from: figures(min[i]), to: figures(max[i]) }));
  return `${ranges.join(", ")} ${signOf(unit)}`;
}

/**
 * The facts of a conversion: each a name, a value and perhaps a class for its place. An empty value
 * is not shown.
 * @type {(result: Api.Conversion) => [term: string, value: string, place?: string][]}
 */
export function factsOf(result) {
  const { facets, vertices, solids, dropped, degenerate, duration_ms: ms } = result;
  const time = ms < 1000 ? t("convert.fact.milliseconds", { ms: number(ms, ms < 10 ? 1 : 0) }) : duration(ms / 1000, 1);
  return [
    [t("convert.fact.facets"), number(facets)],
    [t("convert.fact.vertices"), number(vertices)],
    [t("convert.fact.solids"), number(solids)],
    [t("convert.fact.duration"), time],
    [t("convert.fact.position"), boundsWords(result), "report-wide"],
    [t("convert.fact.dropped"), dropped > 0 ? number(dropped) : ""],
    [t("convert.fact.degenerate"), degenerate > 0 ? number(degenerate) : ""],
    [t("convert.fact.expires"), dateTime(result.expires_at)],
  ];
}
