// The set-up of a server that has no administrator yet, in steps.
//
// keys: settings.setup.step.*

import { post } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { notify } from "../../lib/router.js";
import { begin } from "../../lib/session.js";
import { emailField, newPasswordField } from "../../lib/signin.js";
import { ownZone } from "../../lib/zone.js";
import { contactField, kindField, kindsMissing, languageField, organisationField, policyField,
  zoneField } from "./setting_fields.js";

const STEPS = /** @type {const} */ (["organisation", "place", "people", "account"]);

/**
 * Makes the first administrator and takes the first settings, by the link that the server prints at
 * its first start. Then it calls done().
 * @type {(info: Api.Info, setupToken: string, done: () => Promise<void>) => HTMLElement}
 */
export function setupView({ organisation, language, setupRequired, identity, kinds = [] }, setupToken, done) {
  if (!setupRequired) {
    return h("article", { class: "narrow" },
      h("h1", {}, t("admin.setup.done.title")),
      h("p", { class: "lead" }, t("admin.setup.done.lead")),
      h("p", { class: "actions" }, h("a", { class: "button", href: "#" }, t("shell.signIn"))));
  }
  /** @type {Record<string, unknown>} */
  const given = {};
  const people = peopleFields(identity, kinds);
  const fields = [
    [organisationField(organisation), contactField()],
    [languageField(language), zoneField(ownZone())],
    people.fields,
    [textField({ name: "fullName", label: t("admin.setup.name"), autocomplete: "name",
      missing: t("admin.setup.name.missing") }),
      emailField(), newPasswordField("password", t("shell.password"))],
  ];
  const forms = fields.map((own, i) => form({
    fields: own,
    submit: t(i < STEPS.length - 1 ? "settings.setup.next" : "admin.setup.submit"),
    busy: t("admin.setup.busy"),
    actions: i > 0 ? [h("button", { type: "button", class: "button button-quiet", on: { click: () => show(i - 1) } },
      t("settings.setup.back"))] : [],
    send: async (values) => {
      Object.assign(given, values);
      if (i < STEPS.length - 1) return show(i + 1);
      const rest = Object.fromEntries(
        Object.entries(given).filter(([name]) => !people.fields.some((field) => field.name === name)));
      const session = await post("/api/auth/setup", { setupToken, ...rest, identity: people.value() });
      await done();
      notify("success", t("admin.setup.success"));
      return begin(session);
    },
  }));
  const place = h("section", { class: "panel" });

  /** @type {(at: number) => void} */
  function show(at) {
    const count = t("settings.setup.step", { step: at + 1, of: STEPS.length });
    const title = t(`settings.setup.step.${STEPS[at]}`);
    place.replaceChildren(h("p", { class: "muted" }, count), h("h2", {}, title), forms[at]);
    fields[at][0].focusable.focus();
    announce(`${count}: ${title}`);
  }
  show(0);
  return h("article", { class: "narrow" },
    h("h1", {}, t("admin.setup.title")),
    h("p", { class: "lead" }, t("admin.setup.lead")),
    place);
}

/** Who may vote, and for policies that need a number the kinds of number that no flag has set.
 *  @type {(identity: Api.IdentityRequirements, kinds: Api.NumberKind[]) => { fields: Field[], value(): object }} */
function peopleFields({ cards, nationalId, voterId }, kinds) {
  const national = kindField("nationalId", "", kinds, [""]);
  const voter = kindField("voterId", "none", kinds, ["none"]);
  const asked = [nationalId.scheme === "any" && national,
    voterId.scheme === "any" && voter].filter((field) => field !== false);
  const show = (/** @type {string} */ policy) => {
    for (const { node } of asked) node.hidden = policy === "roll";
  };
  const policy = policyField(cards, "roll", show);
  national.check = () => {
    if (!national.value()) return t("settings.kind.missing");
    return asked.length === 2 ? kindsMissing(policy.value(), asked.map((field) => field.value()), kinds) : "";
  };
  show("roll");
  return {
    fields: [policy, ...asked],
    value: () => ({
      policy: policy.value(), ...(policy.value() === "roll" ? {}
        : Object.fromEntries(asked.map((field) => [field.name, field.value()]))),
    }),
  };
}
