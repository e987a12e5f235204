// A forgotten password: asking for a link, and choosing a new password with it.

import { post } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { notify, setRoute } from "../../lib/router.js";
import { begin, lastEmail } from "../../lib/session.js";
import { emailField, newPasswordField } from "../../lib/signin.js";
import { notice } from "../../lib/states.js";

/** Asks for a link or, where the server sends none, says whom to ask.
 *  @type {(info: Api.Info) => HTMLElement} */
export function forgottenView({ mail, contact }) {
  const ask = form({
    fields: [emailField(lastEmail())],
    submit: t("voter.forgotten.submit"),
    busy: t("voter.forgotten.busy"),
    send: async (values) => {
      await post("/api/auth/reset", values);
      const said = notice("success", h("p", {}, t("voter.forgotten.sent", { email: values.email })),
        h("p", {}, t("voter.forgotten.sent.next")));
      said.tabIndex = -1;
      lead.remove();
      panel.replaceWith(said);
      said.focus();
    },
  });
  const lead = h("p", { class: "lead" }, t(mail ? "voter.forgotten.lead" : "voter.forgotten.noMail"));
  const panel = h("section", { class: "panel" }, ask);
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.forgotten")),
    lead,
    mail && panel,
    h("section", { class: "forgotten-else" },
      contact && h("p", { class: "prose" }, t("voter.contact", { contact })),
      h("p", {}, t("voter.forgotten.slip"))),
    h("p", { class: "actions" }, h("a", { class: "button button-quiet", href: "#" }, t("voter.forgotten.back"))));
}

/** Chooses a new password with the token of a link.
 *  @type {(token: string) => HTMLElement} */
export function resetView(token) {
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.reset")),
    h("p", { class: "lead" }, t("voter.reset.lead")),
    h("section", { class: "panel" }, form({
      fields: [newPasswordField("newPassword", t("voter.profile.new"))],
      submit: t("voter.reset.submit"),
      busy: t("voter.profile.saving"),
      send: async ({ newPassword }) => {
        const session = await post("/api/auth/reset/password", { token, newPassword });
        setRoute("");
        begin(session);
        notify("success", t("voter.profile.password.done"));
      },
    })),
    h("p", { class: "actions" }, h("a", { class: "button button-quiet", href: "#forgotten" }, t("voter.reset.again"))));
}
