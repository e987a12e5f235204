// The minutes of an election: what was asked and decided, by which rules and with which figures, on
// paper that people sign. They are made in the language that is spoken at the moment.
//
// keys: minutes.tie.* minutes.unit.*

import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { attendanceWords, dateTime, list, number, percent, turnoutWords } from "../../lib/format.js";
import { isolated, t } from "../../lib/i18n.js";
import { groupsOf, groupTurnouts, weightsOf } from "../../lib/manifest.js";
import { noticeWords, untriedWords } from "../../lib/news.js";
import { hasAnswers, traitsOf } from "../../lib/tally/rules.js";
import { againWords } from "./again.js";
import { allocated, listRows, quotaWords } from "./allocation.js";
import { aboutOption, againstPart, mark, partedBar } from "./bars.js";
import { columnsTable } from "./columns.js";
import { figuresOf, hasWon, orderOf } from "./figures.js";
import { awardsTable, hasNumbers, listsTable, minorityPart, numbersPart, peoplePart } from "./lists.js";
import { pathsName, pathsTable, prefersTable, runoffWords } from "./pairs.js";
import { rowsOf, signatures } from "./sheet.js";
import { stageTable } from "./stages.js";
import { kindsRow, movedWords, substitutesPart } from "./succession.js";
import {
  agreedWords, answersOf, drawWords, endingWords, groupWords, isSameQuorum, methodWords, nameOf, nextRoundRow,
  quorumWords, stageWords, thresholdWords,
} from "./words.js";

/** @import { PublicRecord } from "./record.js" */
/** @import { Asked, Figures } from "./words.js" */
/** @import { Allocated, Listed } from "./allocation.js" */
/** @import { Rows } from "./sheet.js" */

const STAGES = 6; // in one table: more columns do not fit on A4

/** The minutes of an election; `more` stands below its questions, and is not sealed.
 *  @type {(record: PublicRecord, more: Child) => HTMLElement} */
export function minutes(record, more) {
  const { info, manifest, result, holds } = record;
  return h("div", { class: "minutes-paper" },
    h("header", { class: "minutes-head" },
      info.logo && h("img", { class: "minutes-logo", src: info.logo, alt: "" }),
      h("p", { class: "minutes-organisation" }, info.organisation),
      h("p", { class: "muted" }, t("minutes.of")),
      h("h2", {}, manifest.title),
      manifest.description && h("p", { class: "prose" }, manifest.description)),
    !holds && h("p", { class: "minutes-decision" }, t("minutes.failed")),
    rowsOf(generalRows(record)),
    result && manifest.questions.map((question, i) =>
      questionPart(question, result.questions[i], groupsOf(manifest, question), !isSameQuorum(result.questions),
        manifest.questions.length > 1 ? i + 1 : 0)),
    more,
    sealPart(record),
    signatures([""]));
}

/** @type {(round: Api.RoundLink) => HTMLElement} */
const roundLink = ({ id, title }) => h("a", { href: `/board/${id}` }, title);

/** @type {(record: PublicRecord) => Rows} */
function generalRows({ election, manifest, result, notices, cancelled, handed }) {
  const { timeZone, electorate } = manifest;
  const { activatedAt, completedAt, turnout, attendance } = election;
  const people = t(attendance?.present ? "minutes.electorate.present"
    : electorate ? "minutes.electorate.roll" : "minutes.electorate.open", { n: turnout.electorate });
  const weights = weightsOf(manifest);
  const turnouts = groupTurnouts(manifest, result?.groups);
  const shared = result && isSameQuorum(result.questions) && quorumWords(result.questions[0]);
  return [
    [t("minutes.opened"), dateTime(manifest.opensAt > activatedAt ? manifest.opensAt : activatedAt, timeZone)],
    [t(cancelled ? "minutes.cancelled" : "minutes.closed"), completedAt && dateTime(completedAt, timeZone)],
    [t("minutes.reason"), cancelled?.reason],
    [t("minutes.previous"), election.previousRound && roundLink(election.previousRound)],
    [t("minutes.next"), election.nextRounds?.map((round) => h("p", {}, roundLink(round)))],
    [t("minutes.notices"), notices.length > 0 && notices.map((notice) => h("p", {}, noticeWords(notice, timeZone)))],
    [t("minutes.sheets"), election.untried && untriedWords(election.untried)],
    [t("minutes.zone"), timeZone],
    [t("minutes.electorate"), people],
    [t("minutes.attendance"), attendance && attendanceWords(attendance)],
    [t("minutes.weights"), weights.some(({ weight }) => weight !== 1) &&
      list(weights.map(({ weight, people }) => t("minutes.weight", { n: people, weight })))],
    [t("minutes.turnout"), turnoutWords(turnout)],
    [t("outcome.groups"), turnouts.length > 0 && turnouts.map((group) => h("p", {}, groupWords(group)))],
    [t("minutes.cast"), result && result.cast !== result.people &&
      t("outcome.weights", { people: t("outcome.people", { n: result.people }), n: result.cast })],
    [t("minutes.invalid"), result && result.invalid > 0 && t("outcome.invalid", { n: result.invalid })],
    [t("outcome.paper.title"), result?.paper && t("minutes.paper", { printed: manifest.papers, handed,
      n: result.paper.entered, invalid: result.paper.invalid })],
    [t("minutes.quorum"), shared],
  ];
}

