// One person of the electoral roll: the form to add or correct them, their slip, and their removal.

import { del, get, post, put } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { areaField, selectField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { languageName } from "../../lib/format.js";
import { languages, t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { page } from "./frame.js";
import { stateBadge } from "./roll.js";

const PATH = "/api/admin/roll";
const MOST_WEIGHT = 1000;

const trail = () => [{ label: t("roll.title"), to: "roll" }];

/** The form of a person who is new.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function newEntryView(signal, info) {
  return page({ info, section: "roll", trail: trail(), title: t("roll.person.new") },
    h("section", { class: "panel narrow" }, personForm({
      submit: t("roll.person.new.submit"),
      send: async (body) => {
        await post(`${PATH}/entries`, body);
        notify("success", t("roll.person.added", { name: body.fullName }));
      },
    })));
}

/** The form of a person on the roll, and what else can be done for them.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function entryView(signal, info, id) {
  const entry = await get(`${PATH}/${id}`, signal);
  return page({ info, section: "roll", trail: trail(), title: entry.fullName, beside: stateBadge(entry) },
    h("section", { class: "panel narrow" }, personForm({
      entry,
      submit: t("admin.save"),
      send: async (body) => {
        await put(`${PATH}/${id}`, body);
        notify("success", t("roll.person.saved", { name: body.fullName }));
      },
    })),
    h("section", { class: "narrow" },
      h("h2", {}, t("roll.person.slip")),
      h("p", {}, slipWords(entry)),
      h("p", { class: "actions" },
        h("a", { class: "button button-quiet", href: `#roll/slips/${id}` }, t("roll.person.slip.make")),
        entry.user && h("a", { class: "button button-quiet", href: `#people/${entry.user}` }, t("roll.person.account")),
        h("button", { type: "button", class: "button button-quiet button-risky", on: { click: () => remove(entry) } }, t("roll.remove")))));
}

/** @type {(entry: Api.RollEntry) => string} */
function slipWords({ fullName, hasKey, keyUsed }) {
  return t(keyUsed ? "roll.person.slip.used" : hasKey ? "roll.person.slip.unused" : "roll.person.slip.none", { name: fullName });
}

/** @typedef {{ fullName: string, [field: string]: unknown }} Body */

/** @type {(options: { entry?: Api.RollEntry, submit: string, send: (body: Body) =>
 *   Promise<unknown> }) => HTMLElement} */
function personForm({ entry, submit, send }) {
  const { basic, more, inUse } = fieldsOf(entry);
  return form({
    fields: [...basic, ...more],
    layout: () => [
      basic.map(({ node }) => node),
      h("details", { class: "field", open: inUse }, h("summary", {}, t("roll.person.more")), more.map(({ node }) => node)),
    ],
    submit,
    busy: t("admin.saving"),
    send: async (values) => {
      await send(bodyOf(values, !entry));
      go("roll");
    },
    actions: [h("a", { class: "button button-quiet", href: "#roll" }, t("shell.cancel"))],
  });
}

/** @type {(entry?: Api.RollEntry) => { basic: InputField<string, any>[], more: InputField[],
 *   inUse: boolean }} */
function fieldsOf(entry) {
  const { fullName, dateOfBirth, member, email, language = "", address, weight = 1, proxyFor = [] } = entry ?? {};
  const basic = [
    textField({
      name: "fullName", label: t("roll.person.name"), value: fullName, missing: t("roll.person.name.missing"), maxlength: "120", autocomplete: "off",
    }),
    textField({ name: "member", label: t("roll.field.member"), hint: t("roll.person.member.hint"), value: member, maxlength: "60", autocomplete: "off" }),
    textField({ name: "dateOfBirth", label: t("roll.field.dateOfBirth"), type: "date", value: dateOfBirth, autocomplete: "off" }),
    textField({ name: "email", label: t("roll.person.email"), type: "email", value: email, autocapitalize: "none", spellcheck: "false", autocomplete: "off" }),
    areaField({ name: "address", label: t("roll.person.address"), hint: t("roll.person.address.hint"), value: address, maxlength: "300", rows: "3" }),
    languageField(language),
  ];
  const more = [
    numberField("nationalId", "NATIONAL_ID", entry),
    numberField("voterId", "VOTER_ID", entry),
    textField({
      name: "weight", label: t("roll.field.weight"), hint: t("roll.person.weight.hint"), value: String(weight), missing: t("roll.person.weight.wrong", { max: MOST_WEIGHT }),
      inputmode: "numeric", autocomplete: "off", maxlength: "4",
      check: (text) => (/^[1-9]\d*$/.test(text) && Number(text) <= MOST_WEIGHT ? "" : t("roll.person.weight.wrong", { max: MOST_WEIGHT })),
    }),
    textField({
      name: "proxyFor", label: t("roll.field.proxyFor"), hint: t("roll.person.proxyFor.hint"), value: proxyFor.join("; "), autocomplete: "off",
    }),
  ];
  return { basic, more, inUse: Boolean(entry?.identity) || weight !== 1 || proxyFor.length > 0 };
}

/** @type {(value: string) => InputField<"language", HTMLSelectElement>} */
function languageField(value) {
  const made = selectField({
    name: "language", label: t("roll.person.language"), hint: t("roll.person.language.hint"), value, options: [
      { value: "", label: t("roll.person.language.none") },
      ...languages().map(([code]) => ({ value: code, label: languageName(code) })),
    ],
  });
  made.check = () => ""; // none is a choice too
  return made;
}

// The server keeps a fingerprint of a number and its end, so the field begins empty.
/** @type {(name: "nationalId" | "voterId", kind: Api.Identity["kind"], entry?: Api.RollEntry) =>
 *   InputField} */
function numberField(name, kind, entry) {
  const kept = [entry?.identity, entry?.secondIdentity].find((identity) => identity?.kind === kind);
  return textField({
    name, label: t(`roll.field.${name}`), autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    hint: kept ? t("roll.person.number.kept", { ends: kept.lastFour }) : t("roll.person.number.hint"),
  });
}

// An empty field empties what the roll has; a number stays unless there is another one.
/** @type {(values: Record<string, string>, isNew: boolean) => Body} */
function bodyOf({ fullName, weight, proxyFor, nationalId, voterId, ...rest }, isNew) {
  const filled = Object.entries({ ...rest, nationalId, voterId }).filter(([name, value]) =>
    value !== "" || (!isNew && name !== "nationalId" && name !== "voterId"));
  return {
    fullName, ...Object.fromEntries(filled.map(([name, value]) => [name, value || null])),
    weight: Number(weight), proxyFor: proxyFor.split(";").map((member) => member.trim()).filter(Boolean),
  };
}

/** @type {(entry: Api.RollEntry) => Promise<void>} */
async function remove({ id, fullName, proxyFor, user }) {
  const done = await confirm({
    title: t("roll.remove.title", { name: fullName }),
    body: [t(user ? "roll.remove.registered" : "roll.remove.lead"),
      proxyFor && t("roll.remove.proxies", { n: proxyFor.length })].filter(Boolean).join(" "),
    yes: t("roll.remove"),
    doing: t("roll.remove.doing"),
    danger: true,
    act: () => del(`${PATH}/${id}`),
  });
  if (!done) return;
  notify("success", t("roll.removed", { name: fullName }));
  go("roll");
}
