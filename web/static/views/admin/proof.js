// Whether the count of an election will be proved: a choice at its opening, which the server makes where nobody does.

import { put } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { checkField } from "../../lib/fields.js";
import { list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { isProvable } from "../../lib/proof/form.js";
import { notify, refresh } from "../../lib/router.js";
import { explain } from "../../lib/states.js";

const USUAL = 1_000; // people, up to whom a count is proved unless somebody chooses
const MOST = 5_000; // people, above whom a count cannot be proved

/** The checkbox of a draft. A change is saved at once.
 *  @type {(election: Api.Election) => HTMLElement} */
export function proofChoice(election) {
  const { id, settings, turnout, questions, title } = election;
  const reason = unfit(election);
  const others = questions.filter((question) => !isProvable(question)).map((question) => question.title || title);
  const field = checkField({
    name: "proof", label: t("steps.proof"),
    hint: reason || [t("steps.proof.hint"), others.length > 0 && t("steps.proof.without", { names: list(others) })]
      .filter(Boolean).join(" "),
    value: settings.proof ?? (!reason && turnout.electorate <= USUAL),
  });
  field.input.disabled = reason !== "" && settings.proof !== true;
  field.input.addEventListener("change", async () => {
    try {
      await put(`/api/admin/elections/${id}`, { settings: { proof: field.value() } });
      refresh();
    } catch (error) {
      field.set(!field.value());
      notify("problem", explain(error));
    }
  });
  return h("div", {}, field.node);
}

/** Why the count cannot be proved, or "".
 *  @type {(election: Api.Election) => string} */
function unfit({ settings: { electorate }, questions, turnout: { electorate: people } }) {
  if (electorate === "open") return t("steps.proof.roll");
  if (!questions.some(isProvable)) return t("steps.proof.questions");
  return people > MOST ? t("steps.proof.people", { n: people, max: MOST }) : "";
}
