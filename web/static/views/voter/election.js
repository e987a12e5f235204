// One election and its steps: a ballot, the reason why there is none, or the results. The page loads
// this module, and what it needs, when somebody has signed in: it is more than half of the page.

import { questionsFor } from "../../lib/ballot.js";
import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { listsOf } from "../../lib/lists.js";
import { setRoute } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { hasAnswers } from "../../lib/tally/rules.js";
import { backLink } from "./back.js";
import { ballotView, isLong, titleOf } from "./ballot.js";
import { candidateCard } from "./candidate.js";
import { orOtherKeys } from "./custody.js";
import { alsoFor, standing, turnoutLine } from "./elections.js";
import { keptReceipt } from "./kept.js";
import { nextVote } from "./next.js";
import { openPaper, openPapers, paperLink, routeOf } from "./papers.js";
import { askSlip, cards, results, sealed } from "./parts.js";
import { listPeople } from "./question/people.js";
import { readBallot } from "./read.js";
import { needsSlip } from "./stub.js";
import { envelopeOf } from "./waiting.js";
import { openElections } from "./watch.js";

/** @import { OpenElection } from "./read.js" */

/** One question of a long ballot, or of one that the voter changes. */
export const cardView = orOtherKeys(async (/** @type {AbortSignal} */ signal, /** @type {string} */ id,
  /** @type {string} */ paperId, /** @type {number} */ number, /** @type {boolean} */ changing) =>
  (await cards()).cardView(signal, id, paperId, number, changing));

/** One election: a ballot, the results, or why there is neither. `paperId` is for the paper of
 *  somebody else.
 *  @type {(signal: AbortSignal, id: string, paperId: string) => Promise<HTMLElement>} */
export const electionView = orOtherKeys(async (signal, id, paperId) => {
  const waiting = envelopeOf(id, paperId);
  if (waiting) return (await sealed()).castView(signal, waiting);
  // A ballot needs only what the list says of its election, and the manifest. Later pages of the list are not read.
  const listed = (await openElections(signal)).items.find((one) => one.id === id);
  const own = listed && openPaper(listed, paperId);
  if (own) return paperView(signal, listed, own);
  const election = await get(`/api/user/elections/${id}`, signal);
  if (election.status === "COMPLETED") {
    return (await results()).resultsView(signal, election);
  }
  const whose = openPaper(election, paperId);
  if (whose) return paperView(signal, election, whose);
  const open = openPapers(election);
  const givers = open.filter((paper) => paper.id !== "");
  const cast = election.papers.find((paper) => paper.id !== "" && paper.id === paperId && paper.hasVoted);
  const { reason, tone } = cast ? { reason: t("voter.paper.cast", { name: cast.name }), tone: "done" }
    : standing(election);
  return h("article", { class: "narrow" },
    nextVote(signal, id).node,
    backLink(),
    h("h1", {}, election.title),
    reason && notice(tone === "done" ? "success" : "info", h("p", {}, reason)),
    givers.length > 0 && alsoFor(givers),
    h("p", { class: "actions" },
      open.map((paper, i) => paperLink(election, paper, i === 0 ? "button" : "button button-quiet")),
      election.papers.filter((paper) => paper.hasVoted && keptReceipt(id, paper.id))
        .map((paper) => receiptLink(election, paper, open.length === 0)),
      h("a", { class: "button button-quiet", href: `/board/${id}` }, t("voter.board"))),
    election.description && h("p", { class: "prose" }, election.description),
    turnoutLine(election.turnout),
    election.questions.map((question, i) => candidates(signal, question, titleOf(election, i))));
});

/** @type {(signal: AbortSignal, open: OpenElection, whose: Api.Paper) => Promise<HTMLElement>} */
async function paperView(signal, open, whose) {
  const { election, frozen } = await readBallot(signal, open);
  if (needsSlip(frozen)) return (await askSlip()).askSlipView(signal, election, whose);
  const questions = questionsFor(frozen.manifest, election.questions, whose);
  if (!isLong(questions)) return ballotView(signal, { ...election, questions }, frozen, whose);
  setRoute(`${routeOf(election.id, whose.id)}/1`);
  return (await cards()).card(signal, { ...election, questions }, frozen, whose, { number: 1, changing: false });
}

/** @type {(election: Api.VoterElection, paper: Api.Paper, filled: boolean) => HTMLElement} */
function receiptLink({ id }, paper, filled) {
  return h("a", { class: filled ? "button" : "button button-quiet", href: `#${routeOf(id, paper.id)}/receipt` },
    paper.id ? t("voter.receipt.again.for", { name: paper.name }) : t("voter.receipt.again"));
}

/** A question to read: its text, and its candidates unless it is a motion.
 *  @type {(signal: AbortSignal, question: Api.Question, title: Child) => HTMLElement} */
function candidates(signal, question, title) {
  const { text } = question;
  const answers = hasAnswers(question);
  return h("section", {},
    title || !answers && h("h2", {}, t("voter.candidates")),
    text && h("p", { class: "prose" }, text),
    question.lists ? listsOf(question).map(({ list, candidates }) =>
      h("section", { class: "list-card" }, candidateCard(list, signal), listPeople(list, candidates, signal)))
      : !answers && h("ul", { class: "cards" }, question.candidates.map((c) =>
        h("li", {}, candidateCard(c, signal, { question })))));
}
