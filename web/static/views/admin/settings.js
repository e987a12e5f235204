// The settings: whose server this is, who may vote, and what voters see.
//
// keys: settings.policy.*

import { get, putOver, upload, formOf } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { checkField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { later } from "../../lib/later.js";
import { removePhotoButton, shrink } from "../../lib/photo.js";
import { filePicker } from "../../lib/pick.js";
import { notify, refresh } from "../../lib/router.js";
import { reloadInfo } from "../../lib/shell.js";
import { explain } from "../../lib/states.js";
import { page } from "./frame.js";
import { saving } from "./meanwhile.js";
import { openDoor } from "./policy.js";
import { ageField, contactField, kindField, kindsMissing, kindWords, languageField, organisationField, originsIn,
  policyField, secondFactField, sitesField, zoneField } from "./setting_fields.js";
import { keepFields } from "./settings_keep.js";

const portals = () => later(() => import("./portal.js"));
const providers = () => later(() => import("./provider.js"));
const PATH = "/api/admin/settings";
const LOGO = 640; // pixels of the long side, as the server keeps it

/** All settings, in one form, and the logo.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function settingsView(signal, info) {
  const panels = Promise.all([providers().then((part) => part.providerPanel(signal)),
    portals().then((part) => part.portalPanel(signal))]);
  const [now, lacking, asides] =
    await Promise.all([get(PATH, signal), get("/api/admin/roll/lacking", signal), panels]);
  return page({ info, section: "settings", title: t("settings.title"), lead: t("settings.lead") },
    h("div", { class: "columns" },
      h("section", { class: "panel" }, settingsForm(now, info, lacking)),
      h("section", { class: "panel", "aria-labelledby": "logo" }, h("h2", { id: "logo" }, t("settings.logo")),
        logo(now)),
      asides));
}

/** @type {(now: Api.Settings, info: Api.Info, lacking: Api.FactsLacking) => HTMLFormElement} */
function settingsForm(now, info, lacking) {
  const made = fieldsOf(now, info, lacking);
  return form({
    fields: made.fields,
    submit: t("settings.save"),
    busy: t("settings.saving"),
    layout: made.layout,
    send: saving(made, async () => fieldsOf(await get(PATH), info, lacking), async (_, etag) => {
      await putOver(PATH, made.body(), etag);
      await changed();
    }),
  });
}

/** @type {(now: Api.Settings, info: Api.Info, lacking: Api.FactsLacking) => { etag: string, fields: Field[],
 *   layout: () => Child, body: () => object }} */
function fieldsOf(now, info, lacking) {
  /** @type {(name: string) => boolean} */
  const fixed = (name) => now.fixed.includes(name);
  const organisation = organisationField(now.organisation);
  const contact = contactField(now.contact);
  const address = textField({
    name: "address", label: t("settings.address"), hint: t("settings.address.hint"), value: now.address ?? "",
    inputmode: "url",
    autocomplete: "off", spellcheck: "false", autocapitalize: "none",
  });
  const language = languageField(now.language);
  const zone = zoneField(now.timeZone);
  const policy = policyField(info.identity.cards, now.identity.policy);
  const national = kindField("nationalId", now.identity.nationalId, now.kinds);
  const voter = kindField("voterId", now.identity.voterId, now.kinds, ["none"]);
  const secondFact = secondFactField(now.identity.secondFact, lacking);
  (fixed("identity.nationalId") ? voter : national).check = () =>
    kindsMissing(policy.value(), [national.value(), voter.value()], now.kinds);
  const age = ageField(now.identity.leastAge);
  const expired = checkField({ name: "refuseExpired", label: t("settings.expired"), hint: t("settings.expired.hint"),
    value: now.identity.refuseExpired });
  const convert = checkField({ name: "convert", label: t("settings.convert"), hint: t("settings.convert.hint"),
    value: now.pages.convert });
  const docs = checkField({ name: "docs", label: t("settings.docs"), hint: t("settings.docs.hint"),
    value: now.pages.docs });
  const sites = sitesField(now.sites);
  const keep = keepFields(now.keepDays);
  /** @type {[name: string, field: Field, said: string][]} */
  const mayBeFixed = [
    ["timeZone", zone, t("settings.fixed.zone", { value: now.timeZone })],
    ["identity.policy", policy, t("settings.fixed.policy", { value: t(`settings.policy.${now.identity.policy}`) })],
    ["identity.nationalId", national, t("settings.fixed.nationalId", { value: kindWords(now.identity.nationalId) })],
    ["identity.voterId", voter, t("settings.fixed.voterId", { value: kindWords(now.identity.voterId) })],
  ];
  // What was set at the start is said where its field would be.
  /** @type {(field: Field) => Child} */
  const place = (field) => {
    const [name, , said] = mayBeFixed.find(([, own]) => own === field) ?? [];
    return name && fixed(name) ? h("p", { class: "notice" }, said) : field.node;
  };
  const all = [organisation, contact, address, language, zone, policy, national, voter, age, expired, secondFact,
    convert, docs, sites, ...keep.fields];
  return {
    etag: now.etag,
    fields: all.filter((field) => !mayBeFixed.some(([name, own]) => own === field && fixed(name))),
    layout: () => [
      h("h2", {}, t("settings.whose")), place(organisation), place(contact), place(address),
      h("h2", {}, t("settings.place")), place(language), place(zone),
      h("h2", {}, t("settings.people")), openDoor(info), place(policy), place(national), place(voter),
      place(age), place(expired), h("p", {}, h("a", { href: "#settings/people" }, t("settings.datasheet"))),
      place(secondFact),
      h("h2", {}, t("settings.pages")), place(convert), place(docs),
      h("h2", {}, t("settings.sites.title")), place(sites),
      keep.section(),
    ],
    body: () => ({
      organisation: organisation.value(), contact: contact.value() || null, address: address.value() || null,
      language: language.value(), timeZone: zone.value(),
      identity: {
        policy: policy.value(), nationalId: national.value(), voterId: voter.value(),
        leastAge: Number(age.value()), refuseExpired: expired.value(), secondFact: secondFact.value(),
      },
      pages: { convert: convert.value(), docs: docs.value() }, sites: originsIn(sites.value()),
      keepDays: keep.body(),
    }),
  };
}

async function changed() {
  await reloadInfo();
  notify("success", t("settings.saved"));
  refresh();
}

/** @type {(now: Api.Settings) => HTMLElement} */
function logo({ logo: photo }) {
  const problem = h("p", { class: "field-error", id: "logo-error", role: "alert" });
  /** @type {(file: File) => Promise<void>} */
  const take = async (file) => {
    problem.textContent = "";
    try {
      await upload(`${PATH}/logo`, formOf(await shrink(file, LOGO), "logo"));
      await changed();
    } catch (error) {
      problem.textContent = explain(error);
    }
  };
  const picker = filePicker({
    label: t(photo ? "settings.logo.other" : "settings.logo.choose"), accept: "image/jpeg,image/png,image/webp",
    describedBy: "logo-error",
    content: photo ? h("img", { class: "logo-now", src: photo.url, alt: t("settings.logo.now") })
      : h("p", {}, t("settings.logo.hint")),
    onFiles: ([file]) => take(file),
  });
  if (photo) picker.append(removePhotoButton(`${PATH}/logo`, changed));
  return h("div", {}, problem, picker);
}
