// The last look at a ballot, in words and sealed, before it is cast.

import { isValid, marksFor, questionsFor } from "../../lib/ballot.js";
import { base64 } from "../../lib/bytes.js";
import { h, hiddenText } from "../../lib/dom.js";
import { rich, t } from "../../lib/i18n.js";
import { numberWords } from "../../lib/leaf.js";
import { chosen, fault, marksOf } from "../../lib/paper.js";
import { qrCode } from "../../lib/qr.js";
import { notify, present, replace } from "../../lib/router.js";
import { makeBallot } from "../../lib/sealed.js";
import { notice } from "../../lib/states.js";
import { isBlank } from "../../lib/tally/rules.js";
import { isLong, titleOf, whoseWords } from "./ballot.js";
import { candidateCard } from "./candidate.js";
import { cast } from "./cast.js";
import { begunPaper, forgetPaper } from "./choices.js";
import { custodyLine } from "./custody.js";
import { deviceView } from "./device.js";
import { openPaper, routeOf } from "./papers.js";
import { answerWords, isOfOne, missingWords } from "./question/words.js";
import { ballotAgain } from "./read.js";
import { checkLink } from "./receipt.js";
import { signerOf } from "./signer.js";
import { needsSlip } from "./stub.js";
import { envelopeOf } from "./waiting.js";

/** @import { Frozen } from "../../lib/ballot.js" */
/** @import { Paper } from "../../lib/paper.js" */
/** @import { Drawn, Made } from "../../lib/sealed.js" */
/** @import { AskedElection } from "./read.js" */

const FEW = 5; // blank questions that are named

/** The last look before a ballot is cast. It is sealed for every look anew. A voter who has changed a question goes on
 *  there, by its number.
 *  @type {(signal: AbortSignal, electionId: string, paperId: string, number?: number) => Promise<Shown>} */
export async function reviewView(signal, electionId, paperId, number) {
  if (envelopeOf(electionId, paperId)) {
    replace(`${routeOf(electionId, paperId)}/receipt`);
    return undefined;
  }
  const { election, frozen } = await ballotAgain(signal, electionId);
  const whose = openPaper(election, paperId);
  const paper = begunPaper(electionId, paperId);
  const questions = whose ? questionsFor(frozen.manifest, election.questions, whose) : [];
  const wrong = paper ? questions.findIndex((question) => fault(paper, question)) : -1;
  if (!whose || !paper || needsSlip(frozen) || wrong >= 0) {
    const card = wrong >= 0 && isLong(questions);
    if (card) notify("problem", missingWords(questions[wrong]));
    if (!signal.aborted) replace(`${routeOf(electionId, paperId)}${card ? `/${wrong + 1}` : ""}`);
    return undefined;
  }
  const marks = marksFor(frozen.manifest, paper.marks);
  if (!isValid(frozen.manifest, marks, whose.class)) return otherPaper(electionId, paperId);
  return sealedView(signal, { ...election, questions }, frozen, whose, paper, marks, number);
}

/** The paper on the page is not the one in the manifest: nothing may be sealed.
 *  @type {(electionId: string, paperId: string) => HTMLElement} */
function otherPaper(electionId, paperId) {
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.review.title")),
    notice("problem", h("p", {}, t("voter.review.otherPaper"))),
    h("p", { class: "actions" }, h("a", { class: "button", href: `#${routeOf(electionId, paperId)}` },
      t("voter.review.change"))));
}

/** @type {(signal: AbortSignal, election: AskedElection, frozen: Frozen, whose: Api.Paper,
 *   paper: Paper, marks: Bytes, number?: number) => HTMLElement} */
