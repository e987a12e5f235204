// Texts of an election, a question or a candidate in other languages.

import { h } from "../../lib/dom.js";
import { areaField, textField } from "../../lib/fields.js";
import { languageName } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { inTurn, perLanguage } from "./languages.js";

/** The fields of a form once more for each other language that voters read, folded. `texts` are the fields, `existing`
 *  what was translated before.
 *  @type {(first: Api.Language, texts: readonly InputField<string, HTMLInputElement | HTMLTextAreaElement>[],
 *   existing?: Api.Translation[]) => { fields: Field[], node: Child, body(): { translations?: Api.Translation[] } }} */
export function translationFields(first, texts, existing = []) {
  const parts = inTurn(first).slice(1).map((code) => {
    const before = existing.find(({ language }) => language === code);
    return { code, fields: texts.map((field) => fieldIn(code, field, before)) };
  });
  return {
    fields: parts.flatMap(({ fields }) => fields),
    node: h("details", { class: "field", open: existing.length > 0 }, h("summary", {}, t("admin.translations")),
      h("p", { class: "hint" }, t("admin.translations.hint", { language: languageName(first) })),
      perLanguage(parts, ({ fields }) => fields.map(({ node }) => node))),
    body: () => ({
      translations: parts.map(({ code, fields }) => ({
        language: code, ...Object.fromEntries(fields.map((field, i) => [texts[i].name, field.value()])),
      })),
    }),
  };
}

/** @type {(code: Api.Language, field: InputField<string, HTMLInputElement | HTMLTextAreaElement>,
 *   before?: Api.Translation) => InputField<string, HTMLInputElement | HTMLTextAreaElement>} */
function fieldIn(code, { name, label, input }, before) {
  const value = before?.[/** @type {"title" | "description" | "text" | "name" | "affiliation"} */ (name)];
  const language = languageName(code);
  const options = { name: `${name}.${code}`, label: t("admin.translations.field", { label, language }), value };
  return input instanceof HTMLTextAreaElement ? areaField(options) : textField({ ...options, autocomplete: "off" });
}
