// Registration: by the number on an identity card, typed or read from a photo of it. Who has a slip
// need not register.

import { codeOf, fieldErrors, post } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { checkField, choiceField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { rich, t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { schemeWords } from "../../lib/said.js";
import { begin, lastEmail } from "../../lib/session.js";
import { emailField, newPasswordField } from "../../lib/signin.js";
import { cardField } from "./card.js";

const FULL_DATE = /^\d{4}-\d\d-\d\d$/;

/** Registration, and then straight on to the elections.
 *  @type {(info: Api.Info) => Promise<HTMLElement>} */
export async function registerView({ identity }) {
  const { policy, cards = false } = identity;
  const twoKinds = identity.voterId.scheme !== "none";
  /** @type {Record<string, { label: string, hint: string }>} */
  const kinds = {
    nationalId: { label: t("voter.kind.nationalId"), hint: schemeWords(identity.nationalId) },
    ...(twoKinds ? { voterId: { label: t("voter.kind.voterId"), hint: schemeWords(identity.voterId) } } : {}),
  };
  const name = textField({ name: "fullName", label: t("voter.name"), autocomplete: "name",
    missing: t("voter.name.missing") });
  const birth = birthField(identity);
  const number = textField({
    name: "identityNumber", label: t("voter.number"), hint: kinds.nationalId.hint, autocomplete: "off", secret: true,
    autocapitalize: "characters", spellcheck: "false", aliases: Object.keys(kinds), missing: t("voter.number.missing"),
  });
  const kind = choiceField({
    name: "identityKind",
    legend: t("voter.kind"),
    options: Object.entries(kinds).map(([value, { label }]) => ({ value, label })),
    onChange: (value) => number.setHint(kinds[value].hint),
  });
  kind.node.hidden = !twoKinds;
  const review = checkField({ name: "askForReview", label: t("voter.review"), hint: t("voter.review.hint") });
  review.node.hidden = true;

  const card = !cards ? null : cardField({
    required: policy === "card",
    reviewed: () => review.value(),
    onPhoto() { [number, name, ...birth].forEach(unfill); },
    onRead(reading) {
      if (reading.identityField) kind.set(reading.identityField);
      const sure = reading.verdict === "readable";
      fill(number, reading.number, sure, kinds[kind.value()].hint);
      fill(name, reading.names.fullName, sure);
      if (FULL_DATE.test(reading.dateOfBirth.value)) birth.forEach((field) => fill(field, reading.dateOfBirth, sure));
      if (!reading.verificationToken) return;
      review.set(false); // an earlier photo was the reason for it
      review.node.hidden = true;
    },
    onUnreadable() { review.node.hidden = policy !== "card"; },
  });
  const register = form({
    fields: [...(card ? [card] : []), kind, number, name, ...birth, emailField(lastEmail()),
      newPasswordField("password", t("shell.password")), review],
    submit: t("voter.register"),
    busy: t("voter.register.busy"),
    draft: "register",
    send: async (values) => {
      try {
        await registerAndSignIn(values);
      } catch (error) {
        if (codeOf(error) === "admission_refused") review.node.hidden = false;
        if (fieldErrors(error).some(({ field }) => field === "verificationToken")) card?.forget();
        throw error;
      }
    },
  });
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.register.title")),
    h("p", { class: "lead" }, policy === "roll" ? t("voter.register.roll") : t("voter.register.lead")),
    h("section", { class: "panel" },
      register,
      h("p", { class: "panel-foot" },
        rich("voter.register.done", { link: h("a", { href: "#" }, t("shell.signIn")) }))));
}

// What nobody compares or demands is not asked for.
/** @type {(identity: Api.IdentityRequirements) => InputField<"dateOfBirth">[]} */
const birthField = ({ birth, leastAge }) => (birth === "unused" ? [] : [textField({
  name: "dateOfBirth", label: t("voter.birth"), type: "date", autocomplete: "bday",
  hint: birth === "required" ? t("voter.birth.age", { age: leastAge }) : t("voter.birth.hint"),
  missing: birth === "required" ? t("shell.birth.missing") : undefined,
})]);

// Puts what was read into a field, and says so beside it until a person changes the field.
/** @type {(field: InputField, read: Api.CardField, sure: boolean, hint?: string) => void} */
function fill(field, { value, check }, sure, hint) {
  if (!value) return;
  field.set(value);
  const words = check === "passed" ? t("voter.read.checked")
    : check === "failed" || !sure ? t("voter.read.unsure") : t("voter.read");
  field.setHint(hint && `${hint} `,
    h("span", { class: check === "passed" ? "read-mark" : "read-mark read-mark-look" }, words));
  field.input.addEventListener("input", () => field.setHint(hint), { once: true });
}

// Empties a field that still has what was read from an earlier photo.
/** @type {(field: InputField) => void} */
function unfill(field) {
  if (!field.node.querySelector(".read-mark")) return;
  field.set("");
  field.setHint();
}

/** @param {{ identityKind: string, identityNumber: string, dateOfBirth?: string,
 *   card?: string, askForReview: boolean, email: string, password: string,
 *   fullName: string }} values */
async function registerAndSignIn({ identityKind, identityNumber, dateOfBirth, card, askForReview, ...rest }) {
  const { application } = await post("/api/auth/register", {
    ...rest,
    [identityKind]: identityNumber,
    ...(dateOfBirth && { dateOfBirth }),
    ...(card && { verificationToken: card }),
    ...(askForReview && { askForReview }),
  });
  let session;
  try {
    session = await post("/api/auth/login", { email: rest.email, password: rest.password });
  } catch {
    notify("success", application ? t("voter.register.applied") : t("voter.register.success"));
    return go("");
  }
  notify("success", application ? t("voter.register.applied")
    : t("voter.register.welcome", { name: session.user.fullName }));
  return begin(session);
}
