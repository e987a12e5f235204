// The results of a completed election.
//
// keys: voter.waiting.*

import { codeOf, get, text } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { attendanceWords, dateTime, turnoutWords } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { likeness } from "../../lib/likeness.js";
import { turnoutBar } from "../../lib/bar.js";
import { readManifest } from "../../lib/manifest.js";
import { newsOf } from "../../lib/news.js";
import { roundLinks } from "../../lib/rounds.js";
import { notice } from "../../lib/states.js";
import { inVotes, votesIn } from "../../lib/votes.js";
import { resultView } from "../result/view.js";
import { backLink } from "./back.js";
import { nextVote } from "./next.js";

const WAITING = /** @type {const} */ (["results_not_calculated", "results_restricted"]);

/** @type {(signal: AbortSignal, election: Api.VoterElection) => Promise<HTMLElement>} */
export async function resultsView(signal, election) {
  const slip = await slipLink(election, signal);
  if (election.cancelled) {
    return page(signal, election, newsOf(election).map((words) => notice("problem", h("p", {}, words))), slip);
  }
  /** @type {Api.Results} */
  let results;
  try {
    results = await get(`/api/user/elections/${election.id}/results`, signal);
  } catch (error) {
    const waiting = WAITING.find((code) => code === codeOf(error));
    if (!waiting) throw error;
    return page(signal, election,
      notice("info", h("p", {}, t(`voter.waiting.${waiting}`))),
      h("p", {}, t("voter.turnout.words", { turnout: turnoutWords(election.turnout) })), slip);
  }
  return page(signal, election, roundLinks(election, (id) => `#elections/${id}`),
    await countedContent(signal, election, results), slip);
}

/** Where the poll book says whether the voter's slip was used, if the election has one.
 *  @type {(election: Api.VoterElection, signal: AbortSignal) => Promise<Child>} */
async function slipLink({ id }, signal) {
  const manifest = readManifest(await text(`/api/board/elections/${id}/manifest`, signal));
  return manifest?.pollBook && h("p", {}, h("a", { href: `/board/${id}#slip` }, t("voter.results.slip")));
}

/**
 * The result of a count: outcome, candidates, turnout and seal. The administrators' page shows it
 * too. It loads the texts of results.
 * @type {(signal: AbortSignal, election: Api.Election, results: Api.Results) => Promise<Child>}
 */
export async function countedContent(signal, election, results) {
  await loadMessages("outcome");
  const { turnout } = results;
  return [
    decided(signal, election, results),
    h("h2", {}, t("voter.turnout")),
    h("p", {}, turnoutWords(turnout)),
    election.attendance && h("p", {}, attendanceWords(election.attendance)),
    turnoutBar(turnout),
    h("h2", {}, t("voter.seal")),
    sealed(election.id, results),
  ];
}

/** What was decided, question by question.
 *  @type {(signal: AbortSignal, election: Api.Election, results: Api.Results) => Child} */
function decided(signal, election, { questions, turnout, cast, invalid, groups, weightDecimals: decimals }) {
  const seen = new Map(election.questions.flatMap((question) =>
    question.candidates.map((candidate) => [candidate.id, { candidate, question }])));
  const outcomes = questions.map(({ outcome, turnout: { ballots }, cast: votes, quorum, paper }) =>
    inVotes({ ...outcome, people: ballots, cast: votes, quorum, paper }, decimals));
  return resultView(questions, outcomes, { people: turnout.ballots, cast: votesIn(cast, decimals),
    invalid: votesIn(invalid, decimals), turnouts: groups },
    { ...election, proof: election.settings.proof && !election.notices.some(({ backupAt }) => backupAt) },
    { level: 2,
      face: ({ id, name }) => likeness(seen.get(id)?.candidate ?? { name }, signal, seen.get(id)?.question) });
}

/** @type {(id: string, results: Api.Results) => Child} */
function sealed(id, { calculatedAt, seal }) {
  const bundle = `/api/board/elections/${id}/bundle`;
  return [
    h("p", {}, t("voter.seal.lead", { time: dateTime(calculatedAt) })),
    h("p", { class: "actions" },
      h("a", { class: "button button-quiet", href: `/board/${id}` }, t("voter.seal.board")),
      h("a", { class: "button button-quiet", href: bundle, download: `ostrakon-${id}.zip` }, t("voter.seal.bundle"))),
    h("dl", { class: "facts" },
      h("dt", {}, t("voter.seal.hash", { algorithm: seal.algorithm })), h("dd", { class: "hash" }, seal.hash),
      h("dt", {}, t("voter.seal.verify")),
      h("dd", { class: "hash" }, `ostrakon verify ostrakon-${id}.zip -receipt ostrakon-receipt-${id}.json`)),
    h("details", { class: "about" },
      h("summary", {}, t("voter.seal.note")), h("p", { class: "hash prose" }, seal.note)),
  ];
}

/** @type {(signal: AbortSignal, election: Api.VoterElection, ...content: Child[]) => HTMLElement} */
function page(signal, election, ...content) {
  return h("article", { class: "narrow" },
    nextVote(signal, election.id).node,
    backLink(),
    h("h1", {}, election.title),
    election.completedAt && !election.cancelled &&
      h("p", { class: "muted" }, t("voter.completed", { time: dateTime(election.completedAt, election.timeZone) }),
      election.hasVoted && ` · ${t("voter.voted")}`),
    election.description && h("p", { class: "prose" }, election.description),
    content);
}
