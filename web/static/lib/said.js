// What the API says about fields, in the reader's language: by the code of each fault, with its
// facts. And what identity numbers look like. Most visits see neither, so the texts are a part of
// the catalogue that is loaded when they are needed.
//
// keys: faults.*

import { day } from "./format.js";
import { has, loadMessages, t } from "./i18n.js";

/** Loads the texts. If that fails, the page shows the server's own words in English. */
export const loadFaults = () => loadMessages("faults").catch(() => {});

/** What is wrong with a field, as a sentence. For an unknown code it is the server's message.
 *  @type {(fault: Omit<Api.FieldError, "field">) => string} */
export function said({ code, message, params = {} }) {
  const key = [`faults.${code}.${params.rule}`, `faults.${code}`, `shell.problem.${code}`].find(has);
  if (!key) return message.charAt(0).toLocaleUpperCase() + message.slice(1);
  const facts = Object.entries(params).map(([name, value]) => [name, written(code, value)]);
  const { scheme, description } = params;
  const what = typeof scheme === "string" ? schemeWords({ scheme, description: String(description ?? "") }) : undefined;
  return t(key, { ...Object.fromEntries(facts), what });
}

/** @type {(code: string, value: unknown) => string | number} */
function written(code, value) {
  if (code === "date_out_of_range") return day(String(value));
  if (code === "year_out_of_range") return String(value); // a year has no thousands
  if (typeof value === "number") return value;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** What a number of a kind looks like. For an unknown kind it is the server's description.
 *  @type {(kind: Api.IdentityScheme) => string} */
export function schemeWords({ scheme, description }) {
  const key = `faults.scheme.${scheme}`;
  return has(key) ? t(key) : description;
}
