// The second fact that a slip or a link may ask for: the date of birth or the member number.

import { fieldErrors } from "./api.js";
import { textField } from "./fields.js";
import { t } from "./i18n.js";

/** The fields of both facts. Only the one that is asked for shows; the other is there for when the server asks for it.
 *  @type {(asks?: Api.SecondFact) => [InputField<"dateOfBirth">, InputField<"member">]} */
export function factFields(asks = "none") {
  const common = { autocomplete: "off", secret: true, hint: t("shell.fact.hint") };
  const birth = textField({ ...common, name: "dateOfBirth", label: t("shell.birth"), type: "date",
    missing: t("shell.birth.missing") });
  const member = textField({ ...common, name: "member", label: t("shell.member"), autocapitalize: "characters",
    spellcheck: "false", missing: t("shell.member.missing") });
  birth.node.hidden = asks !== birth.name;
  member.node.hidden = asks !== member.name;
  return [birth, member];
}

/**
 * Sends what the fields of the facts say. Where the server asks for one that does not show, it does then.
 * @type {<Answer>(fields: ReturnType<typeof factFields>, send: (said: Api.SaidFacts) => Promise<Answer>) =>
 *   Promise<Answer>}
 */
export async function withFacts(fields, send) {
  const [birth, member] = fields.map((field) => (field.node.hidden ? "" : field.value()));
  try {
    return await send({ ...birth && { dateOfBirth: birth }, ...member && { member } });
  } catch (error) {
    for (const { field: name } of fieldErrors(error)) {
      for (const field of fields) if (field.name === name) field.node.hidden = false;
    }
    throw error;
  }
}
