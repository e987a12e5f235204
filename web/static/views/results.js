// The results of a completed election.

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { count, dateTime, list, percent, turnoutWords } from "../lib/format.js";
import { portrait } from "../lib/portrait.js";
import { backLink, notice } from "../lib/states.js";

const WAITING = {
  results_not_calculated: "Voting is over. The votes have not been counted yet: please come back later.",
  results_restricted: "The results can be seen when the election is over.",
};

export async function resultsView(signal, election) {
  let results;
  try {
    results = await get(`/api/user/elections/${election.id}/results`, signal);
  } catch (error) {
    if (!(error.code in WAITING)) throw error;
    return page(election,
      notice("info", h("p", {}, WAITING[error.code])), h("p", {}, `Turnout: ${turnoutWords(election.turnout)}`));
  }
  const photos = new Map(election.candidates.map(({ id, photo }) => [id, photo]));
  return page(election,
    h("p", { class: "outcome" }, outcomeWords(results)),
    h("ol", { class: "standings" }, results.candidates.map((candidate) =>
      candidateRow({ ...candidate, photo: photos.get(candidate.candidateId) }, signal))),
    h("h2", {}, "Turnout"),
    h("p", {}, turnoutWords(results.turnout)),
    turnoutBar(results.turnout),
    h("h2", {}, "Check it yourself"),
    check(election.id, results));
}

function check(id, { outcome, calculatedAt, seal }) {
  const path = `/api/board/elections/${id}/bundle`;
  return [
    h("p", {}, `The votes were counted and sealed on ${dateTime(calculatedAt)}. Anyone can check and count them `,
      "again without trusting this server: every ballot and every code is in one file, and nothing in it tells who ",
      "voted how."),
    outcome === "draw" && h("p", {}, "The draw can be redone too: the server fixed its seed before the first vote, ",
      "and the file reveals it."),
    h("p", { class: "actions" },
      h("a", { class: "button button-quiet", href: path, download: `ostrakon-${id}.zip` }, "Download the ballots")),
    h("p", { class: "muted" }, "Its address, for everybody"),
    h("p", { class: "hash" }, new URL(path, location.href).href),
    h("p", { class: "muted" }, 
      "The check, on any computer with this program, online or not (leave the receipt out if you have none)"),
    h("p", { class: "hash" }, `ostrakon verify ostrakon-${id}.zip -receipt ostrakon-receipt-${id}.json`),
    h("p", { class: "muted" }, "Fingerprint of the result"),
    h("p", { class: "hash" }, h("span", { class: "muted" }, `${seal.algorithm} `), seal.hash),
  ];
}

function page(election, ...content) {
  return h("article", { class: "narrow" },
    backLink(),
    h("h1", {}, election.title),
    election.completedAt && h("p", { class: "muted" }, `Completed on ${dateTime(election.completedAt)}`,
      election.hasVoted && " · You voted"),
    election.description && h("p", { class: "prose" }, election.description),
    content);
}

function outcomeWords({ outcome, candidates, winners }) {
  if (outcome === "no_ballots") return "No ballots were cast, so nobody is elected.";
  const first = candidates.filter(({ rank }) => rank === 1);
  const votes = count(first[0].votes, "vote");
  if (outcome === "tie") {
    const tied = list(first.map(({ name }) => name));
    return `${tied} are tied for first place with ${votes} each. The votes name no winner.`;
  }
  if (outcome === "draw") {
    const tied = list(first.map(({ name }) => name));
    const { name } = first.find(({ candidateId }) => winners.includes(candidateId));
    return `${tied} were tied for first place with ${votes} each. ${name} is elected by draw.`;
  }
  const elected = candidates.filter(({ candidateId }) => winners.includes(candidateId)).map(({ name }) => name);
  return `${list(elected)} ${elected.length === 1 ? "is" : "are"} elected with ${votes}.`;
}

function candidateRow(candidate, signal) {
  const { name, affiliation, votes, share, winner } = candidate;
  return h("li", { class: winner ? "standing standing-winner" : "standing" },
    portrait(candidate, signal),
    h("div", { class: "standing-words" },
      h("p", { class: "standing-head" },
        h("span", { class: "candidate-name" }, name), winner && h("span", { class: "badge badge-open" }, "Elected")),
      affiliation && h("p", { class: "candidate-affiliation" }, affiliation),
      bar(share, winner ? "bar-fill-winner" : ""),
      h("p", { class: "standing-votes" }, h("strong", {}, count(votes, "vote")), ` · ${percent(share)}`)));
}

/** The turnout as a bar; its words stand beside it. */
export function turnoutBar({ share }) {
  return bar(share, "bar-fill-turnout");
}

function bar(share, style) {
  const fill = h("span", { class: `bar-fill ${style}` });
  fill.style.width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}
