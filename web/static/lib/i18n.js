// The words of the page, in the reader's language.
//
// Every text that a person reads is in messages/<language>/<part>.js, a flat object of key -> text.
// A page loads the parts that it needs, in one language only. In a text, {name} is replaced by a
// parameter. A text that depends on a number is an object of plural forms (Intl.PluralRules), chosen
// by the parameter n: {one: "{n} vote", other: "{n} votes"}.

import * as LANGUAGES from "../messages/index.js";

const KEY = "ostrakon.language";

const texts = {};
const chosen = choose();
const plural = new Intl.PluralRules(LANGUAGES[chosen].locale);
const number = new Intl.NumberFormat(LANGUAGES[chosen].locale);

/** The languages that a page can have, each as [code, name]. */
export const languages = () => Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]);

/** The code of the page's language. It changes only by loading the page again. */
export const language = () => chosen;

/** The locale of the page's language, for Intl. */
export const locale = () => LANGUAGES[chosen].locale;

/** Loads parts of the catalogue, by their names. */
export async function loadMessages(...parts) {
  document.documentElement.lang = chosen;
  const modules = await Promise.all(parts.map((part) => LANGUAGES[chosen].parts[part]()));
  for (const module of modules) Object.assign(texts, module.default);
}

/** The text of a key with its parameters as text; numbers are written as the language writes them. */
export function t(key, parameters = {}) {
  return pieces(key, parameters).join("");
}

/** The same with parameters that may be nodes: an array of text and nodes, for h(). */
export function rich(key, parameters = {}) {
  return pieces(key, parameters);
}

function pieces(key, parameters) {
  const found = texts[key];
  if (found === undefined) throw new Error(`no text for ${key}`);
  const text = typeof found === "string" ? found : found[plural.select(parameters.n)] ?? found.other;
  // Splitting by a pattern with one group gives text and names in turn.
  return text.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : written(parameters[piece])))
    .filter((piece) => piece !== "");
}

const written = (value) => (typeof value === "number" ? number.format(value) : value);

/** Whether there is a text of a key: for keys that are made of what the API answers. */
export const has = (key) => texts[key] !== undefined;

/** Chooses a language for this browser and loads the page again in it. */
export function switchLanguage(to) {
  try {
    localStorage.setItem(KEY, to);
  } catch {
    // Storage is refused: the choice cannot be kept, so the browser's language stays.
  }
  location.reload();
}

function choose() {
  let kept = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // As above.
  }
  const wanted = [kept, ...(navigator.languages ?? [])].filter(Boolean).map((tag) => tag.toLowerCase().split("-")[0]);
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}
