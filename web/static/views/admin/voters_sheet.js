// Who may vote in an election, on paper: with a place to sign, or with who has voted, but never when, and never what.
//
// keys: roll.voters.*

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { electionTrail, page } from "./frame.js";
import { sheet } from "./sheet.js";
import { proxyWords, stateWords } from "./voters.js";

/** @typedef {import("./sheet.js").Column<Api.ElectionVoter>} Column */

/** The voters of an election, or those who have voted or have not.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string, state?: string) => Promise<HTMLElement>} */
export async function votersSheetView(signal, info, id, state) {
  const title = state ? t(`roll.voters.${/** @type {"voted" | "waiting"} */ (state)}`) : t("roll.voters.title");
  return paper(signal, info, id, { title, lead: t("roll.sheet.voters.lead"), query: state ? `?state=${state}` : "",
    columns, end });
}

/** The attendance list of an election: its voters, with a place to sign.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function electionAttendanceView(signal, info, id) {
  return paper(signal, info, id, { title: t("roll.sheet.attendance"), lead: t("roll.sheet.election.lead"), query: "",
    columns: (voters) => [...people(voters),
      { head: t("roll.field.present"), of: ({ present }) => present && "✓", style: "sheet-tick" },
      { head: t("roll.sheet.signature"), of: () => null, style: "sheet-signature" }],
    end: (voters) => t("roll.sheet.attendance.end",
      { n: voters.length, present: voters.filter(({ present }) => present).length }) });
}

/** @type {(signal: AbortSignal, info: Api.Info, id: string, of: { title: string, lead: string, query: string,
 *   columns: (voters: Api.ElectionVoter[]) => Column[], end: (voters: Api.ElectionVoter[]) => string }) =>
 *   Promise<HTMLElement>} */
async function paper(signal, info, id, { title, lead, query, columns, end }) {
  const election = await get(`/api/admin/elections/${id}`, signal);
  return page({
    info, section: "elections", trail: [...electionTrail(election), { label: t("roll.voters.title"),
      to: `elections/${id}/voters` }], title, lead,
  },
  sheet({
    path: `/api/admin/elections/${id}/voters${query}`, signal, info,
    title: `${election.title}: ${title}`, when: dateTime(new Date(), election.timeZone), columns, end,
  }));
}

/** @type {(voters: Api.ElectionVoter[]) => Column[]} */
const people = (voters) => [
  { head: t("roll.field.fullName"), of: (voter) => [voter.fullName,
    proxyWords(voter) && h("span", { class: "cell-more" }, proxyWords(voter))] },
  ...(voters.some(({ member }) => member) ? [{ head: t("roll.field.member"), of: memberOf }] : []),
];

/** @type {(voters: Api.ElectionVoter[]) => Column[]} */
const columns = (voters) => [...people(voters), { head: t("roll.head.voted"), of: stateWords }];

/** @type {(voter: Api.ElectionVoter) => Child} */
const memberOf = ({ member }) => member;

/** @type {(voters: Api.ElectionVoter[]) => string} */
const end = (voters) =>
  t("roll.sheet.voters.end", { n: voters.length, voted: voters.filter(({ hasVoted }) => hasVoted).length });
