// Voting: the questions of an election on one page, one after the other. cards.js has those of a long ballot.

import { announce, h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { newsOf } from "../../lib/news.js";
import { isAnswered } from "../../lib/paper.js";
import { go, refresh } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { backLink } from "./back.js";
import { beginPaper, keepPapers } from "./choices.js";
import { custodyLine } from "./custody.js";
import { proxyLine } from "./elections.js";
import { nextVote } from "./next.js";
import { routeOf } from "./papers.js";
import { sealed } from "./parts.js";
import { questionPart } from "./question/question.js";
import { standingWords } from "./question/words.js";
import { pollBookLine } from "./stub.js";

/** @import { Frozen } from "../../lib/ballot.js" */
/** @import { Paper } from "../../lib/paper.js" */
/** @import { AskedElection } from "./read.js" */

/** Whether a ballot has so many questions that each is a card of its own.
 *  @type {(questions: Api.Question[]) => boolean} */
export const isLong = (questions) => questions.length > 3;

/** A ballot to fill in: every question with its control.
 *  @type {(signal: AbortSignal, election: AskedElection, frozen: Frozen, whose: Api.Paper) =>
 *   HTMLElement} */
export function ballotView(signal, election, frozen, whose) {
  const { questions } = election;
  const paper = beginPaper(election.id, whose.id);
  const standing = h("p", { class: "ballot-standing" });
  const onChange = () => {
    standing.textContent = progressWords(paper, questions);
    form.classList.toggle("ballot-begun", questions.some((question) => isAnswered(paper, question)));
    keepPapers();
  };
  const parts = questions.map((question, i) => questionPart(question, {
    paper, signal, onChange, title: titleOf(election, i), counted: questions.length > 1,
  }));
  /** @type {(event: Event) => void} */
  const check = (event) => {
    event.preventDefault();
    const incomplete = parts.filter((part) => part.complain());
    if (incomplete.length === 0) {
      go(`${routeOf(election.id, whose.id)}/review`);
      return;
    }
    announce(incomplete[0].complain());
    incomplete[0].focus();
  };
  // A browser may restore the page from memory as it was before the vote was cast elsewhere.
  window.addEventListener("pageshow", (event) => { if (event.persisted) refresh(); }, { signal });

  const form = h("form", { class: "ballot", novalidate: true, autocomplete: "off", on: { submit: check } },
    parts.map(({ node }) => node),
    h("div", { class: "ballot-bar" }, standing,
      h("button", { type: "submit", class: "button" }, t("voter.ballot.check"))));
  onChange();
  getReady();
  return h("article", { class: "narrow" }, headOf(signal, election, frozen, whose, h("h1", {}, election.title)), form);
}

/** What stands above the questions of a ballot, in full or in short, with the title of the election.
 *  @type {(signal: AbortSignal, election: AskedElection, frozen: Frozen, whose: Api.Paper, title: HTMLElement,
 *   full?: boolean) => Child} */
export function headOf(signal, election, frozen, whose, title, full = true) {
  return [
    nextVote(signal, election.id, { ballot: true }).node,
    backLink(),
    title,
    whoseWords(whose),
    full && [
      !whose.id && proxyLine(election),
      ballotLead(election),
      newsOf(election).map((words) => notice("info", h("p", {}, words))),
      custodyLine(frozen),
      pollBookLine(frozen),
    ],
  ];
}

/** Gets the page ready to seal while the voter reads: a phone may lose its network before it is needed. */
export function getReady() {
  sealed().then(({ warmUp }) => warmUp(), () => {}); // without it now, the review loads it
}

/** What the election is about, and when it ends.
 *  @type {(election: Pick<AskedElection, "description" | "closesAt" | "timeZone">) => Child} */
export const ballotLead = ({ description, closesAt, timeZone }) => [
  description && h("p", { class: "prose" }, description),
  closesAt && h("p", { class: "muted" }, t("voter.ballot.closes", { time: dateTime(closesAt, timeZone) })),
];

/** Whose paper it is and how much it counts, where it is not one's own or not one vote.
 *  @type {(whose: Api.Paper) => Child} */
export function whoseWords({ id, name, weight }) {
  return [
    id && h("p", { class: "ballot-whose" }, t("voter.paper.for", { name })),
    weight !== 1 && h("p", { class: "ballot-whose" }, t("voter.paper.weight", { n: weight })),
  ];
}

/** The heading of a question; none for the only one, if it is named like the election.
 *  @type {(election: Pick<AskedElection, "title" | "questions">, i: number, level?: "h1" | "h2") => Child} */
export function titleOf({ title, questions }, i, level = "h2") {
  const only = questions.length === 1;
  if (only && questions[i].title === title) return null;
  return h(level, {},
    !only && [h("span", { class: "question-number" }, t("voter.question.of", { i: i + 1, of: questions.length })), " "],
    h("bdi", {}, questions[i].title));
}

/** @type {(paper: Paper, questions: Api.Question[]) => string} */
function progressWords(paper, questions) {
  if (questions.length === 1) return standingWords(paper, questions[0]);
  return t("voter.ballot.answered",
    { n: questions.filter((question) => isAnswered(paper, question)).length, of: questions.length });
}
