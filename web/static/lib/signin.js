// Signing in: the form, and a dialog with it over a page whose session has expired.

import { onExpiry, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { passwordField, textField } from "./fields.js";
import { form } from "./form.js";
import { t } from "./i18n.js";
import { begin, lastEmail } from "./session.js";

/** The field of an e-mail address.
 *  @type {(value?: string, more?: { autocomplete?: string, readonly?: boolean }) =>
 *   InputField<"email">} */
export const emailField = (value, more = {}) => textField({
  name: "email", label: t("shell.email"), type: "email", autocomplete: "username", inputmode: "email", autocapitalize: "none",
  spellcheck: "false", value, missing: t("shell.email.missing"), ...more,
});

const password = () => passwordField({
  name: "password", label: t("shell.password"), autocomplete: "current-password", missing: t("shell.password.missing"),
});

/** The field of a new password.
 *  @type {<Name extends string>(name: Name, label: string) => InputField<Name>} */
export const newPasswordField = (name, label) => passwordField({
  name, label, autocomplete: "new-password", hint: t("shell.password.hint"), missing: t("shell.password.choose"),
});

/** The sign-in form. The page goes on by itself when the session begins. */
export function signInForm() {
  return form({
    fields: [emailField(lastEmail()), password()],
    submit: t("shell.signIn"),
    busy: t("shell.signIn.busy"),
    send: async (values) => begin(await post("/api/auth/login", values)),
  });
}

/** A view with only the form, for pages that need a session.
 *  @type {(lead?: Child) => HTMLElement} */
export function signInView(lead) {
  return h("article", { class: "narrow" },
    h("h1", {}, t("shell.signIn")),
    lead && h("p", { class: "lead" }, lead),
    h("section", { class: "panel" }, signInForm()));
}

/**
 * From now on, a request whose session has expired asks for the password in a dialog over the page.
 */
export function askWhenExpired() {
  /** @type {Promise<boolean> | null} */
  let asking = null; // one dialog is enough for requests that fail together
  onExpiry(() => {
    asking ??= ask().finally(() => { asking = null; });
    return asking;
  });
}

/** @type {() => Promise<boolean>} */
async function ask() {
  const email = lastEmail();
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
