// The voter's list of elections, and the view of one: a ballot, a word on why there is none, or the results.

import { get } from "../../lib/api.js";
import { h, hiddenText } from "../../lib/dom.js";
import { dateTime, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { current, updateUser } from "../../lib/session.js";
import { empty, growingList, notice } from "../../lib/states.js";
import { backLink } from "./back.js";
import { ballotView } from "./ballot.js";
import { candidateCard } from "./candidate.js";
import { keptReceipt } from "./kept.js";
import { resultsView } from "./results.js";

const ACTIVE = "/api/user/elections/active";
const COMPLETED = "/api/user/elections/completed";

export async function electionsView(signal) {
  const [active, completed] = await Promise.all([get(ACTIVE, signal), get(COMPLETED, signal), reviewAdmission(signal)]);
  return h("article", {},
    h("h1", {}, t("voter.elections")),
    admissionNotice(),
    section(signal, t("voter.elections.current"), ACTIVE, active, activeCard, t("voter.elections.current.none")),
    section(signal, t("voter.elections.completed"), COMPLETED, completed, completedCard, t("voter.elections.completed.none")));
}

// Whether the person is registered, and not (yet) admitted: they asked for a review.
const isApplicant = () => {
  const { admission, application } = current().user;
  return Boolean(application && !admission);
};

// An applicant may have been admitted since they signed in.
async function reviewAdmission(signal) {
  if (isApplicant()) updateUser(await get("/api/user/profile", signal));
}

function admissionNotice() {
  if (!isApplicant()) return null;
  const { decision } = current().user;
  if (!decision) return notice("info", h("p", {}, t("voter.application.waiting")));
  return notice("problem", h("p", {}, t("voter.application.refused", { reason: decision.reason })));
}

function section(signal, title, path, page, item, none) {
  return h("section", {},
    h("h2", {}, title),
    growingList({ path, page, item, signal, none: empty(h("p", {}, none)) }));
}

function activeCard(election) {
  const { can, badge, tone } = standing(election);
  return card(election, h("span", { class: `badge badge-${tone}` }, badge), [
    election.closesAt && can && h("p", { class: "muted" }, t("voter.card.closes", { time: dateTime(election.closesAt) })),
    h("p", { class: "muted" }, t("voter.card.candidates", { n: election.candidates.length })),
    turnoutLine(election),
  ], can
    ? link(election, t("voter.card.vote"), t("voter.card.vote.in", { title: election.title }), "button")
    : link(election, t("voter.card.details"), t("voter.card.of", { title: election.title }), "button button-quiet"));
}

function completedCard(election) {
  const word = election.resultsCalculated ? t("voter.card.results") : t("voter.card.details");
  return card(election, election.hasVoted && h("span", { class: "badge badge-done" }, t("voter.voted")), [
    election.completedAt && h("p", { class: "muted" }, t("voter.completed", { time: dateTime(election.completedAt) })),
    turnoutLine(election),
    !election.resultsCalculated && h("p", { class: "muted" }, t("voter.card.noResults")),
  ], link(election, word, t("voter.card.of", { title: election.title }), "button button-quiet"));
}

const turnoutLine = ({ turnout }) => h("p", { class: "muted" }, t("voter.turnout.words", { turnout: turnoutWords(turnout) }));

function card({ title, description }, badge, facts, action) {
  return h("li", { class: "card" },
    h("div", { class: "card-head" }, h("h3", {}, title), badge),
    description && h("p", { class: "prose prose-short" }, description),
    facts,
    h("p", { class: "card-action" }, action));
}

// Links that look the same lead to different elections: the hidden words tell them apart.
function link({ id }, word, which, style) {
  return h("a", { class: style, href: `#elections/${id}` }, word, hiddenText(` ${which}`));
}

// How an active election stands for this voter: whether they can vote, and why not.
function standing({ hasVoted, opensAt, closesAt }) {
  const now = Date.now();
  if (hasVoted) {
    return { can: false, badge: t("voter.voted"), tone: "done", reason: t("voter.voted.reason") };
  }
  if (opensAt && Date.parse(opensAt) > now) {
    return { can: false, badge: t("voter.notOpen"), tone: "quiet", reason: t("voter.notOpen.reason", { time: dateTime(opensAt) }) };
  }
  if (closesAt && Date.parse(closesAt) <= now) {
    return { can: false, badge: t("voter.closed"), tone: "quiet", reason: t("voter.closed.reason", { time: dateTime(closesAt) }) };
  }
  if (isApplicant()) {
    return { can: false, badge: t("voter.notAdmitted"), tone: "quiet", reason: t("voter.application.waiting") };
  }
  return { can: true, badge: t("voter.open"), tone: "open" };
}

/** One election, by what it is the time for. */
export async function electionView(signal, id) {
  const election = await get(`/api/user/elections/${id}`, signal);
  if (election.status === "COMPLETED") return resultsView(signal, election);
  const { can, reason, tone } = standing(election);
  if (can) return ballotView(signal, election);
  return h("article", { class: "narrow" },
    backLink(),
    h("h1", {}, election.title),
    notice(tone === "done" ? "success" : "info", h("p", {}, reason)),
    h("p", { class: "actions" },
      election.hasVoted && keptReceipt(id) &&
        h("a", { class: "button", href: `#elections/${id}/receipt` }, t("voter.receipt.again")),
      h("a", { class: "button button-quiet", href: `/board/${id}` }, t("voter.board"))),
    election.description && h("p", { class: "prose" }, election.description),
    turnoutLine(election),
    h("h2", {}, t("voter.candidates")),
    h("ul", { class: "cards" }, election.candidates.map((c) => h("li", {}, candidateCard(c, signal)))));
}
