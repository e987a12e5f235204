// Texts for people on the roll, one in each language.

import { h } from "../../lib/dom.js";
import { languageName } from "../../lib/format.js";
import { languages, spoken } from "../../lib/i18n.js";

/** The languages of texts, one of them first.
 *  @type {(first: Api.Language) => Api.Language[]} */
export const inTurn = (first) => [first, ...languages().map(([code]) => code).filter((code) => code !== first)];

/** What there is to edit in each language, the first of which is open.
 *  @type {<Part extends { code: Api.Language }>(parts: Part[], nodeOf: (part: Part) => Child) =>
 *   HTMLElement[]} */
export const perLanguage = (parts, nodeOf) => parts.map((part, place) =>
  h("details", { class: "about", open: place === 0 },
    h("summary", { class: "capital" }, languageName(part.code)), h("div", spoken(part.code), nodeOf(part))));
