// The last look at a ballot, in words, and casting it.

import { ApiError, get, post } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { rich, t } from "../../lib/i18n.js";
import { answers, chosen, fault } from "../../lib/paper.js";
import { notify, present, replace, setRoute } from "../../lib/router.js";
import { explain } from "../../lib/states.js";
import { titleOf, whoseWords } from "./ballot.js";
import { candidateCard } from "./candidate.js";
import { begunPaper, forgetPaper } from "./choices.js";
import { keepReceipt } from "./kept.js";
import { openPaper, routeOf } from "./papers.js";
import { answerWords, isOfOne } from "./question/words.js";
import { receiptView, recordedView } from "./receipt.js";

/** @import { Paper } from "../../lib/paper.js" */

/** The last look before a ballot is cast.
 *  @type {(signal: AbortSignal, electionId: string, paperId: string) =>
 *   Promise<HTMLElement | undefined>} */
export async function reviewView(signal, electionId, paperId) {
  const election = await get(`/api/user/elections/${electionId}`, signal);
  const whose = openPaper(election, paperId);
  const paper = begunPaper(electionId, paperId);
  if (!whose || !paper || election.questions.some((question) => fault(paper, question))) {
    if (!signal.aborted) replace(routeOf(electionId, paperId));
    return undefined;
  }
  const problem = h("div", { class: "notice notice-problem", tabindex: "-1", hidden: true });
  const onCast = async () => {
    if (button.disabled) return;
    button.disabled = true;
    button.textContent = t("voter.review.casting");
    back.hidden = true;
    problem.hidden = true;
    announce(button.textContent);
    const refused = await cast(election, whose, paper);
    if (!refused) return;
    problem.replaceChildren(h("p", {}, refused));
    problem.hidden = false;
    problem.focus();
    button.disabled = false;
    button.textContent = t("voter.review.cast");
    back.hidden = false;
  };
  const back = h("a", { class: "button button-quiet", href: `#${routeOf(electionId, paperId)}` }, t("voter.review.change"));
  const button = h("button", { type: "button", class: "button", on: { click: onCast } }, t("voter.review.cast"));

  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.review.title")),
    whoseWords(whose),
    h("div", { class: "slip" }, summary(signal, election, paper)),
    problem,
    h("p", { class: "actions" }, button, back));
}

// The one candidate of an election with one question has a portrait, and everything else is words.
/** @type {(signal: AbortSignal, election: Api.VoterElection, paper: Paper) => Child} */
function summary(signal, election, paper) {
  const { title, questions } = election;
  const [candidate] = chosen(paper, questions[0]);
  if (questions.length === 1 && isOfOne(questions[0]) && candidate) {
    return [
      candidateCard({ ...candidate, description: "" }, signal),
      h("p", { class: "slip-words" }, rich("voter.review.words", {
        candidate: h("strong", {}, candidate.name), election: h("strong", {}, title),
      })),
    ];
  }
  return [
    questions.map((question, i) => h("section", { class: "answer" },
      titleOf(election, i) ?? h("h2", {}, title), answer(paper, question))),
    h("p", { class: "slip-words" }, t("voter.review.final")),
  ];
}

/** @type {(paper: Paper, question: Api.Question) => HTMLElement} */
function answer(paper, question) {
  const { lines, numbered } = answerWords(paper, question);
  if (lines.length === 0) return h("p", { class: "answer-blank" }, t("voter.review.blank"));
  if (lines.length === 1 && !numbered) return h("p", { class: "answer-one" }, lines[0]);
  return h(numbered ? "ol" : "ul", { class: numbered ? "answer-lines answer-ranks" : "answer-lines" },
    lines.map((line) => h("li", {}, line)));
}

/**
 * Casts a paper and goes on to its receipt. Resolves to what to tell the voter if that failed and
 * another try makes sense. The request has no signal: to leave the page must not leave a vote in
 * doubt.
 * @type {(election: Api.VoterElection, whose: Api.Paper, paper: Paper) => Promise<string>}
 */
async function cast(election, whose, paper) {
  const { id, questions } = election;
  try {
    const ballot = { answers: answers(paper, questions), ...whose.id && { paper: whose.id } };
    const receipt = await post(`/api/user/elections/${id}/vote`, ballot);
    forgetPaper(id, whose.id);
    keepReceipt(receipt, whose.id);
    setRoute(`${routeOf(id, whose.id)}/receipt`); // replaces the review, to which Back must not return
    // The second press of a double click must not select what is shown in place of the button.
    document.addEventListener("mousedown", (event) => { if (event.detail > 1) event.preventDefault(); }, { once: true });
    present((signal) => receiptView(signal, election, whose.id, receipt));
    return "";
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "unreachable") return afterSilence(election, whose);
    if (error.status === 401) return ""; // the sign-in form is on the screen now, and the choice is kept
    if (error.code === "already_voted") {
      forgetPaper(id, whose.id);
      notify("info", whose.id ? t("voter.paper.cast", { name: whose.name }) : t("voter.review.already"));
      replace(`elections/${id}`);
      return "";
    }
    return explain(error);
  }
}

// No answer came, or half of one: the vote may or may not have been taken. The server knows which.
/** @type {(election: Api.VoterElection, whose: Api.Paper) => Promise<string>} */
async function afterSilence({ id }, whose) {
  /** @type {Api.VoterElection} */
  let election;
  try {
    election = await get(`/api/user/elections/${id}`);
  } catch {
    return t("voter.review.unknown");
  }
  if (!election.papers.some((paper) => paper.id === whose.id && paper.hasVoted)) return t("voter.review.notCast");
  forgetPaper(id, whose.id);
  setRoute(`elections/${id}`);
  present(() => recordedView(election, whose.id));
  return "";
}
