// The words of the page, in the reader's language.
//
// Every text for people is in words/<language>/<part>.json, a flat object of key -> text. A page
// loads the parts that it needs, in one language only. In a text, {name} is replaced by a
// parameter. A text that depends on a number is an object of plural forms (Intl.PluralRules),
// chosen by the parameter n: {"one": "{n} vote", "other": "{n} votes"}.

import { languages as LANGUAGES, load } from "./catalogue.js";
import { browser } from "./storage.js";

const KEY = "ostrakon.language";

/** @typedef {Api.Language} Language */

/**
 * What the page has loaded of a language.
 * @typedef {{ plural: Intl.PluralRules, number: Intl.NumberFormat, texts: Texts }} Speech
 */

/** @type {Map<Language, Speech>} */
const speeches = new Map();
const { languages: offered } = document.documentElement.dataset; // a page without it offers all
const wanted = choose(); // undefined: the browser asks for none of them
let chosen = wanted ?? "en";
let current = chosen;

/** The languages that there are, each as [code, name].
 *  @type {() => [code: Language, name: string][]} */
export const languages = () => /** @type {Language[]} */ (Object.keys(LANGUAGES)).map((code) => [code,
   LANGUAGES[code].name]);

/** Those that this page can have.
 *  @type {() => [code: Language, name: string][]} */
export const pageLanguages = () => languages().filter(([code]) => isOffered(code));

/** The code of the page's language. It changes only by loading the page again. */
export const language = () => chosen;

/** Whether the browser asks for none of the languages. */
export const isUndecided = () => wanted === undefined;

/** Gives a page that is undecided the organisation's language, before anything is loaded.
 *  @type {(code: string) => void} */
export function fallBack(code) {
  if (isUndecided() && isOffered(code)) chosen = current = code;
}

/** The locale of the language that is spoken now, for Intl. */
export const locale = () => LANGUAGES[current].locale;

/** @type {(code: Language) => Speech} */
function speech(code) {
  const { locale: of } = LANGUAGES[code];
  const known = speeches.get(code) ??
    { plural: new Intl.PluralRules(of), number: new Intl.NumberFormat(of, { maximumFractionDigits: 4 }), texts: {} };
  speeches.set(code, known);
  return known;
}

/** The attributes of what is in a language.
 *  @type {(code: Language) => { lang: Language, dir: string }} */
export const spoken = (code) => ({ lang: code, dir: LANGUAGES[code].direction });

/** Loads parts of the catalogue, by their names.
 *  @type {(...parts: Part[]) => Promise<void>} */
export async function loadMessages(...parts) {
  Object.assign(document.documentElement, spoken(chosen));
  await loadFor(chosen, parts);
}

/** @type {(code: Language, parts: Part[]) => Promise<void>} */
async function loadFor(code, parts) {
  const modules = await Promise.all(parts.map((part) => load(code, part)));
  for (const module of modules) Object.assign(speech(code).texts, module.default);
}

/**
 * Makes a document in a language that need not be the page's: while make() runs, and no longer, every
 * text, number and date is in it. `parts` are those that make() needs.
 * @type {<Made>(code: Language, parts: Part[], make: () => Made) => Promise<Made>}
 */
export async function inLanguage(code, parts, make) {
  await loadFor(code, parts);
  current = code;
  try {
    return make();
  } finally {
    current = chosen;
  }
}

/** @typedef {string | number | undefined} Written */

/** The text of a key with its parameters, to be shown. Numbers are written as the language writes them, and other
 *  parameters are isolated.
 *  @type {(key: MessageKey, parameters?: Record<string, Written>) => string} */
export function t(key, parameters = {}) {
  return pieces(key, parameters).join("");
}

/** The same with parameters that may be nodes: an array for h().
 *  @type {(key: MessageKey, parameters?: Record<string, Written | Node>) => (string | Node)[]} */
export function rich(key, parameters = {}) {
  return pieces(key, parameters);
}

/** @type {(key: MessageKey, parameters: Record<string, Written | Node>) => (string | Node)[]} */
function pieces(key, parameters) {
  const { texts, plural, number } = speech(current);
  const found = texts[key];
  if (found === undefined) throw new Error(`no text for ${key}`);
  const text = typeof found === "string" ? found : found[plural.select(Number(parameters.n))] ?? found.other;
  // To split by a pattern with one group gives text and names in turn.
  return text.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : written(parameters[piece], number)))
    .filter((piece) => piece !== "");
}

/** @type {(value: Written | Node, number: Intl.NumberFormat) => string | Node} */
const written = (value, number) => (typeof value === "number" ? number.format(value)
  : typeof value === "string" ? isolated(value) : value ?? "");

// Letters that run from right to left, and marks that turn the direction.
const TURNS = /[\p{Bidi_C}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name to show among other words: whichever way it runs, the words beside it stay in their places (FIRST STRONG
 *  ISOLATE, POP DIRECTIONAL ISOLATE). A name that cannot move them stays as it is.
 *  @type {(text: string) => string} */
export const isolated = (text) => (text && (LANGUAGES[current].direction === "rtl" || TURNS.test(text))
  ? `\u2068${text}\u2069` : text);

/** A text without the marks of isolated(): for files, and for fields that can be changed.
 *  @type {(text: string) => string} */
export const plain = (text) => text.replace(/[\u2068\u2069]/g, "");

/** Whether there is a text for a key that is made from an answer of the API.
 *  @type {(key: string) => key is MessageKey} */
export function has(key) {
  return speech(current).texts[key] !== undefined;
}

/** Chooses a language for this browser and loads the page again in it.
 *  @type {(to: Language) => void} */
export function switchLanguage(to) {
  browser.write(KEY, to); // where the browser refuses, its own language stays
  location.reload();
}

/** @type {() => Language | undefined} */
function choose() {
  return [String(browser.read(KEY) ?? ""), ...(navigator.languages ?? [])]
    .map((tag) => tag.toLowerCase().split("-")[0]).find(isOffered);
}

/** @type {(code: string) => code is Language} */
function isOffered(code) {
  return Object.hasOwn(LANGUAGES, code) && (!offered || offered.split(" ").includes(code));
}