/** @type {(question: Api.FrozenQuestion, outcome: Figures, groups: string[], quorum: boolean,
 *   place: number) => HTMLElement} */
function questionPart(question, outcome, groups, quorum, place) {
  const { title, text, draw, last, lists, options } = question;
  const { draws, drawDecided } = outcome;
  const [decided, ...more] = lists ? endingWords(question, outcome) : [decisionWords(question, outcome)];
  return h("section", { class: "minutes-question" },
    h("h3", {}, place > 0 ? t("minutes.question", { n: place, title }) : title),
    text && h("p", { class: "prose" }, text),
    rowsOf([
      [t("outcome.groups"), groups.length > 0 && list(groups)],
      [t("minutes.rule"), methodWords(question)],
      kindsRow(question),
      ...listRows(question),
      [t("minutes.needed"), thresholdWords(question, outcome)],
      nextRoundRow(question),
      [t("minutes.last"), last && t("minutes.last.is", { name: nameOf(question, options.length) })],
      [t("minutes.tie"), !hasAnswers(question) && !lists && t(`minutes.tie.${draw ? "draw" : "stated"}`)],
      [t("minutes.quorum"), quorum && quorumWords(outcome)],
      [t("minutes.ballots"), t("outcome.papers", { n: outcome.papers, blank: outcome.blank })],
    ]),
    figures(question, outcome),
    columnsTable(question, outcome),
    substitutesPart(question, outcome, "h4"),
    draws.length > 0 && [
      h("h4", {}, t("outcome.draws")),
      draws.map((use) => h("p", {}, drawWords(question, use))),
      h("p", {}, t(`outcome.decided.${drawDecided}`)),
    ],
    h("div", { class: "minutes-decision" }, h("p", {}, h("strong", {}, t("minutes.decision")), " ", decided),
      more.map((words) => h("p", {}, words))),
    isEven(question, outcome) && h("p", { class: "minutes-line" }, t("minutes.casting")),
    h("p", { class: "muted" }, agreedWords(question, outcome)));
}

// Whether a motion has as many votes for it as against it, so that some rules let the chair decide.
/** @type {(question: Asked, outcome: Api.Outcome) => boolean} */
const isEven = (question, { ending, votes: [yes, no] }) =>
  hasAnswers(question) && ending === "rejected" && yes > 0 && yes === no;

/** What a question decided, in one text.
 *  @type {(question: Asked, outcome: Api.Outcome) => string} */
export const decisionWords = (question, outcome) =>
  [...endingWords(question, outcome), ...movedWords(question, outcome)].join(" ");

/** @type {(question: Asked, outcome: Api.Outcome) => Child} */
function figures(question, outcome) {
  const { by } = traitsOf(question.method);
  const { stages, finalists, prefers, paths, papers } = outcome;
  const lists = allocated(question, outcome);
  if (lists) return seatsPart(...lists);
  if (by === "transfers") {
    if (stages.length === 0) return null;
    const tables = Array.from({ length: Math.ceil(stages.length / STAGES) },
      (_, i) => stageTable(question, outcome, i * STAGES, (i + 1) * STAGES));
    return [
      h("ol", { class: "minutes-stages" },
        stages.map((_, i) => h("li", {}, stageWords(question, outcome, i).join(" ")))),
      tables,
    ];
  }
  return [
    by !== "pairs" && votesTable(question, outcome),
    finalists.length === 2 && h("p", {}, runoffWords(question, finalists, prefers)),
    papers > 0 && prefers.length > 0 &&
      [h("h4", {}, t("outcome.pairs")), h("p", { class: "hint" }, t("outcome.pairs.hint")),
        prefersTable(question, outcome)],
    paths.length > 0 && [h("h4", {}, pathsName(question)), pathsTable(question, outcome)],
  ];
}

