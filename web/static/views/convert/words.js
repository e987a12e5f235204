// What the API answers of a conversion, in words.
//
// keys: convert.problem.* convert.warning.* convert.model.* convert.unreadable.* convert.found.*

import { bytes, dateTime, duration, number, percent } from "../../lib/format.js";
import { has, language, t } from "../../lib/i18n.js";
import { h } from "../../lib/dom.js";
import { said } from "../../lib/said.js";
import { explain } from "../../lib/states.js";

/**
 * What went wrong with a file, as nodes: words of ours by the code, and what the server found in the file. `limit` is the
 * number of bytes that the server takes, where something is sent.
 */
export function problemWords(error, limit = 0) {
  const key = `convert.problem.${error.code}`;
  if (!has(key)) return [h("p", {}, explain(error))];
  const words = t(key, { limit: bytes(limit), wait: duration(error.retryAfter || 5) });
  return [h("p", {}, words), ...findings(error).map((finding) => h("p", { class: "found" }, finding))];
}

// What the server tells beyond the code of a problem. Its own sentences are English.
function findings({ code, message, fields, params: { reason, line, byte } }) {
  if (code === "validation_failed") return fields.map(said);
  if (code !== "file_unreadable") return [];
  if (language() === "en" || !has(`convert.unreadable.${reason}`)) return [inEnglish("span", message)];
  const place = line ? t("convert.unreadable.line", { line }) : byte ? t("convert.unreadable.byte", { byte }) : "";
  return [`${t(`convert.unreadable.${reason}`)} ${place}`];
}

/** A warning of the API: what it is about, and what exactly. */
export function warningWords({ code, message }) {
  const key = `convert.warning.${code}`;
  return has(key) ? [h("strong", {}, t(key)), " ", figuresIn(message)] : [inEnglish("span", message)];
}

// The figures of a warning stand in its English sentence alone.
const FIGURES = [
  [/^(?<n>\d+) .* line (?<line>\d+)\.$/, "convert.found.lines"],
  [/^(?<n>\d+) .* facet (?<facet>\d+)\.$/, "convert.found.facets"],
  [/announces (?<told>\d+) .* holds (?<n>\d+)/, "convert.found.announced"],
  [/of the (?<told>\d+) that its header announces, (?<n>\d+)/, "convert.found.announced"],
  [/line (?<line>\d+)/, "convert.found.line"],
  [/^(?:The file has )?(?<n>\d+) /, "convert.found.count"],
];

function figuresIn(message) {
  const plain = message.replace(/(?<=\d),(?=\d{3})/g, "");
  for (const [pattern, key] of FIGURES) {
    const found = pattern.exec(plain);
    if (found) return t(key, Object.fromEntries(Object.entries(found.groups).map(([name, digits]) => [name, Number(digits)])));
  }
  return "";
}

/** What is wrong with a model that cannot be shown. */
export const modelWords = (code) => t(`convert.model.${code}`);

const inEnglish = (tag, text) => h(tag, { lang: language() === "en" ? undefined : "en" }, text);

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
