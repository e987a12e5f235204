// Signing in: the form, and a dialog with it over a page whose session has expired.

import { ApiError, onExpiry, post } from "./api.js";
import { sessionBySlip } from "./byslip.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { passwordField, textField } from "./fields.js";
import { form } from "./form.js";
import { t } from "./i18n.js";
import { later } from "./later.js";
import { begin, current, end, lastEmail } from "./session.js";

/** What asks for a second fact comes in a file of its own. */
export const secondFact = () => later(() => import("./secondfact.js"));

/** The field of an e-mail address.
 *  @type {(value?: string, more?: { autocomplete?: string, readonly?: boolean }) =>
 *   InputField<"email">} */
export const emailField = (value, more = {}) => textField({
  name: "email", label: t("shell.email"), type: "email", autocomplete: "username", inputmode: "email",
  autocapitalize: "none",
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

/** The field of the key on a slip.
 *  @type {(value?: string) => InputField<"key">} */
export const slipField = (value) => textField({
  name: "key", label: t("shell.slip"), hint: t("shell.slip.hint"), autocomplete: "off", autocapitalize: "characters",
  spellcheck: "false",
  secret: true, value, missing: t("shell.slip.missing"),
});

/** A session, if it is of this person; the form says otherwise that the slip is somebody else's.
 *  @type {(session: KeptSession, person?: Api.User) => KeptSession} */
export function ofPerson(session, person) {
  if (session.user.id !== person?.id) throw new ApiError({ code: "other_slip", error: t("shell.slip.other") });
  return session;
}

/** The sign-in form. The page goes on by itself when the session begins. */
export function signInForm() {
  return form({
    fields: [emailField(lastEmail()), password()],
    submit: t("shell.signIn"),
    busy: t("shell.signIn.busy"),
    send: async (values) => begin(await post("/api/auth/login", values)),
    more: h("p", { class: "forgotten" }, h("a", { href: "/#forgotten" }, t("shell.forgotten"))),
  });
}

/** Ends the session. The page tells the server, but does not wait for the answer: people may be leaving
 *  a shared computer. */
export function signOut() {
  post("/api/auth/logout", {}).catch(() => {});
  end("signed-out");
}

/** A view with only the form, for pages that need a session.
 *  @type {(lead?: Child) => HTMLElement} */
export function signInView(lead) {
  return h("article", { class: "narrow" },
    h("h1", {}, t("shell.signIn")),
    lead && h("p", { class: "lead" }, lead),
    h("section", { class: "panel" }, signInForm()));
}

/** The view of a server that has no administrator yet: nobody can sign in. */
export const notSetUpView = () => h("article", { class: "narrow" },
  h("h1", {}, t("shell.setup.title")),
  h("p", { class: "lead" }, t("shell.setup.lead")));

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
  const before = current()?.user;
  const { factFields, withFacts } = await secondFact();
  const facts = factFields();
  const renewed = await openDialog({
    title: t("shell.expired.title"),
    content: (close) => {
      /** @type {(session: KeptSession) => void} */
      const renew = (session) => {
        begin(session, "renewed");
        close(true);
      };
      const common = {
        submit: t("shell.signIn"),
        busy: t("shell.signIn.busy"),
        actions: [h("button", { type: "button", class: "button button-quiet", on: { click: () => close(false) } },
          t("shell.expired.leave"))],
      };
      return [
        h("p", {}, t("shell.expired.lead")),
        before?.hasPassword === false
          ? form({
            ...common,
            fields: [slipField(), ...facts],
            send: async ({ key }) => {
              renew(ofPerson(await withFacts(facts, (said) => sessionBySlip(key, said)), before));
            },
          })
          : form({
            ...common,
            fields: [emailField(lastEmail(), { readonly: true }), password()],
            send: async (values) => renew(await post("/api/auth/login", values)),
          }),
      ];
    },
  });
  return renewed === true;
}
