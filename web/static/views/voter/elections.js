// The voter's list of elections.

import { get } from "../../lib/api.js";
import { h, hiddenText } from "../../lib/dom.js";
import { dateTime, list, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { current, updateUser } from "../../lib/session.js";
import { empty, growingList, notice } from "../../lib/states.js";
import { openPapers, routeOf } from "./papers.js";
import { envelopes } from "./waiting.js";

const ACTIVE = "/api/user/elections/active";
const COMPLETED = "/api/user/elections/completed";

/** @type {View} */
export async function electionsView(signal) {
  const [active, completed] = await Promise.all([get(ACTIVE, signal), get(COMPLETED, signal), reviewAdmission(signal)]);
  return h("article", {},
    h("h1", {}, t("voter.elections")),
    admissionNotice(),
    envelopes().map(({ electionId, paperId, title }) => notice("problem",
      h("p", {}, t("voter.cast.waiting", { title })),
      h("p", {}, h("a", { class: "button button-quiet", href: `#${routeOf(electionId, paperId)}/receipt` }, t("voter.cast.waiting.go"))))),
    section(signal, t("voter.elections.current"), ACTIVE, active, activeCard, t("voter.elections.current.none")),
    section(signal, t("voter.elections.completed"), COMPLETED, completed, completedCard, t("voter.elections.completed.none")));
}

// Whether the person has asked for a review and is not admitted yet.
const isApplicant = () => {
  const user = current()?.user;
  return Boolean(user?.application && !user.admission);
};

// An applicant may have been admitted since they signed in.
/** @type {(signal: AbortSignal) => Promise<void>} */
async function reviewAdmission(signal) {
  if (isApplicant()) updateUser(await get("/api/user/profile", signal));
}

/** @type {() => Child} */
function admissionNotice() {
  if (!isApplicant()) return null;
  return notice(current()?.user.decision ? "problem" : "info", h("p", {}, admissionWords()));
}

// Why a person who was not admitted cannot vote.
function admissionWords() {
  const user = current()?.user;
  const decision = user?.decision;
  if (decision && !decision.admitted) return t("voter.application.refused", { reason: decision.reason });
  return user?.application ? t("voter.application.waiting") : t("voter.notAdmitted.reason");
}

/** @type {(signal: AbortSignal, title: string, path: string, page: Api.List<Api.VoterElection>,
 *   item: (election: Api.VoterElection) => HTMLElement, none: string) => HTMLElement} */
function section(signal, title, path, page, item, none) {
  return h("section", {},
    h("h2", {}, title),
    growingList({ path, page, item, signal, list: h("ul", { class: "cards cards-wide" }), none: empty(h("p", {}, none)) }));
}

/** @type {(election: Api.VoterElection) => HTMLElement} */
function activeCard(election) {
  const { can, badge, tone } = standing(election);
  const givers = openPapers(election).filter(({ id }) => id !== "");
  return card(election, h("span", { class: `badge badge-${tone}` }, badge), [
    election.closesAt && can && h("p", { class: "muted" }, t("voter.card.closes", { time: dateTime(election.closesAt, election.timeZone) })),
    h("p", { class: "muted" }, contentWords(election)),
    turnoutLine(election),
    givers.length > 0 && alsoFor(givers),
  ], can || givers.length > 0
    ? link(election, t("voter.card.vote"), t("voter.card.vote.in", { title: election.title }), "button")
    : link(election, t("voter.card.details"), t("voter.card.of", { title: election.title }), "button button-quiet"));
}

/** @type {(givers: Api.Paper[]) => HTMLElement} */
export const alsoFor = (givers) => h("p", {}, t("voter.paper.also", { names: list(givers.map(({ name }) => name)) }));

/** How much there is to decide.
 *  @type {(election: Api.VoterElection) => string} */
function contentWords({ questions }) {
  const [first] = questions;
  if (questions.length > 1 || first.method === "motion") return t("voter.card.questions", { n: questions.length });
  return t("voter.card.candidates", { n: first.candidates.length });
}

/** @type {(election: Api.VoterElection) => HTMLElement} */
function completedCard(election) {
  const word = election.resultsCalculated ? t("voter.card.results") : t("voter.card.details");
  return card(election, election.hasVoted && h("span", { class: "badge badge-done" }, t("voter.voted")), [
    election.completedAt && h("p", { class: "muted" }, t("voter.completed", { time: dateTime(election.completedAt, election.timeZone) })),
    turnoutLine(election),
    !election.resultsCalculated && h("p", { class: "muted" }, election.cancelled ? t("voter.cancelled") : t("voter.card.noResults")),
  ], link(election, word, t("voter.card.of", { title: election.title }), "button button-quiet"));
}

/** @type {(election: Api.VoterElection) => HTMLElement} */
export const turnoutLine = ({ turnout }) => h("p", { class: "muted" }, t("voter.turnout.words", { turnout: turnoutWords(turnout) }));

/** @type {(election: Api.VoterElection, badge: Child, facts: Child, action: Child) =>
 *   HTMLElement} */
function card({ title, description }, badge, facts, action) {
  return h("li", { class: "card" },
    h("div", { class: "card-head" }, h("h3", {}, title), badge),
    description && h("p", { class: "prose prose-short" }, description),
    facts,
    h("p", { class: "card-action" }, action));
}

// Links that look the same lead to different elections. Hidden words tell them apart.
/** @type {(election: Api.VoterElection, word: string, which: string, style: string) =>
 *   HTMLElement} */
function link({ id }, word, which, style) {
  return h("a", { class: style, href: `#elections/${id}` }, word, hiddenText(` ${which}`));
}

// Whether this voter can vote in an active election, and why not. The server knows.
/** @type {(election: Api.VoterElection) => { can: boolean, badge: string, tone: string,
 *   reason?: string }} */
export function standing({ eligibility, opensAt = "", closesAt = "", timeZone }) {
  /** @type {(badge: string, reason: string, tone?: string) => ReturnType<typeof standing>} */
  const not = (badge, reason, tone = "quiet") => ({ can: false, badge, tone, reason });
  switch (eligibility.reason) {
    case "already_voted": return not(t("voter.voted"), t("voter.voted.reason"), "done");
    case "voting_closed": return not(t("voter.closed"), t("voter.closed.reason", { time: dateTime(closesAt, timeZone) }));
    case "not_admitted": return not(t("voter.notAdmitted"), admissionWords());
    case "not_in_electorate": return not(t("voter.notOnRoll"), t("voter.notOnRoll.reason"));
    case "voting_not_open": return not(t("voter.notOpen"), t("voter.notOpen.reason", { time: dateTime(opensAt, timeZone) }));
  }
  return { can: true, badge: t("voter.open"), tone: "open" };
}
