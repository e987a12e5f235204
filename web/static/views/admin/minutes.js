// The minutes of an election, to print and to save. Those of an administrator also have what was decided by show of
// hands on the day on which the voting closed.

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { dayOf } from "../../lib/zone.js";
import { handsSection } from "../result/hands.js";
import { minutesSection } from "../result/minutes_view.js";
import { badge, electionTrail, page } from "./frame.js";
import { handsOfDay } from "./hands_minutes.js";

/** The minutes of a counted or cancelled election, or words that say when there will be minutes.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function minutesView(signal, info, id) {
  const [election] = await Promise.all([get(`/api/admin/elections/${id}`, signal), loadMessages("minutes")]);
  const day = election.completedAt && dayOf(election.completedAt, election.timeZone);
  const hands = day ? await handsOfDay(day, signal) : [];
  return page({ info, section: "elections", trail: electionTrail(election), title: t("minutes.title"),
    beside: badge(election) },
    hands.length > 0 && h("p", { class: "no-print" },
      h("a", { href: `#hands/minutes/${day}` }, t("minutes.hands.link"))),
    await minutesSection(signal, info, id, () => handsSection(hands)));
}
