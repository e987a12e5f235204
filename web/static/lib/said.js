// What the API says of fields, in the reader's language: by the code of each fault, with its facts. Few visits see one, so the
// texts are a part of the catalogue that is loaded when the first comes.
//
// keys: faults.*

import { day } from "./format.js";
import { has, loadMessages, t } from "./i18n.js";
import { schemeWords } from "./schemes.js";

/** Loads the texts. Where that fails, the server's own words, in English, have to do. */
export const loadFaults = () => loadMessages("faults").catch(() => {});

/** What is wrong with a field, {code, message, params}, as a sentence. A code that is not known is told by the message as it came. */
export function said({ code, message, params = {} }) {
  const key = [`faults.${code}.${params.rule}`, `faults.${code}`, `shell.problem.${code}`].find(has);
  if (!key) return message.charAt(0).toLocaleUpperCase() + message.slice(1);
  const facts = Object.entries(params).map(([name, value]) => [name, written(code, value)]);
  return t(key, { ...Object.fromEntries(facts), what: params.scheme && schemeWords(params) });
}

function written(code, value) {
  if (code === "date_out_of_range") return day(value);
  if (code === "year_out_of_range") return String(value); // a year has no thousands
  return Array.isArray(value) ? value.join(", ") : value;
}
