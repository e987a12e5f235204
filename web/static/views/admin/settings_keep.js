// How long data is kept: three numbers of days in the settings.
//
// keys: settings.keep.*

import { h } from "../../lib/dom.js";
import { textField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";

const MOST = 36_525; // days, as the server takes them
const WHOLE = /^\d{1,5}$/;

/** A number of days; empty where nothing goes.
 *  @type {<const Name extends keyof Api.KeepDays>(name: Name, days: number) => InputField<Name>} */
const daysField = (name, days) => textField({
  name, label: t(`settings.keep.${name}`), hint: t(`settings.keep.${name}.hint`), value: days ? String(days) : "",
  inputmode: "numeric", autocomplete: "off", maxlength: "5",
  check: (text) => (text === "" || (WHOLE.test(text) && Number(text) <= MOST) ? ""
    : t("settings.keep.number", { max: MOST })),
});

/** The section of the settings, its fields, and what a change sends.
 *  @type {(now: Api.KeepDays) => { fields: Field[], section: () => Child, body: () => Api.KeepDays }} */
export function keepFields(now) {
  const applications = daysField("applications", now.applications);
  const accounts = daysField("accounts", now.accounts);
  const rolls = daysField("rolls", now.rolls);
  return {
    fields: [applications, accounts, rolls],
    section: () => [h("h2", {}, t("settings.keep")), h("p", {}, t("settings.keep.lead")),
      applications.node, accounts.node, rolls.node],
    body: () => ({ applications: Number(applications.value()), accounts: Number(accounts.value()),
      rolls: Number(rolls.value()) }),
  };
}
