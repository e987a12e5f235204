// What the server refuses, in the reader's language. English pages show the server's own sentences;
// every other language makes its own from the code and the facts, in words/<language>/refusals.json,
// and says there what identity numbers look like.
//
// keys: refusals.*

import { bytes, choice, day, duration } from "./format.js";
import { has, t } from "./i18n.js";

/** Why a request was refused, or what is wrong with a field, as a sentence. A fact such as the
 *  reason may choose a sentence of its own.
 *  @type {(refusal: Omit<Api.FieldError, "field">) => string} */
export function said({ code, message, params = {} }) {
  const key = [...Object.values(params).map((value) => `refusals.${code}.${value}`), `refusals.${code}`].find(has);
  if (!key) return message;
  return t(key, Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, written(name, value, code, params)])));
}

/** @type {(name: string, value: unknown, code: string, params: Api.Params) => string | number} */
function written(name, value, code, { scheme }) {
  if (name === "description") return schemeWords({ scheme: String(scheme), description: String(value) });
  if (code === "date_out_of_range") return day(String(value));
  if (Array.isArray(value)) return choice(value);
  if (typeof value !== "number" || code === "year_out_of_range") return String(value); // a year has no thousands
  if (name === "retryAfter") return duration(value);
  return ["limit", "size", "maxBytes"].includes(name) ? bytes(value) : value;
}

/** What a number of a kind looks like. For an unknown kind it is the server's description.
 *  @type {(kind: Api.IdentityScheme) => string} */
export function schemeWords({ scheme, description }) {
  const key = `refusals.scheme.${scheme}`;
  return has(key) ? t(key) : description;
}
