// Texts for people on the roll, one in each language.
//
// keys: mail.language.*

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @type {Api.Language[]} */
const LANGUAGES = ["en", "fr", "de", "es"];

/** The languages of texts, one of them first.
 *  @type {(first: Api.Language) => Api.Language[]} */
export const inTurn = (first) => [first, ...LANGUAGES.filter((code) => code !== first)];

/** What there is to edit in each language, the first of which is open.
 *  @type {<Part extends { code: Api.Language }>(parts: Part[], nodeOf: (part: Part) => Child) =>
 *   HTMLElement[]} */
export const perLanguage = (parts, nodeOf) => parts.map((part, place) => h("details", { class: "about", open: place === 0 },
  h("summary", {}, t(`mail.language.${part.code}`)), h("div", { lang: part.code }, nodeOf(part))));
