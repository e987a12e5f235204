// The results of a completed election.
//
// keys: voter.waiting.*

import { codeOf, get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { dateTime, list, percent, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { bar, turnoutBar } from "../../lib/bar.js";
import { portrait } from "../../lib/portrait.js";
import { notice } from "../../lib/states.js";
import { backLink } from "./back.js";

const WAITING = /** @type {const} */ (["results_not_calculated", "results_restricted"]);

/** @type {(signal: AbortSignal, election: Api.VoterElection) => Promise<HTMLElement>} */
export async function resultsView(signal, election) {
  if (election.cancelled) {
    return page(election, notice("problem", h("p", {}, t("voter.cancelled.reason", { reason: election.cancelled.reason }))));
  }
  /** @type {Api.Results} */
  let results;
  try {
    results = await get(`/api/user/elections/${election.id}/results`, signal);
  } catch (error) {
    const waiting = WAITING.find((code) => code === codeOf(error));
    if (!waiting) throw error;
    return page(election,
      notice("info", h("p", {}, t(`voter.waiting.${waiting}`))),
      h("p", {}, t("voter.turnout.words", { turnout: turnoutWords(election.turnout) })));
  }
  return page(election, countedContent(signal, election, results));
}

/**
 * The result of a count: outcome, candidates, turnout and seal. The administrators' page shows it
 * too.
 * @type {(signal: AbortSignal, election: Api.Election, results: Api.Results) => Child}
 */
export function countedContent(signal, election, results) {
  return [
    decided(signal, election, results),
    h("h2", {}, t("voter.turnout")),
    h("p", {}, turnoutWords(results.turnout)),
    turnoutBar(results.turnout),
    h("h2", {}, t("voter.seal")),
    sealed(election.id, results),
  ];
}

/** What was decided.
 *  @type {(signal: AbortSignal, election: Api.Election, results: Api.Results) => Child} */
function decided(signal, election, results) {
  const photos = new Map(election.candidates.map(({ id, photo }) => [id, photo]));
  return [
    h("p", { class: "outcome" }, outcomeWords(results)),
    h("ol", { class: "standings" }, results.candidates.map((candidate) =>
      candidateRow({ ...candidate, photo: photos.get(candidate.candidateId) }, signal))),
  ];
}

/** @type {(id: string, results: Api.Results) => Child} */
function sealed(id, { outcome, calculatedAt, seal }) {
  const bundle = `/api/board/elections/${id}/bundle`;
  return [
    h("p", {}, t("voter.seal.lead", { time: dateTime(calculatedAt) })),
    outcome === "draw" && h("p", {}, t("voter.seal.draw")),
    h("p", { class: "actions" },
      h("a", { class: "button", href: `/board/${id}` }, t("voter.seal.board")),
      h("a", { class: "button button-quiet", href: bundle, download: `ostrakon-${id}.zip` }, t("voter.seal.bundle"))),
    h("dl", { class: "facts" },
      h("dt", {}, t("voter.seal.hash", { algorithm: seal.algorithm })), h("dd", { class: "hash" }, seal.hash),
      h("dt", {}, t("voter.seal.verify")),
      h("dd", { class: "hash" }, `ostrakon verify ostrakon-${id}.zip -receipt ostrakon-receipt-${id}.json`)),
    h("details", { class: "about" },
      h("summary", {}, t("voter.seal.note")), h("p", { class: "hash prose" }, seal.note)),
  ];
}

/** @type {(election: Api.VoterElection, ...content: Child[]) => HTMLElement} */
function page(election, ...content) {
  return h("article", { class: "narrow" },
    backLink(),
    h("h1", {}, election.title),
    election.completedAt && h("p", { class: "muted" }, t("voter.completed", { time: dateTime(election.completedAt, election.timeZone) }),
      election.hasVoted && ` · ${t("voter.voted")}`),
    election.description && h("p", { class: "prose" }, election.description),
    content);
}

/** @type {(results: Api.Results) => string} */
function outcomeWords({ outcome, candidates, winners }) {
  if (outcome === "no_ballots") return t("voter.outcome.none");
  const first = candidates.filter(({ rank }) => rank === 1);
  const names = list(first.map(({ name }) => name));
  const votes = t("voter.votes", { n: first[0].votes });
  if (outcome === "tie") return t("voter.outcome.tie", { names, votes });
  const elected = candidates.filter(({ candidateId }) => winners.includes(candidateId)).map(({ name }) => name);
  if (outcome === "draw") return t("voter.outcome.draw", { names, votes, name: list(elected) });
  return t("voter.outcome.winner", { names: list(elected), votes, n: elected.length });
}

/** @type {(candidate: Api.CandidateResult & { photo?: Api.Photo }, signal: AbortSignal) =>
 *   HTMLElement} */
function candidateRow(candidate, signal) {
  const { name, affiliation, votes, share, winner } = candidate;
  return h("li", { class: winner ? "standing standing-winner" : "standing" },
    portrait(candidate, signal),
    h("div", { class: "standing-words" },
      h("p", { class: "standing-head" },
        h("span", { class: "candidate-name" }, name),
        winner && h("span", { class: "badge badge-open" }, t("voter.elected"))),
      affiliation && h("p", { class: "candidate-affiliation" }, affiliation),
      bar(share, winner ? "bar-fill-winner" : ""),
      h("p", { class: "standing-votes" }, h("strong", {}, t("voter.votes", { n: votes })), ` · ${percent(share)}`)));
}
