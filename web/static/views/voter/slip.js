// Coming with a slip or a link: whose it is, and then straight to the ballot.

import { ApiError, codeOf } from "../../lib/api.js";
import { lettersIn, lookAtSlip } from "../../lib/byslip.js";
import { h } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { notify, present, refresh, replace, route, setRoute } from "../../lib/router.js";
import { begin, current } from "../../lib/session.js";
import { secondFact, slipField } from "../../lib/signin.js";
import { explain, notice } from "../../lib/states.js";
import { openCalls } from "./calls.js";
import { forgetPapers } from "./choices.js";
import { forgetReceipts } from "./kept.js";
import { openPapers, routeOf } from "./papers.js";
import { envelopes } from "./waiting.js";
import { openElections } from "./watch.js";

/** The form to type a slip into.
 *  @type {(typed?: string) => HTMLFormElement} */
export function slipForm(typed) {
  return form({
    fields: [slipField(typed)],
    submit: t("voter.slip.go"),
    busy: t("voter.slip.busy"),
    send: async ({ key }) => {
      const slip = await lookAtSlip(key);
      return present(() => askView(slip));
    },
  });
}

/** What the address in the QR code of a slip or in a link leads to: whose it is, or why it does not work.
 *  @type {(signal: AbortSignal, address: string) => Promise<HTMLElement>} */
export async function slipView(signal, address) {
  try {
    return askView(await lookAtSlip(address, signal));
  } catch (error) {
    if (!(error instanceof ApiError) || codeOf(error) === "unreachable") throw error;
    return h("article", { class: "narrow" },
      h("h1", {}, t("voter.slip.wrong")),
      notice("problem", h("p", {}, explain(error))),
      h("section", { class: "panel" }, slipForm(lettersIn(address))));
  }
}

// Nothing has happened yet: account and session begin when the person says that the slip is theirs.
/** @type {(slip: Awaited<ReturnType<typeof lookAtSlip>>) => Promise<HTMLElement>} */
async function askView({ fullName, asks, signIn }) {
  const { factFields, withFacts } = await secondFact();
  const facts = factFields(asks);
  const no = () => {
    notify("info", t("voter.slip.notMine"));
    if (/^(key|slip)=/.test(route())) setRoute("");
    refresh();
  };
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.slip.ask", { name: fullName })),
    h("p", { class: "lead" }, t("voter.slip.ask.lead")),
    form({
      fields: facts,
      submit: t("voter.slip.yes"),
      busy: t("shell.signIn.busy"),
      send: async () => enter(await withFacts(facts, signIn)),
      actions: [h("button", { type: "button", class: "button button-quiet", on: { click: no } }, t("voter.slip.no"))],
    }));
}

/** Signs the person in. They see the election that they came for or, of several, the list.
 *  @type {(session: KeptSession) => Promise<void>} */
export async function enter(session) {
  const before = current();
  if (before && before.user.id !== session.user.id) { // somebody else was here
    forgetPapers();
    forgetReceipts();
  }
  begin(session, "renewed");
  const [waiting] = envelopes(); // it is sent before all else
  if (waiting) return replace(`${routeOf(waiting.electionId, waiting.paperId)}/receipt`);
  if (/^(elections\/|nominate)/.test(route())) return refresh();
  const { items, next } = await openElections().catch(() => ({ items: [], next: "" }));
  const open = items.filter((election) => openPapers(election).length > 0);
  if (open.length === 0 && (await openCalls()).length > 0) return replace("nominate");
  return replace(open.length === 1 && !next ? `elections/${open[0].id}` : "");
}
