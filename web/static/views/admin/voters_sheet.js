// Who has voted, on paper: never when, and never what.
//
// keys: roll.voters.*

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { electionTrail, page } from "./frame.js";
import { sheet } from "./sheet.js";
import { proxyWords, stateWords } from "./voters.js";

/** The voters of an election, or those who have voted or have not.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string, state?: string) => Promise<HTMLElement>} */
export async function votersSheetView(signal, info, id, state) {
  const election = await get(`/api/admin/elections/${id}`, signal);
  const title = state ? t(`roll.voters.${/** @type {"voted" | "waiting"} */ (state)}`) : t("roll.voters.title");
  return page({
    info, section: "elections", trail: [...electionTrail(election), { label: t("roll.voters.title"),
      to: `elections/${id}/voters` }], title, lead: t("roll.sheet.voters.lead"),
  },
  sheet({
    path: `/api/admin/elections/${id}/voters${state ? `?state=${state}` : ""}`, signal, info,
    title: `${election.title}: ${title}`, when: dateTime(new Date(), election.timeZone), columns, end,
  }));
}

/** @type {(voters: Api.ElectionVoter[]) => import("./sheet.js").Column<Api.ElectionVoter>[]} */
const columns = (voters) => [
  { head: t("roll.field.fullName"), of: (voter) => [voter.fullName,
    proxyWords(voter) && h("span", { class: "cell-more" }, proxyWords(voter))] },
  ...(voters.some(({ member }) => member) ? [{ head: t("roll.field.member"), of: memberOf }] : []),
  { head: t("roll.head.voted"), of: stateWords },
];

/** @type {(voter: Api.ElectionVoter) => Child} */
const memberOf = ({ member }) => member;

/** @type {(voters: Api.ElectionVoter[]) => string} */
const end = (voters) =>
  t("roll.sheet.voters.end", { n: voters.length, voted: voters.filter(({ hasVoted }) => hasVoted).length });
