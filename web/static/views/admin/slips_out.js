// Slips of a registrar are for the people, weights and proxies of one day: the roll says so before it changes them.

import { get } from "../../lib/api.js";
import { custodyOf } from "../../lib/custody.js";
import { confirm } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";

/** Whether a draft is to have a poll book, with slips that were made for the roll as it is.
 *  @type {(signal: AbortSignal) => Promise<boolean>} */
export async function slipsOut(signal) {
  if ((await get("/api/board/slips", signal)).assemblies.length === 0) return false; // as nearly always
  const { items } = await get("/api/admin/elections?limit=200", signal);
  const drafts = items.filter((election) => election.status === "DRAFT" && custodyOf(election).sheets);
  const all = await Promise.all(drafts.map(({ id }) => get(`/api/admin/elections/${id}/holders`, signal)));
  return all.some(({ assembly }) => assembly?.pollBook);
}

/** The warning above a form that changes what slips are made for.
 *  @type {(out: boolean) => Child} */
export const slipsWarning = (out) => out && notice("info", h("p", {}, t("roll.out")));

/** Whether a change that needs new slips is to be saved all the same.
 *  @type {() => Promise<boolean>} */
export const saveAnyway = () => confirm({ title: t("roll.out.title"), body: t("roll.out"), yes: t("roll.out.save") });
