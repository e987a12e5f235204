// The club's own texts of letters, one in each language.

import { h } from "../../lib/dom.js";
import { areaField } from "../../lib/fields.js";
import { inLanguage, plain, t } from "../../lib/i18n.js";
import { browser } from "../../lib/storage.js";
import { inTurn, perLanguage } from "./languages.js";

const KEY = "ostrakon.letter."; // and the language

/** The texts of letters, which this browser keeps, the organisation's language first. A change of one
 *  is an input event of the node.
 *  @type {(first: Api.Language) => Promise<{ node: HTMLElement, of(language: Api.Language): string }>} */
export async function letterTexts(first) {
  // The names stay in braces: they are filled in for each person.
  const names = { name: "{name}", election: "{election}", end: "{end}", organisation: "{organisation}",
    contact: "{contact}" };
  const editors = await Promise.all(
    inTurn(first).map((code) => inLanguage(code, ["slip"], () => plain(t("slip.letter", names)))
    .then((ours) => editor(code, ours))));
  return {
    node: h("div", {}, h("p", { class: "hint" }, t("roll.letter.hint", names)),
      perLanguage(editors, ({ node }) => node)),
    of: (code) => editors.find((each) => each.code === code)?.value() ?? "",
  };
}

/** @type {(code: Api.Language, ours: string) => { code: Api.Language, node: Child, value(): string }} */
function editor(code, ours) {
  const input = () => {
    keep(code, area.value() === ours ? "" : area.value());
  };
  const area = areaField({
    name: `text.${code}`, label: t("roll.letter.label"), missing: " ", value: kept(code) || ours, rows: "14",
    maxlength: "4000",
    on: { input },
  });
  const reset = () => {
    area.set(ours);
    area.input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return {
    code,
    node: [area.node, h("p", {}, h("button", { type: "button", class: "plain", on: { click: reset } },
      t("roll.letter.reset")))],
    value: area.value,
  };
}

/** @type {(key: string) => string} */
const kept = (code) => String(browser.read(KEY + code) ?? "");

/** @type {(code: Api.Language, text: string) => void} */
function keep(code, text) {
  if (text) browser.write(KEY + code, text);
  else browser.drop(KEY + code);
}
