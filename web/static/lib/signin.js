// Signing in: the form, and the same over a page whose session has expired.

import { onExpiry, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { passwordField, textField } from "./fields.js";
import { form } from "./form.js";
import { t } from "./i18n.js";
import { begin, current, lastEmail } from "./session.js";

/** The field of an e-mail address. */
export const emailField = (value, more = {}) => textField({
  name: "email", label: t("shell.email"), type: "email", autocomplete: "username", inputmode: "email", autocapitalize: "none",
  spellcheck: "false", value, missing: t("shell.email.missing"), ...more,
});

const password = () => passwordField({
  name: "password", label: t("shell.password"), autocomplete: "current-password", missing: t("shell.password.missing"),
});

/** The field of a new password. */
export const newPasswordField = (name, label) => passwordField({
  name, label, autocomplete: "new-password", hint: t("shell.password.hint"), missing: t("shell.password.choose"),
});

/** The form to sign in with; the page goes on by itself when the session begins. */
export function signInForm() {
  return form({
    fields: [emailField(lastEmail()), password()],
    submit: t("shell.signIn"),
    busy: t("shell.signIn.busy"),
    send: async (values) => begin(await post("/api/auth/login", values)),
  });
}

/** A view of nothing but the form, for pages that need a session. */
export function signInView(lead) {
  return h("article", { class: "narrow" },
    h("h1", {}, t("shell.signIn")),
    lead && h("p", { class: "lead" }, lead),
    h("section", { class: "panel" }, signInForm()));
}

/** From now on a request that finds the session expired asks for the password, over the page as it stands. */
export function askWhenExpired() {
  let asking = null; // requests that fail together are answered by one dialog
  onExpiry(() => {
    asking ??= ask().finally(() => { asking = null; });
    return asking;
  });
}

async function ask() {
  const { email } = current().user;
  const renewed = await openDialog({
    title: t("shell.expired.title"),
    content: (close) => [
      h("p", {}, t("shell.expired.lead")),
      form({
        fields: [emailField(email, { readonly: true }), password()],
        submit: t("shell.signIn"),
        busy: t("shell.signIn.busy"),
        send: async (values) => {
          begin(await post("/api/auth/login", values), "renewed");
          close(true);
        },
        actions: [h("button", { type: "button", class: "button button-quiet", on: { click: () => close(false) } },
          t("shell.expired.leave"))],
      }),
    ],
  });
  return renewed === true;
}
