// The ways in: sign in, register, and the set-up of a server that has no administrator yet.

import { post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { choiceField, form, passwordField, textField } from "../lib/form.js";
import { go, notify } from "../lib/router.js";
import { begin, lastEmail } from "../lib/session.js";
import { notice } from "../lib/states.js";

const PASSWORD_HINT = "At least 10 characters. A few words in a row are good.";

const emailField = () => textField({
  name: "email", label: "E-mail address", type: "email", autocomplete: "username", inputmode: "email",
  autocapitalize: "none", spellcheck: "false", value: lastEmail(), missing: "Enter your e-mail address",
});

const nameField = () => textField({
  name: "fullName", label: "Full name", autocomplete: "name", missing: "Enter your full name",
});

const newPasswordField = () => passwordField({
  name: "password", label: "Password", autocomplete: "new-password", hint: PASSWORD_HINT, missing: "Choose a password",
});

/** What this is, and the form to sign in with. */
export function signInView(info) {
  const signIn = form({
    fields: [
      emailField(),
      passwordField({
        name: "password", label: "Password", autocomplete: "current-password", missing: "Enter your password",
      }),
    ],
    submit: "Sign in",
    busy: "Signing in…",
    send: async (values) => begin(await post("/api/auth/login", values)),
  });
  return h("article", { class: "welcome" },
    h("div", {},
      h("h1", {}, info.organisation ? `Elections of ${info.organisation}` : "Elections"),
      h("p", { class: "lead" },
        "Choose a candidate, check your choice and cast your ballot. ",
        "No count is shown to anybody before an election is over."),
      h("img", { class: "shard", src: "../shard.svg", alt: "", width: "320", height: "260" })),
    h("section", { class: "panel" },
      h("h2", {}, "Sign in"),
      info.setupRequired && notice("info", h("p", {},
        "This server is not set up yet. Its operator finds a one-time set-up link in the output of the server.")),
      signIn,
      h("p", { class: "panel-foot" }, "No account yet? ", h("a", { href: "#register" }, "Register to vote"))));
}

/** Registration with one identity number, and then straight on to the elections. */
export function registerView({ identity }) {
  const kinds = {
    nationalId: { label: "National ID", hint: identity.nationalId.description },
    voterId: { label: "Voter ID", hint: identity.voterId.description },
  };
  const number = textField({
    name: "identityNumber", label: "Identity number", hint: kinds.nationalId.hint, autocomplete: "off",
    autocapitalize: "characters", spellcheck: "false", aliases: Object.keys(kinds),
    missing: "Enter your identity number",
  });
  const kind = choiceField({
    name: "identityKind",
    legend: "Which identity number do you have at hand?",
    options: Object.entries(kinds).map(([value, { label }]) => ({ value, label })),
    onChange: (value) => number.setHint(kinds[value].hint),
  });
  const register = form({
    fields: [
      nameField(),
      emailField(),
      newPasswordField(),
      textField({ name: "dateOfBirth", label: "Date of birth", type: "date", autocomplete: "bday" }),
      textField({ name: "phone", label: "Phone", type: "tel", autocomplete: "tel" }),
      kind,
      number,
    ],
    submit: "Register",
    busy: "Registering…",
    send: registerAndSignIn,
  });
  return h("article", { class: "narrow" },
    h("h1", {}, "Register to vote"),
    h("p", { class: "lead" },
      "Your identity number makes sure that everybody has one account and one vote. It is not kept itself: ",
      "only a fingerprint of it, and its last four characters."),
    h("section", { class: "panel" },
      register,
      h("p", { class: "panel-foot" }, "Registered already? ", h("a", { href: "#" }, "Sign in"))));
}

async function registerAndSignIn({ identityKind, identityNumber, dateOfBirth, phone, ...rest }) {
  await post("/api/auth/register", {
    ...rest,
    [identityKind]: identityNumber,
    ...(dateOfBirth && { dateOfBirth }),
    ...(phone && { phone }),
  });
  let session;
  try {
    session = await post("/api/auth/login", { email: rest.email, password: rest.password });
  } catch {
    notify("success", "You are registered. Sign in to go on.");
    return go("");
  }
  notify("success", `Welcome, ${session.user.fullName}. You are registered and can vote.`);
  return begin(session);
}

/** The first administrator and the organisation, by the link that the server prints at its first start. */
export function setupView({ organisation, setupRequired }, setupToken) {
  if (!setupRequired) {
    return h("article", { class: "narrow" },
      h("h1", {}, "This server is set up"),
      h("p", { class: "lead" }, "A set-up link works once, and this server has its administrator already."),
      h("p", { class: "actions" }, h("a", { class: "button", href: "#" }, "Sign in")));
  }
  const setup = form({
    fields: [
      textField({
        name: "organisation", label: "Organisation", autocomplete: "organization", value: organisation,
        hint: "Whose elections these are. Voters see this name.", missing: "Enter the name of the organisation",
      }),
      nameField(),
      emailField(),
      newPasswordField(),
    ],
    submit: "Set up",
    busy: "Setting up…",
    send: async (values) => {
      const session = await post("/api/auth/setup", { setupToken, ...values });
      notify("success", "The server is set up, and you are its first administrator.");
      begin(session);
    },
  });
  return h("article", { class: "narrow" },
    h("h1", {}, "Set up this server"),
    h("p", { class: "lead" },
      "Name the organisation and make the account of its first administrator. This link works once."),
    h("section", { class: "panel" }, setup));
}
