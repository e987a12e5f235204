// The fields of the settings, in the set-up and on the page of the settings.
//
// keys: settings.policy.* settings.nationalId settings.voterId settings.read.* settings.secondFact.*

import { h } from "../../lib/dom.js";
import { areaField, choiceField, selectField, textField } from "../../lib/fields.js";
import { languages, locale, rich, t } from "../../lib/i18n.js";
import { zoneOf } from "../../lib/zone.js";

/** @type {(value?: string) => InputField<"organisation">} */
export const organisationField = (value) => textField({
  name: "organisation", label: t("admin.setup.organisation"), autocomplete: "organization", value,
  hint: t("admin.setup.organisation.hint"), missing: t("admin.setup.organisation.missing"),
});

/** @type {(value?: string) => InputField<"contact", HTMLTextAreaElement>} */
export const contactField = (value) => areaField({
  name: "contact", label: t("settings.contact"), hint: t("settings.contact.hint"), value, rows: "2", maxlength: "300",
});

/** @type {(value: string) => InputField<"language", HTMLSelectElement>} */
export const languageField = (value) => selectField({
  name: "language", label: t("settings.language"), hint: t("settings.language.hint"), value,
  options: languages().map(([code, label]) => ({ value: code, label, lang: code })),
});

/** @type {(value: string) => InputField<"timeZone">} */
export const zoneField = (value) => textField({
  name: "timeZone", label: t("admin.setup.zone"), value, autocomplete: "off", spellcheck: "false",
  hint: t("admin.setup.zone.hint"), missing: t("admin.setup.zone.missing"),
  check: (zone) => (zoneOf(zone) ? "" : t("settings.zone.unknown")),
});

/** Who may vote. The roll comes first: it is what most organisations want. `cards` says that the
 *  server reads cards.
 *  @type {(cards: boolean, value: Api.IdentityPolicy, onChange?: (value: string) => void) =>
 *   ReturnType<typeof choiceField<"policy">>} */
export function policyField(cards, value, onChange) {
  const offered = /** @type {const} */ (["roll", "number", "card"]).filter((policy) => policy !== "card" || policy ===
     value || cards);
  return choiceField({
    name: "policy", legend: t("settings.policy"), value, onChange,
    options: offered.map((policy) =>
      ({ value: policy, label: t(`settings.policy.${policy}`), hint: t(`settings.policy.${policy}.hint`) })),
  });
}

/** A kind of number, by its country and name, or one of `others`, such as none; "" is none yet. Below it stands where a
 *  photo of a card has the number.
 *  @type {<Name extends "nationalId" | "voterId">(name: Name, value: string, kinds: Api.NumberKind[],
 *   others?: string[]) => InputField<Name, HTMLSelectElement>} */
export function kindField(name, value, kinds, others = []) {
  /** @type {(chosen: string) => string | undefined} */
  const hint = (chosen) => {
    const kind = kinds.find(({ scheme }) => scheme === chosen);
    return kind && t(`settings.read.${kind.readFrom}`);
  };
  const field = selectField({
    name, label: t(`settings.${name}`), value, hint: hint(value),
    options: [...others, ...kinds.map(({ scheme }) => scheme)].map((kind) =>
      ({ value: kind, label: kind ? kindWords(kind) : t("settings.kind.choose") })),
  });
  field.input.addEventListener("change", () => field.setHint(hint(field.value())));
  return field;
}

/** What is wrong with the chosen kinds of number under a policy: a card is read for one kind, which a photo gives.
 *  @type {(policy: string, chosen: string[], kinds: Api.NumberKind[]) => string} */
export function kindsMissing(policy, chosen, kinds) {
  if (policy !== "card") return "";
  if (chosen.every((kind) => ["any", "none"].includes(kind))) return t("settings.kind.card");
  const unread = kinds.find(({ scheme, readFrom }) => readFrom === "none" && chosen.includes(scheme));
  return unread ? t("settings.kind.unread", { kind: kindWords(unread.scheme) }) : "";
}

/** How old people have to be to register, in years; empty for no least age.
 *  @type {(value: number) => InputField<"leastAge">} */
export const ageField = (value) => textField({
  name: "leastAge", label: t("settings.age"), hint: t("settings.age.hint"), value: value ? String(value) : "",
  inputmode: "numeric", autocomplete: "off", maxlength: "2",
  check: (text) => (/^\d{0,2}$/.test(text) ? "" : t("settings.age.whole")),
});

/** @type {(kind: string) => string} */
export function kindWords(kind) {
  const [country] = kind.split("-");
  if (country === kind) return t(kind === "none" ? "settings.kind.none" : "settings.kind.any");
  return t("settings.kind", { country: new Intl.DisplayNames([locale()], { type: "region" }).of(country.toUpperCase()),
    name: kind });
}

/** What a slip or a link asks for too, and how many people on the roll lack it.
 *  @type {(value: Api.SecondFact, lacking: Api.FactsLacking) => ReturnType<typeof choiceField<"secondFact">>} */
export const secondFactField = (value, lacking) => choiceField({
  name: "secondFact", legend: t("settings.secondFact"), hint: t("settings.secondFact.hint"), value,
  options: [
    { value: "none", label: t("settings.secondFact.none") },
    ...(/** @type {const} */ (["dateOfBirth", "member"])).map((fact) => ({ value: fact,
      label: t(`settings.secondFact.${fact}`),
      hint: lacking[fact] > 0 && t("settings.secondFact.lacking", { n: lacking[fact] }) })),
  ],
});

/** The sites that may show models, one a line.
 *  @type {(value: string[]) => InputField<"sites", HTMLTextAreaElement>} */
export const sitesField = (value) => areaField({
  name: "sites", label: t("settings.sites"), value: value.join("\n"), rows: "2", spellcheck: "false",
  autocapitalize: "none", hint: rich("settings.sites.hint", { models: h("a", { href: "#models" },
    t("settings.sites.models")) }),
});

/** The origins in a text. A name in other letters is written as browsers send it; what is no origin stays as it is.
 *  @type {(text: string) => string[]} */
export const originsIn = (text) => text.split(/\s+/).filter(Boolean).map((word) => {
  try {
    const { origin, pathname } = new URL(word);
    return pathname === "/" ? origin : word;
  } catch {
    return word;
  }
});