/** How lists got their seats, with every number, and how many votes each candidate has.
 *  @type {(question: Listed, outcome: Allocated) => Child} */
function seatsPart(question, outcome) {
  return [
    listsTable(question, outcome),
    outcome.allocation.awards.length > 0 && [
      h("h4", {}, t("outcome.awards")), h("p", {}, quotaWords(question, outcome)), awardsTable(question, outcome),
      hasNumbers(question) && [h("h4", {}, t("outcome.numbers")), numbersPart(question, outcome)],
    ],
    minorityPart(question, outcome, "h4"),
    peoplePart(question, outcome),
  ];
}

/** The most first; a motion in its own order.
 *  @type {(question: Asked, outcome: Api.Outcome) => HTMLElement} */
function votesTable(question, outcome) {
  const { unit, figures: numbers, enough } = figuresOf(question, outcome);
  const answers = hasAnswers(question);
  const each = unit === "yes";
  const amounts = traitsOf(question.method).marks === "amounts"; // a ballot may give an option more than one
  const share = unit === "votes" && !amounts;
  const full = unit === "stars" || amounts ? Math.max(...numbers, 1) : Math.max(outcome.papers, enough, 1);
  return h("table", { class: "table table-figures minutes-figures" },
    h("thead", {}, h("tr", {},
      h("th", { scope: "col" }, t(answers ? "minutes.answer" : "outcome.stage.option")),
      h("th", { scope: "col" }, t(`minutes.unit.${unit}`)),
      each && [h("th", { scope: "col" }, t("shell.option.no")), h("th", { scope: "col" }, t("shell.option.abstain"))],
      share && h("th", { scope: "col" }, t("minutes.share")),
      outcome.byPeople && h("th", { scope: "col" }, t("minutes.unit.people")),
      h("td", { class: "minutes-bar" }))),
    h("tbody", {}, orderOf(question, numbers).map((option) => {
      const n = numbers[option - 1];
      const { no, abstain } = answersOf(outcome, option);
      return h("tr", {},
        h("th", { scope: "row" },
          [nameOf(question, option), ...aboutOption(question, option)].map(isolated).join(", "), " ",
          mark(outcome, option)),
        h("td", {}, number(n, 4)),
        each && [h("td", {}, number(no, 4)), h("td", {}, number(abstain, 4))],
        share && h("td", {}, outcome.papers > 0 ? percent(n / outcome.papers) : "–"),
        outcome.byPeople && h("td", {}, number(outcome.byPeople.votes[option - 1])),
        h("td", { class: "minutes-bar" }, partedBar(
          [[n / full, hasWon(outcome, option) ? "bar-fill-winner" : ""], ...(each ? [againstPart(no / full)] : [])],
          enough > 0 && (!answers || option === 1) ? enough / full : undefined)));
    })));
}

// What ties the paper to the public record.
/** @type {(record: PublicRecord) => HTMLElement} */
function sealPart({ info, election, manifest, result, holds, hashes, signers, recounts }) {
  const address = new URL(`/board/${election.id}`, info.address || location.href).href;
  const names = custodyOf(manifest).serverKey ? t("minutes.server") : list([t("minutes.server"), ...signers]);
  return h("section", { class: "minutes-seal" },
    h("h3", {}, t(result ? "minutes.seal" : "minutes.record")),
    h("p", {}, t("minutes.seal.lead", { address })),
    holds && result && h("p", {}, t("minutes.seal.checked")),
    rowsOf([
      [t("minutes.seal.by"), result && names],
      [t("minutes.seal.hash"), result && h("span", { class: "hash" }, hashes.seal)],
      [t("minutes.again"), recounts.length > 0 &&
        recounts.map((one) => h("p", {}, againWords(one, manifest.timeZone)))],
      [t("minutes.box"), election.boxUntil &&
        t("minutes.box.until", { time: dateTime(election.boxUntil, manifest.timeZone) })],
      [t("minutes.bundle.hash"), h("span", { class: "hash" }, hashes.bundle)],
    ]));
}
