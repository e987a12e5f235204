// The papers that a person has in an election: their own, whose id is "", and one for each person
// who has given them a proxy.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** The route of a paper.
 *  @type {(electionId: string, paperId: string) => string} */
export const routeOf = (electionId, paperId) =>
  (paperId ? `elections/${electionId}/for/${paperId}` : `elections/${electionId}`);

/** What says which papers a person can cast.
 *  @typedef {Pick<Api.ElectionOutline, "eligibility" | "papers" | "stopped">} Rights */

/** The papers that can be cast now. Who has cast their own can still cast those of others.
 *  @type {(election: Rights) => Api.Paper[]} */
export function openPapers({ eligibility, papers, stopped }) {
  const { may, reason } = eligibility;
  return may || (reason === "already_voted" && !stopped) ? papers.filter(({ hasVoted }) => !hasVoted) : [];
}

/** The paper with an id, if it can be cast now.
 *  @type {(election: Rights, paperId: string) => Api.Paper | undefined} */
export const openPaper = (election, paperId) => openPapers(election).find(({ id }) => id === paperId);

/** A link to a paper.
 *  @type {(election: { id: string }, paper: Api.Paper, style: string) => HTMLElement} */
export function paperLink({ id }, paper, style) {
  return h("a", { class: style, href: `#${routeOf(id, paper.id)}` },
    paper.id ? t("voter.paper.vote", { name: paper.name }) : t("voter.paper.vote.own"));
}
