// The rehearsal of an election: starting it, taking part in it, and ending it. It runs at an address
// of its own.

import { del, get, post } from "../../lib/api.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { clock } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { notify, refresh } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { actButton } from "./act.js";
import { electionTrail, facts, page } from "./frame.js";
import { keysReady } from "./key.js";
import { points } from "./lifecycle.js";

/** @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function rehearsalView(signal, info, id) {
  const path = /** @type {const} */ (`/api/admin/elections/${id}/rehearsal`);
  const [election, rehearsal] = await Promise.all([get(`/api/admin/elections/${id}`, signal), get(path, signal)]);
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({
    info, section: "elections", trail: electionTrail(election), title: t("steps.rehearsal"),
    lead: t("steps.rehearsal.lead"),
  }, content);
  if (rehearsal.running) return frame(running(rehearsal, path, keyWords(election)));
  if (election.status !== "DRAFT") return frame(notice("info", h("p", {}, t("steps.rehearsal.late"))));
  return frame(h("section", { class: "panel narrow" },
    points(t("steps.rehearsal.copy"), t("steps.rehearsal.voters"), t("steps.rehearsal.admin"),
      keyWords(election), t("steps.rehearsal.ends")),
    actButton({
      label: t("steps.rehearsal.start"), busy: t("steps.rehearsal.starting"),
      act: async () => {
        await post(path, {});
        refresh();
      },
    })));
}

/** What key holders rehearse; "" where the server holds the key.
 *  @type {(election: Api.Election) => string} */
const keyWords = (election) => (custodyOf(election).sheets
  ? t(keysReady(election) ? "steps.rehearsal.holders" : "steps.rehearsal.holders.missing") : "");

/** @type {(rehearsal: Api.Rehearsal, path: `/api/admin/elections/${string}/rehearsal`, key: string) => Child[]} */
function running({ url = "", ends = "", administrator, keys = [] }, path, key) {
  return [
    h("section", { class: "panel narrow" },
      h("h2", {}, t("steps.rehearsal.running")),
      h("p", {}, t("steps.rehearsal.until", { time: clock(ends, "short") })),
      key && h("p", {}, key),
      administrator && facts(
        [t("shell.email"), administrator.email],
        [t("shell.password"), h("span", { class: "slip-key" }, administrator.password)]),
      h("div", { class: "button-row" }, away(`${url}/admin`, t("steps.rehearsal.open"), "button"), actButton({
        label: t("steps.rehearsal.end"), busy: t("steps.rehearsal.ending"), kind: "button-quiet",
        act: async () => {
          await del(path);
          notify("success", t("steps.rehearsal.ended"));
          refresh();
        },
      }))),
    h("section", {},
      h("h2", {}, t("steps.rehearsal.slips")),
      h("p", { class: "prose" }, t("steps.rehearsal.slips.lead")),
      h("ul", { class: "rehearsal-slips" }, keys.map(({ fullName, memberKey }) =>
        h("li", {}, away(`${url}/#key=${memberKey}`, fullName), h("span", { class: "slip-key" }, memberKey),
          h("details", {}, h("summary", {}, t("steps.rehearsal.qr")), qrCode(`${url}/#key=${memberKey}`, fullName)))))),
  ];
}

// The rehearsal opens in a tab of its own, so that this one stays where it is.
/** @type {(href: string, label: string, kind?: string) => HTMLElement} */
const away = (href, label, kind) => h("a", { href, target: "_blank", rel: "noopener", class: kind }, label);
