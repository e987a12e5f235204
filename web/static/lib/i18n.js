// The words of the page, in the reader's language.
//
// Every text that a person reads stands in messages/<language>/<part>.js, a flat object of key -> text. A page loads
// the parts that it needs, of one language only. In a text {name} is replaced by a parameter. A text that depends on a
// number is an object of plural forms (Intl.PluralRules), chosen by the parameter n: {one: "{n} vote", other: "{n} votes"}.

const KEY = "ostrakon.language";

/** The languages there are, each with its own name and the locale of its figures and dates. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB" },
  fr: { name: "Français", locale: "fr-FR" },
};

const texts = {};
const chosen = choose();
const plural = new Intl.PluralRules(LANGUAGES[chosen].locale);
const number = new Intl.NumberFormat(LANGUAGES[chosen].locale);

/** The language of the page: "en" or "fr". It changes only by loading the page again. */
export const language = () => chosen;

/** The locale of the page's language, for Intl. */
export const locale = () => LANGUAGES[chosen].locale;

/** Loads parts of the catalogue. Each is {en, fr} of functions that import the part: only a path that is spelt out is found. */
export async function loadMessages(...parts) {
  document.documentElement.lang = chosen;
  for (const part of await Promise.all(parts.map((part) => part[chosen]()))) Object.assign(texts, part.default);
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
