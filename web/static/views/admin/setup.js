// The set-up of a server that has no administrator yet.

import { post } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { notify } from "../../lib/router.js";
import { begin } from "../../lib/session.js";
import { emailField, newPasswordField } from "../../lib/signin.js";
import { ownZone } from "../../lib/zone.js";

/**
 * Makes the first administrator and names the organisation, by the link that the server prints at
 * its first start. Then it calls done().
 * @type {(info: Api.Info, setupToken: string, done: () => Promise<void>) => HTMLElement}
 */
export function setupView({ organisation, setupRequired }, setupToken, done) {
  if (!setupRequired) {
    return h("article", { class: "narrow" },
      h("h1", {}, t("admin.setup.done.title")),
      h("p", { class: "lead" }, t("admin.setup.done.lead")),
      h("p", { class: "actions" }, h("a", { class: "button", href: "#" }, t("shell.signIn"))));
  }
  const setup = form({
    fields: [
      textField({
        name: "organisation", label: t("admin.setup.organisation"), autocomplete: "organization", value: organisation,
        hint: t("admin.setup.organisation.hint"), missing: t("admin.setup.organisation.missing"),
      }),
      textField({
        name: "fullName", label: t("admin.setup.name"), autocomplete: "name", missing: t("admin.setup.name.missing"),
      }),
      textField({
        name: "timeZone", label: t("admin.setup.zone"), value: ownZone(), autocomplete: "off", spellcheck: "false",
        hint: t("admin.setup.zone.hint"), missing: t("admin.setup.zone.missing"),
      }),
      emailField(),
      newPasswordField("password", t("shell.password")),
    ],
    submit: t("admin.setup.submit"),
    busy: t("admin.setup.busy"),
    draft: "setup",
    send: async (values) => {
      const session = await post("/api/auth/setup", { setupToken, ...values });
      await done();
      notify("success", t("admin.setup.success"));
      begin(session);
    },
  });
  return h("article", { class: "narrow" },
    h("h1", {}, t("admin.setup.title")),
    h("p", { class: "lead" }, t("admin.setup.lead")),
    h("section", { class: "panel" }, setup));
}
