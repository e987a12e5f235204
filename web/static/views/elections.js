// The voter's list of elections, and the view of one: a ballot, a word on why there is none, or the results.

import { get } from "../lib/api.js";
import { h, hiddenText } from "../lib/dom.js";
import { count, dateTime, turnoutWords } from "../lib/format.js";
import { backLink, growingList, notice } from "../lib/states.js";
import { ballotView } from "./ballot.js";
import { candidateCard } from "./candidate.js";
import { resultsView } from "./results.js";

const ACTIVE = "/api/user/elections/active";
const COMPLETED = "/api/user/elections/completed";

export async function electionsView(signal) {
  const [active, completed] = await Promise.all([get(ACTIVE, signal), get(COMPLETED, signal)]);
  return h("article", {},
    h("h1", {}, "Your elections"),
    section(signal, "Current", ACTIVE, active, activeCard,
      "No election is open at the moment. When one is, you can vote here."),
    section(signal, "Completed", COMPLETED, completed, completedCard, "No election has been completed yet."));
}

function section(signal, title, path, page, item, empty) {
  return h("section", {},
    h("h2", {}, title),
    page.items.length === 0
      ? h("p", { class: "empty" }, empty)
      : growingList({ path, page, item, noun: "election", signal }));
}

function activeCard(election) {
  const { can, badge, tone } = standing(election);
  return card(election, h("span", { class: `badge badge-${tone}` }, badge), [
    election.closesAt && can && h("p", { class: "muted" }, `Closes on ${dateTime(election.closesAt)}`),
    h("p", { class: "muted" }, count(election.candidates.length, "candidate")),
    h("p", { class: "muted" }, `Turnout: ${turnoutWords(election.turnout)}`),
  ], can ? link(election, "Vote", "in", "button") : link(election, "Details", "of", "button button-quiet"));
}

function completedCard(election) {
  return card(election, election.hasVoted && h("span", { class: "badge badge-done" }, "You voted"), [
    election.completedAt && h("p", { class: "muted" }, `Completed on ${dateTime(election.completedAt)}`),
    h("p", { class: "muted" }, `Turnout: ${turnoutWords(election.turnout)}`),
    !election.resultsCalculated && h("p", { class: "muted" }, "The results are not out yet."),
  ], link(election, election.resultsCalculated ? "Results" : "Details", "of", "button button-quiet"));
}

function card({ title, description }, badge, facts, action) {
  return h("li", { class: "card" },
    h("div", { class: "card-head" }, h("h3", {}, title), badge),
    description && h("p", { class: "prose prose-short" }, description),
    facts,
    h("p", { class: "card-action" }, action));
}

// Links that look the same lead to different elections: the hidden words tell them apart.
function link({ id, title }, word, preposition, style) {
  return h("a", { class: style, href: `#elections/${id}` }, word, hiddenText(` ${preposition} ${title}`));
}

// How an active election stands for this voter: whether they can vote, and why not.
function standing({ hasVoted, opensAt, closesAt }) {
  const now = Date.now();
  if (hasVoted) {
    const reason = "You have voted in this election. Thank you. The results follow when it is over.";
    return { can: false, badge: "You have voted", tone: "done", reason };
  }
  if (opensAt && Date.parse(opensAt) > now) {
    return { can: false, badge: "Not open yet", tone: "quiet", reason: `Voting opens on ${dateTime(opensAt)}.` };
  }
  if (closesAt && Date.parse(closesAt) <= now) {
    const reason = `Voting closed on ${dateTime(closesAt)}. The results follow.`;
    return { can: false, badge: "Voting has closed", tone: "quiet", reason };
  }
  return { can: true, badge: "Open", tone: "open" };
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
    election.description && h("p", { class: "prose" }, election.description),
    h("p", { class: "muted" }, `Turnout: ${turnoutWords(election.turnout)}`),
    h("h2", {}, "Candidates"),
    h("ul", { class: "cards" }, election.candidates.map((c) => h("li", {}, candidateCard(c, signal)))));
}
