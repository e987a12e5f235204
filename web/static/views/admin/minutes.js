// The minutes of an election, to print and to save.

import { get } from "../../lib/api.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { minutesSection } from "../result/minutes_view.js";
import { badge, electionTrail, page } from "./frame.js";

/** The minutes of a counted or cancelled election, or words that say when there will be minutes.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function minutesView(signal, info, id) {
  const [election] = await Promise.all([get(`/api/admin/elections/${id}`, signal), loadMessages("minutes")]);
  return page({ info, section: "elections", trail: electionTrail(election), title: t("minutes.title"),
    beside: badge(election) },
    await minutesSection(signal, info, id));
}
