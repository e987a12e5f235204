// The fields of a person on the roll: the list, the form of a person and the help on tables go by these rows.
//
// keys: roll.field.* roll.hint.*

import { areaField, selectField, textField } from "../../lib/fields.js";
import { day, languageName, number } from "../../lib/format.js";
import { has, languages, t } from "../../lib/i18n.js";

const MOST_WEIGHT = 1_000_000;
const DECIMAL = /^\d{1,7}([.,]\d{1,4})?$/;
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/; // thousands, or three decimals

/**
 * A field, by its name in the API. `column` is its head in tables. `listed` gives what the list shows of its value.
 * `input` makes the input of the form, and `more` puts it among the inputs that few people need. `sent` gives the value
 * for the API; without it an empty text is null, and is left out of a new entry.
 * @typedef {{ name: string, column: string, label?: MessageKey, head?: MessageKey, more?: boolean,
 *   listed?: (value: any) => Child,
 *   input?: (common: Common, entry?: Api.RollEntry) => InputField<string, any>,
 *   sent?: (value: string) => unknown }} RollField
 * @typedef {{ name: string, label: string, hint?: string, value?: string, autocomplete: "off" }} Common
 */

/** @type {(attributes: Attributes<HTMLInputElement>) => (common: Common) => InputField} */
const line = (attributes) => (common) => textField({ ...attributes, ...common });

/** @type {(value: Child) => Child} */
const same = (value) => value;

/** @type {RollField[]} */
export const FIELDS = [
  {
    name: "fullName", column: "full_name", label: "roll.person.name", sent: (value) => value,
    input: (common) => textField({ ...common, missing: t("roll.person.name.missing"), maxlength: "120" }),
  },
  { name: "lastName", column: "last_name", more: true, input: line({ maxlength: "120" }) },
  { name: "member", column: "member", listed: same, input: line({ maxlength: "60" }) },
  {
    name: "dateOfBirth", column: "date_of_birth", listed: (value) => value && day(value),
    input: line({ type: "date" }),
  },
  {
    name: "nationalId", column: "national_id", more: true, input: numberField("NATIONAL_ID"),
    sent: (value) => value || undefined,
  },
  {
    name: "voterId", column: "voter_id", more: true, input: numberField("VOTER_ID"),
    sent: (value) => value || undefined,
  },
  {
    name: "weight", column: "weight", listed: (value) => number(value, 4), more: true, input: weightField,
    sent: weightIn,
  },
  {
    name: "groups", column: "groups", more: true, listed: groupsOf, sent: groupsIn,
    input: (common, entry) => areaField({ ...common, value: (entry?.groups ?? []).join("\n"), rows: "3" }),
  },
  { name: "proxyFor", column: "proxy_for" },
  {
    name: "email", column: "email", head: "roll.head.email", listed: same,
    input: line({ type: "email", autocapitalize: "none", spellcheck: "false" }),
  },
  { name: "address", column: "address", input: (common) => areaField({ ...common, maxlength: "300", rows: "3" }) },
  { name: "language", column: "language", input: languageField },
  { name: "present", column: "present" },
];

/** What the form, the list and reports call a field.
 *  @type {(field: RollField) => string} */
export const labelOf = ({ name, label }) => t(label ?? /** @type {MessageKey} */ (`roll.field.${name}`));

/** What an entry has in a field.
 *  @type {(field: RollField, entry?: Api.RollEntry) => any} */
export const valueOf = ({ name }, entry) => /** @type {Record<string, unknown>} */ ({ ...entry })[name];

/** The field of the form that shows a field of an entry, which is undefined for a new one.
 *  @type {(field: RollField, entry?: Api.RollEntry) => InputField<string, any>[]} */
export function inputOf(field, entry) {
  const { name, input } = field;
  const hint = `roll.hint.${name}`;
  const value = valueOf(field, entry);
  /** @type {Common} */
  const common = { name, label: labelOf(field), hint: has(hint) ? t(hint) : undefined, value, autocomplete: "off" };
  return input ? [input(common, entry)] : [];
}

/** What the API gets for the values of the form. An empty field empties what the roll has.
 *  @type {(values: Record<string, string>, isNew: boolean) => { fullName: string, [field: string]: unknown }} */
export function bodyOf(values, isNew) {
  const plain = (/** @type {string} */ value) => value || (isNew ? undefined : null);
  const sent = FIELDS.filter(({ input }) => input).map(({ name, sent = plain }) => [name, sent(values[name])]);
  return { fullName: values.fullName, ...Object.fromEntries(sent) };
}

/** Names of groups, one a line or with semicolons between them.
 *  @type {(text: string) => string[]} */
export const groupNames = (text) => text.split(/[;\n]/).map((name) => name.trim()).filter(Boolean);

// Functions, since the rows above name them.
/** @type {(names?: string[]) => string} */
function groupsOf(names = []) { return names.join(", "); }

/** @type {(text: string) => string[] | null} */
function groupsIn(text) { return groupNames(text).length > 0 ? groupNames(text) : null; }

/** @type {(common: Common, entry?: Api.RollEntry) => InputField} */
function weightField(common, { weight } = /** @type {Api.RollEntry} */ ({ weight: 1 })) {
  const wrong = t("roll.person.weight.wrong", { max: MOST_WEIGHT });
  const value = UNCLEAR.test(String(weight)) ? `${weight}0` : String(weight);
  return textField({
    ...common, value, missing: wrong, inputmode: "decimal", maxlength: "12",
    check: (text) => {
      if (UNCLEAR.test(text))
        return t("roll.person.weight.unclear", { text, whole: text.replace(/[.,]/, ""), decimal: `${text}0` });
      return DECIMAL.test(text) && weightIn(text) > 0 && weightIn(text) <= MOST_WEIGHT ? "" : wrong;
    },
  });
}

/** The weight that somebody has typed.
 *  @type {(text: string) => number} */
export function weightIn(text) { return Number(text.replace(",", ".")); }

/** @type {(common: Common) => InputField<string, HTMLSelectElement>} */
function languageField({ name, label, hint, value = "" }) {
  const made = selectField({
    name, label, hint, value, options: [
      { value: "", label: t("roll.person.language.none") },
      ...languages().map(([code]) => ({ value: code, label: languageName(code) })),
    ],
  });
  made.check = () => ""; // none is a choice too
  return made;
}

// The server keeps a fingerprint of a number and its end, so the field begins empty; a number stays unless there is
// another one.
/** @type {(kind: Api.Identity["kind"]) => (common: Common, entry?: Api.RollEntry) => InputField} */
function numberField(kind) {
  return (common, entry) => {
    const kept = [entry?.identity, entry?.secondIdentity].find((identity) => identity?.kind === kind);
    return textField({
      ...common, autocapitalize: "characters", spellcheck: "false",
      hint: kept ? t("roll.person.number.kept", { ends: kept.lastFour }) : t("roll.person.number.hint"),
    });
  };
}