function sealedView(signal, election, frozen, whose, paper, marks, number) {
  const { id, title, questions } = election;
  const route = routeOf(id, whose.id);
  const signer = signerOf(frozen, whose);
  /** @type {Drawn} */
  const drawn = {
    random: crypto.getRandomValues(new Uint8Array(32)), marks, class: whose.class, owner: signer.owner,
  };
  const made = makeBallot(frozen, drawn);
  const onCast = () => {
    const stub = signer.sign(drawn.random, made.leaf);
    forgetPaper(id, whose.id); // with these a voter could prove the choice
    drawn.random.fill(0);
    drawn.marks.fill(0);
    cast({
      electionId: id, title, paperId: whose.id, sealed: base64(made.sealed), pad: base64(made.pad), leaf: made.leaf,
      commitment: made.commitment && base64(made.commitment), code: made.code, owner: whose.owner, name: whose.name,
      stub,
    });
  };
  const onCheck = () => void present(() => deviceView(election, whose, drawn, made.leaf));
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.review.title")),
    whoseWords(whose),
    blanks(questions, paper, `#${route}/change`),
    h("div", { class: "slip" }, summary(signal, election, paper, `#${route}/change`, number)),
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button", on: { click: onCast } }, t("voter.review.cast")),
      !isLong(questions) && h("a", { class: "button button-quiet", href: `#${route}` }, t("voter.review.change"))),
    sealed(id, made),
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button button-quiet", on: { click: onCheck } }, t("voter.review.check"))),
    custodyLine(frozen));
}

/** The questions that are blank, with links to them: many go by their numbers.
 *  @type {(questions: Api.Question[], paper: Paper, change: string) => Child} */
function blanks(questions, paper, change) {
  const numbers = questions.flatMap((question, i) => (isBlank(marksOf(paper, question)) ? [i + 1] : []));
  return questions.length > 1 && numbers.length > 0 && notice("info",
    h("p", {}, t("voter.review.blanks", { n: numbers.length })),
    h("ul", { class: "answer-blanks" }, numbers.map((n) => h("li", {}, h("a", { href: `${change}/${n}` },
      numbers.length > FEW ? [n, hiddenText(` ${questions[n - 1].title}`)] : questions[n - 1].title)))));
}

/** @type {(electionId: string, made: Made) => HTMLElement} */
function sealed(electionId, { leaf }) {
  return h("section", { class: "receipt-check sealed" },
    qrCode(checkLink({ electionId, leaf }), t("voter.review.qr")),
    h("div", {},
      h("h2", {}, t("voter.receipt.leaf")),
      h("p", { class: "code" }, numberWords(leaf)),
      h("p", { class: "muted" }, t("voter.review.number"))));
}

// The one candidate of an election with one question has a portrait, and everything else is words.
/** @type {(signal: AbortSignal, election: AskedElection, paper: Paper, change: string, number?: number) =>
 *   Child} */
function summary(signal, election, paper, change, number) {
  const { title, questions } = election;
  const [candidate] = chosen(paper, questions[0]);
  if (questions.length === 1 && isOfOne(questions[0]) && candidate) {
    return [
      candidateCard({ ...candidate, description: "" }, signal, { question: questions[0], together: true }),
      h("p", { class: "slip-words" }, rich("voter.review.words", {
        candidate: h("strong", {}, candidate.name), election: h("strong", {}, title),
      })),
    ];
  }
  return [
    questions.map((question, i) => h("section", { class: "answer" },
      titleOf(election, i) ?? h("h2", {}, title),
      questions.length > 1 && h("a", { class: "answer-change", href: `${change}/${i + 1}`,
        autofocus: i + 1 === number }, t("voter.review.change.one"), hiddenText(` (${question.title})`)),
      answer(signal, paper, question))),
    h("p", { class: "slip-words" }, t("voter.review.final")),
  ];
}

// A solid is worth another look; other candidates are words.
/** @type {(signal: AbortSignal, paper: Paper, question: Api.Question) => HTMLElement} */
function answer(signal, paper, question) {
  const { lines, numbered } = answerWords(paper, question);
  const [candidate] = chosen(paper, question);
  if (isOfOne(question) && candidate?.solid) {
    return candidateCard({ ...candidate, description: "" }, signal, { question, together: true });
  }
  if (lines.length === 0) return h("p", { class: "answer-blank" }, t("voter.review.blank"));
  if (lines.length === 1 && !numbered) return h("p", { class: "answer-one" }, lines[0]);
  return h(numbered ? "ol" : "ul", { class: numbered ? "answer-lines answer-ranks" : "answer-lines" },
    lines.map((line) => h("li", {}, line)));
}
