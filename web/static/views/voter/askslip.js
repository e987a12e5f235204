// Asks for the slip of a voter who signed in otherwise, because ballots of an election with a poll book need it.

import { ApiError, codeOf } from "../../lib/api.js";
import { codeIn, sessionBySlip } from "../../lib/byslip.js";
import { h } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { refresh } from "../../lib/router.js";
import { canScan, scanner } from "../../lib/scanner.js";
import { factFields, withFacts } from "../../lib/secondfact.js";
import { begin, current } from "../../lib/session.js";
import { ofPerson, slipField } from "../../lib/signin.js";
import { backLink } from "./back.js";
import { whoseWords } from "./ballot.js";

/** The page in the place of a ballot, before the paper is filled in.
 *  @type {(signal: AbortSignal, election: { title: string }, whose: Api.Paper) => HTMLElement} */
export function askSlipView(signal, { title }, whose) {
  const facts = factFields();
  const typing = form({
    fields: [slipField(), ...facts],
    submit: t("voter.slip.go"),
    busy: t("voter.slip.busy"),
    send: async ({ key }) => {
      begin(await withFacts(facts, (said) => sessionWithCode(key, said)), "renewed");
      refresh();
    },
  });
  const input = /** @type {HTMLInputElement} */ (typing.querySelector("input"));
  return h("article", { class: "narrow" },
    backLink(),
    h("h1", {}, t("voter.stub.ask")),
    h("p", { class: "lead" }, t(canScan() ? "voter.stub.ask.lead" : "voter.stub.ask.lead.typed", { title })),
    whoseWords(whose),
    h("section", { class: "panel" },
      scanner(signal, (found) => {
        input.value = found;
        typing.requestSubmit();
      }),
      typing),
    h("p", { class: "muted after-form" }, t("voter.stub.ask.why")));
}

/** The session of the voter with the code of a slip, which may be an earlier one that signs nobody in any more.
 *  @type {(typed: string, said: Api.SaidFacts) => Promise<KeptSession>} */
async function sessionWithCode(typed, said) {
  const now = current();
  try {
    const session = ofPerson(await sessionBySlip(typed, said), now?.user);
    if (!session.code) throw new ApiError({ code: "no_code", error: t("voter.stub.noCode") });
    return session;
  } catch (error) {
    const code = now && codeOf(error) === "key_unknown" ? await codeIn(typed) : "";
    if (!now || !code) throw error;
    return { ...now, code };
  }
}
