// A ballot of many questions as cards: one question a screen, under a strip of links to all of them. A card has an
// address, so that Back, Forward and a reload keep the place, and it is made from memory.

import { questionsFor } from "../../lib/ballot.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { isAnswered, leaveBlank, marksOf } from "../../lib/paper.js";
import { go, refresh, replace } from "../../lib/router.js";
import { isBlank } from "../../lib/tally/rules.js";
import { getReady, headOf, titleOf } from "./ballot.js";
import { beginPaper, begunPaper, keepPapers } from "./choices.js";
import { openPaper, routeOf } from "./papers.js";
import { questionPart } from "./question/question.js";
import { standingWords } from "./question/words.js";
import { ballotAgain, forgetBallot } from "./read.js";
import { needsSlip } from "./stub.js";
import { envelopeOf } from "./waiting.js";

/** @import { Frozen } from "../../lib/ballot.js" */
/** @import { Paper } from "../../lib/paper.js" */
/** @import { AskedElection } from "./read.js" */

/** The card of a question, by its number, on a paper that is begun. A voter who is `changing` came from the last look
 *  at the ballot, and goes back to it.
 *  @type {(signal: AbortSignal, electionId: string, paperId: string, number: number, changing: boolean) =>
 *   Promise<Shown>} */
export async function cardView(signal, electionId, paperId, number, changing) {
  const { election, frozen } = await ballotAgain(signal, electionId);
  const whose = openPaper(election, paperId);
  const questions = whose ? questionsFor(frozen.manifest, election.questions, whose) : [];
  const isHere = questions[number - 1] && begunPaper(electionId, paperId);
  if (!whose || !isHere || needsSlip(frozen) || envelopeOf(electionId, paperId)) {
    if (!signal.aborted) replace(routeOf(electionId, paperId));
    return undefined;
  }
  return card(signal, { ...election, questions }, frozen, whose, { number, changing });
}

/** The card of a question.
 *  @type {(signal: AbortSignal, election: AskedElection, frozen: Frozen, whose: Api.Paper,
 *   at: { number: number, changing: boolean }) => HTMLElement} */
export function card(signal, election, frozen, whose, { number, changing }) {
  const { questions } = election;
  const question = questions[number - 1];
  const isLast = number === questions.length;
  const route = routeOf(election.id, whose.id);
  const paper = beginPaper(election.id, whose.id);
  const strip = stripOf(route, questions, paper, number);
  const standing = h("p", { class: "ballot-standing" });
  const onChange = () => {
    standing.textContent = standingWords(paper, question);
    strip.show();
    keepPapers();
  };
  const part = questionPart(question, { paper, signal, onChange, title: titleOf(election, number - 1, "h1"),
    counted: false });
  /** @type {(event: Event) => void} */
  const onward = (event) => {
    event.preventDefault();
    const missing = part.complain();
    if (missing) {
      announce(missing);
      part.focus();
      return;
    }
    if (!isAnswered(paper, question)) leaveBlank(paper, question);
    keepPapers();
    go(changing ? `${route}/review/${number}` : isLast ? `${route}/review` : `${route}/${number + 1}`);
  };
  // A browser may restore the page from memory as it was before the vote was cast elsewhere.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    forgetBallot();
    refresh();
  }, { signal });

  onChange();
  if (number === 1) getReady();
  const node = h("article", { class: changing ? "narrow" : isLast ? "deck deck-last" : "deck" },
    headOf(signal, election, frozen, whose, h("p", { class: "deck-title" }, election.title), number === 1 && !changing),
    !changing && strip.node,
    h("form", { class: "ballot ballot-begun", novalidate: true, autocomplete: "off", on: { submit: onward } },
      part.node,
      h("div", { class: "ballot-bar" },
        !changing && number > 1 && h("a", { class: "button button-quiet", href: `#${route}/${number - 1}` },
          t("voter.cards.back")),
        standing,
        h("button", { type: "submit", class: "button" },
          t(changing || isLast ? "voter.ballot.check" : "voter.cards.next")))));
  node.dataset.card = String(number);
  return node;
}

/** Links to all questions; show() says anew what is done about each.
 *  @type {(route: string, questions: Api.Question[], paper: Paper, number: number) =>
 *   { node: HTMLElement, show: () => void }} */
function stripOf(route, questions, paper, number) {
  const links = questions.map((question, i) => {
    const said = hiddenText("");
    const link = h("a", { href: `#${route}/${i + 1}`, "aria-current": i + 1 === number && "step" },
      h("span", { class: "strip-number", "aria-hidden": "true" }, i + 1),
      h("span", { class: "strip-title", "aria-hidden": "true" }, question.title), said);
    return { link, show() {
      const state = stateOf(paper, question);
      link.dataset.state = state;
      said.textContent = t(`voter.cards.${state}`, { i: i + 1, title: question.title });
    } };
  });
  return {
    node: h("nav", { class: "strip", "aria-label": t("voter.cards") },
      h("ol", {}, links.map(({ link }) => h("li", {}, link)))),
    show() { for (const { show } of links) show(); },
  };
}

// keys: voter.cards.*
/** @type {(paper: Paper, question: Api.Question) => "answered" | "blank" | "open"} */
function stateOf(paper, question) {
  if (!isBlank(marksOf(paper, question))) return "answered";
  return paper.blank.has(question.id) ? "blank" : "open";
}
