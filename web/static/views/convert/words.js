// What the API answers of a conversion, in words.
//
// keys: convert.problem.* convert.warning.* convert.model.* convert.unreadable.*

import { bytes, dateTime, duration, number, percent } from "../../lib/format.js";
import { has, language, t } from "../../lib/i18n.js";
import { h } from "../../lib/dom.js";
import { said } from "../../lib/said.js";
import { explain } from "../../lib/states.js";

/**
 * What went wrong with a file, as nodes. `limit` is the number of bytes that the server takes, where something is sent.
 */
export function problemWords(error, limit = 0) {
  const { code, message, fields, params } = error;
  if (code === "file_unreadable") return [paragraph(sentence(`convert.unreadable.${params.reason}`, message, params), " ", place(params))];
  if (code === "validation_failed") return fields.map((field) => paragraph(said(field)));
  const key = `convert.problem.${code}`;
  return [paragraph(has(key) ? t(key, { limit: bytes(limit), wait: duration(error.retryAfter || 5) }) : explain(error))];
}

/** A warning of the API as a sentence. */
export const warningWords = ({ code, message, params }) => sentence(`convert.warning.${code}`, message, params);

// Our sentence with the server's facts, or else the server's own, which is English.
const sentence = (key, message, params) => (has(key) ? t(key, params) : h("span", { lang: language() === "en" ? undefined : "en" }, message));

const paragraph = (...words) => h("p", { class: "found" }, words);

// Where in a file something is, unless the server's own sentence says it.
function place({ reason, line, byte }) {
  if (!has(`convert.unreadable.${reason}`)) return "";
  return line ? t("convert.unreadable.line", { line }) : byte ? t("convert.unreadable.byte", { byte }) : "";
}

/** What is wrong with a model that cannot be shown. */
export const modelWords = (code) => t(`convert.model.${code}`);

/** "80.5 × 40 × 12 mm". */
export function extentWords({ bounds: { min, max }, options: { unit } }) {
  return `${[0, 1, 2].map((axis) => length(max[axis] - min[axis])).join(" × ")} ${unit}`;
}

// Four figures or so: a model of a kilometre needs no micrometres.
const length = (n) => number(n, Math.min(Math.max(3 - Math.floor(Math.log10(Math.abs(n) || 1)), 0), 6));

/** "X 0 to 80.5, Y 0 to 40, Z 0 to 12 mm". */
function boundsWords({ bounds: { min, max }, options: { unit } }) {
  const ranges = ["X", "Y", "Z"].map((axis, i) => t("convert.fact.range", { axis, from: length(min[i]), to: length(max[i]) }));
  return `${ranges.join(", ")} ${unit}`;
}

/** The facts of a conversion: each a name, a value and perhaps a class for its place. */
export function factsOf(result) {
  const { facets, vertices, solids, dropped, degenerate, input_size: before, output_size: after, duration_ms: ms } = result;
  const sizes = { before: bytes(before), after: bytes(after), share: percent(after / before) };
  const time = ms < 1000 ? t("convert.fact.milliseconds", { ms: number(ms, ms < 10 ? 1 : 0) }) : duration(ms / 1000, 1);
  return [
    [t("convert.fact.facets"), number(facets)],
    [t("convert.fact.vertices"), number(vertices)],
    [t("convert.fact.solids"), number(solids)],
    [t("convert.fact.extent"), extentWords(result)],
    [t("convert.fact.size"), t("convert.fact.sizes", sizes)],
    [t("convert.fact.duration"), time],
    [t("convert.fact.position"), boundsWords(result), "file-wide"],
    dropped > 0 && [t("convert.fact.dropped"), number(dropped)],
    degenerate > 0 && [t("convert.fact.degenerate"), number(degenerate)],
    [t("convert.fact.expires"), dateTime(result.expires_at)],
  ].filter(Boolean);
}
