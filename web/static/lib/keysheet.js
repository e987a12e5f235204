// A holder's key sheet: on the screen, on paper and in a file, and typed back.

import { save } from "./api.js";
import { h } from "./dom.js";
import { areaField } from "./fields.js";
import { date } from "./format.js";
import { plain, t } from "./i18n.js";
import { qrCode } from "./qr.js";
import { parseSheet, sheetCharacters } from "./sealing.js";

/** Whose sheet it is.
 *  @typedef {Pick<Api.Invitation, "assemblyId" | "title" | "createdAt" | "organisation" | "name" | "number" |
 *   "threshold" | "of">} Whose */

const PREFIX = "OSTRAKON-KEY:";
const LENGTH = 56; // characters
const LINE = "____ ____ ____ ____"; // to write the key number on
const PLACE = "/board#/sheet"; // where holders use their sheets

/** The day of an assembly, and the number that tells its sheets from those of another.
 *  @type {(whose: Whose) => string} */
const dayOf = ({ createdAt, assemblyId }) =>
  t("holder.sheet.dated", { date: date(createdAt), number: assemblyId.slice(0, 6).toUpperCase() });

/** The characters of a sheet in groups of four.
 *  @type {(sheet: string) => string[]} */
export const groupsOf = (sheet) => sheet.match(/.{4}/g) ?? [];

/** "2 of 3 key holders are needed…"
 *  @type {(whose: { threshold: number, of: number }) => string} */
export const neededWords = ({ threshold, of }) => (threshold === 2 && of === 2 ? t("holder.needed.both")
  : t(threshold === of ? "holder.needed.all" : "holder.needed.some", { n: threshold, of }));

/** The sheet as it is printed.
 *  @type {(whose: Whose, sheet: string) => HTMLElement} */
export function keySheet(whose, sheet) {
  const { title, organisation, name, number, of } = whose;
  return h("div", { class: "key-sheet" },
    h("div", {},
      h("p", { class: "entry-name" }, t("holder.sheet.of", { name, number, of })),
      h("p", {}, title, organisation && [h("br"), organisation], h("br"), dayOf(whose))),
    h("ol", { class: "key-groups", "aria-label": t("holder.sheet.groups") },
      groupsOf(sheet).map((group) => h("li", {}, group))),
    qrCode(`${location.origin}${PLACE}/${sheet}`, t("holder.sheet.qr")),
    h("p", { class: "key-sheet-words" }, t("holder.sheet.address", { address: location.origin + PLACE }), " ",
      neededWords(whose), " ", t("holder.sheet.keep")),
    h("p", { class: "key-sheet-words" }, t("holder.sheet.number"), " ", h("span", { class: "key-sheet-line" }, LINE)));
}

/** Buttons that print and save a sheet. stored() hears of it.
 *  @type {(whose: Whose, sheet: string, stored: () => void) => HTMLElement[]} */
export function sheetButtons(whose, sheet, stored) {
  const { assemblyId, title, organisation, name, number, of } = whose;
  const lines = [
    t("holder.sheet.of", { name, number, of }), title, organisation, dayOf(whose), "",
    `${PREFIX} ${groupsOf(sheet).join(" ")}`, "",
    t("holder.sheet.address", { address: location.origin + PLACE }), neededWords(whose), t("holder.sheet.keep"), "",
    `${t("holder.sheet.number")} ${LINE}`, "",
  ];
  /** @type {(label: string, click: () => void) => HTMLElement} */
  const quiet = (label, click) => h("button", { type: "button", class: "button button-quiet", on: { click } }, label);
  const file = `${t("holder.sheet.file", { number })}-${assemblyId}.txt`;
  return [
    quiet(t("holder.sheet.print"), () => { stored(); window.print(); }),
    quiet(t("holder.sheet.save"), () => { stored(); save(file, plain(lines.join("\n"))); }),
  ];
}

/**
 * The field that a sheet is typed into, or scanned: scanners type, and end with Enter. check(secret)
 * says what is wrong with a sheet that is one; guess(characters) may say where it differs.
 * @type {(options: { label: string, hint?: string, check?: (secret: Bytes) => string,
 *   guess?: (characters: string) => string }) => InputField<"sheet", HTMLTextAreaElement>}
 */
export function sheetField({ label, hint, check = () => "", guess = () => "" }) {
  /** @type {(event: KeyboardEvent) => void} */
  const keydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    made.input.form?.requestSubmit();
  };
  const made = areaField({
    name: "sheet", label, hint, missing: t("holder.sheet.missing"), rows: "4", autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false", on: { keydown },
    check: (text) => {
      const secret = parseSheet(text);
      return secret ? check(secret) : guess(sheetCharacters(text)) || fault(sheetCharacters(text));
    },
  });
  made.input.classList.add("sheet-input");
  return { ...made, secret: true };
}

/** @type {(typed: string) => string} */
function fault(typed) {
  const [odd] = typed.match(/[^A-Z2-7]/u) ?? [];
  if (odd) return t("holder.sheet.odd", { character: odd });
  return typed.length === LENGTH ? t("holder.sheet.wrong") : t("holder.sheet.length", { n: typed.length });
}

/** A fingerprint in groups, as people compare it.
 *  @type {(fingerprint: string) => string} */
export const spaced = (fingerprint) => fingerprint.slice(0, 32).match(/.{4}/g)?.join(" ") ?? "";
