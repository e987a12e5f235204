// The seats of lists as cards and tables.

import { h, hiddenText } from "../../lib/dom.js";
import { number, percent } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { lazy } from "../../lib/lazy.js";
import { traitsOf } from "../../lib/tally/rules.js";
import {
  minorityWords, numberWords, quotasWords, quotaWords, seatsOf, standingsOf, tieWords,
} from "./allocation.js";
import { mark, partedBar } from "./bars.js";
import { nameOf } from "./words.js";

/** @import { Face, Heading } from "./view.js" */
/** @import { Allocated, Listed, Standing } from "./allocation.js" */

const LISTS = 5; // in one table: more columns do not fit on A4

/** The lists with their seats, and how they got them.
 *  @type {(question: Listed, outcome: Allocated, heading: Heading, face: Face) => Child} */
export function listsView(question, outcome, heading, face) {
  const standings = standingsOf(question, outcome);
  const quota = quotaWords(question, outcome);
  const full = Math.max(...standings.map(({ share }) => share), 0.01);
  return [
    h("ol", { class: "standings" }, standings.toSorted((a, b) => b.strength - a.strength).map((one) =>
      listCard(question, outcome, one, full, face))),
    outcome.allocation.awards.length > 0 && [
      h(heading, {}, t("outcome.awards")),
      quota && h("p", {}, quota),
      awardsTable(question, outcome),
      hasNumbers(question) && lazy({ class: "about" }, [t("outcome.numbers"), hiddenText(`: ${question.title}`)],
        () => numbersPart(question, outcome)),
    ],
    minorityPart(question, outcome, heading),
  ];
}

/** @type {(question: Listed, outcome: Allocated, one: Standing, full: number, face: Face) => HTMLElement} */
function listCard(question, outcome, one, full, face) {
  const { name, seats, share, option, barred } = one;
  const won = seats > 0 && outcome.elected.length > 0;
  return h("li", { class: won ? "standing standing-winner" : "standing" },
    face(question.options[option - 1]),
    h("div", { class: "standing-words" },
      h("p", { class: "standing-head" }, h("span", { class: "candidate-name" }, name),
        h("span", { class: `badge badge-${won ? "open" : "quiet"}` }, t("outcome.lists.seats", { n: seats }))),
      partedBar([[share / full, won ? "bar-fill-winner" : ""]]),
      h("p", { class: "standing-votes" }, h("strong", {}, votesWords(question, one)),
        !isOfAverages(question) && ` · ${percent(share)}`,
        barred && ` · ${t("outcome.lists.below")}`),
      lazy({ class: "about" }, [t("outcome.lists.candidates", { n: one.candidates.length }), hiddenText(`: ${name}`)],
        () => candidatesTable(question, outcome, one, null))));
}

/** Whether lists count by the average of their candidates' votes.
 *  @type {(question: Listed) => boolean} */
const isOfAverages = ({ lists }) => lists.ballot === "erasures";

/** The votes of a list, or their average.
 *  @type {(question: Listed, one: Standing) => string} */
const votesWords = (question, { votes, strength }) =>
  (isOfAverages(question) ? t("outcome.lists.average", { n: number(strength, 3) }) : t("outcome.votes", { n: votes }));

/** The candidates of each list with their votes; nothing where votes are for lists alone.
 *  @type {(question: Listed, outcome: Allocated) => Child} */
export const peoplePart = (question, outcome) => isForPeople(question) && standingsOf(question, outcome).map((one) =>
  candidatesTable(question, outcome, one, h("caption", {}, one.name)));

/** @type {(question: Listed) => boolean} */
const isForPeople = ({ lists }) => lists.ballot !== "closed";

/** The candidates of a list in its order, and who is elected.
 *  @type {(question: Listed, outcome: Allocated, one: Standing, caption: Child) => HTMLElement} */
function candidatesTable(question, outcome, { candidates }, caption) {
  const counted = isForPeople(question);
  return h("table", { class: "table table-figures list-people" }, caption,
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("outcome.stage.option")),
      counted && h("th", { scope: "col" }, t("outcome.lists.votes")))),
    h("tbody", {}, candidates.map((option, i) => h("tr", {},
      h("th", { scope: "row" }, `${i + 1}. ${nameOf(question, option)} `, mark(outcome, option)),
      counted && h("td", {}, number(outcome.votes[option - 1], 4))))));
}

/** Each seat with its number, in the order in which it was given, and who has it.
 *  @type {(question: Listed, outcome: Allocated) => HTMLElement} */
export function awardsTable(question, outcome) {
  const seats = seatsOf(outcome);
  return frame(t("outcome.awards"), question, h("table", { class: "table list-seats" },
    h("thead", {}, h("tr", {},
      [t("outcome.award.seat"), t("outcome.award.number"), t("outcome.award.who")].map((name) =>
      h("th", { scope: "col" }, name)))),
    h("tbody", {}, seats.map((seat, i) => h("tr", {},
      h("th", { scope: "row" }, i + 1),
      h("td", {}, numberWords(seat), tieWords(seat) && h("span", { class: "list-note" }, tieWords(seat))),
      h("td", {}, h("span", { class: "list-name" }, nameOf(question, seat.list)),
        seat.held > 0 && h("span", {},
          seat.out > 0 && [h("s", {}, nameOf(question, seat.out)), " ", h("span", { class: "arrow" }, "→"), " "],
          nameOf(question, seat.held)),
        seat.move && h("span", { class: "list-note" }, seat.move.to === seat.list ? t("outcome.award.minority")
          : t("outcome.award.minority.from", { list: nameOf(question, seat.move.to) }))))))));
}

/** Whether lists get seats by numbers, which divide their votes.
 *  @type {(question: Listed) => boolean} */
export const hasNumbers = ({ method }) => (traitsOf(method).step ?? 0) > 0;

/** Every number of every list, those with a seat in bold.
 *  @type {(question: Listed, outcome: Allocated) => Child[]} */
export function numbersPart(question, outcome) {
  const standings = standingsOf(question, outcome).filter(({ barred, votes }) => !barred && votes > 0);
  const parts = Math.ceil(standings.length / LISTS);
  return [
    h("p", { class: "hint" }, t("outcome.numbers.hint")),
    ...Array.from({ length: parts }, (_, i) =>
      numbersTable(question, outcome, standings.slice(i * LISTS, (i + 1) * LISTS))),
  ];
}

/** @type {(question: Listed, outcome: Allocated, standings: Standing[]) => HTMLElement} */
function numbersTable(question, outcome, standings) {
  const { lists, awards, moves } = outcome.allocation;
  const { step = 1 } = traitsOf(question.method);
  const given = lists.map((_, i) => awards.map((award, at) => ({ ...award, place: at + 1 }))
    .filter(({ list }) => list === i + 1));
  const used = Math.max(...given.map(({ length }, i) =>
    length + moves.filter(({ from, to }) => from !== to && to === i + 1).length));
  const rows = Math.min(used + 1, Math.max(...standings.map(({ candidates }) => candidates.length)));
  return frame(t("outcome.numbers"), question, h("table", { class: "table table-figures list-numbers" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("outcome.numbers.by")),
      standings.map(({ name }) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, Array.from({ length: rows }, (_, held) => h("tr", {},
      h("th", { scope: "row" }, `÷ ${held * step + 1}`),
      standings.map(({ option, strength, candidates }) => {
        const award = given[option - 1][held];
        if (held >= candidates.length) return h("td", {}, "–", hiddenText(t("outcome.numbers.nobody")));
        const value = award?.by === "quota" ? t("outcome.numbers.quota") : number(strength / (held * step + 1), 3);
        return h("td", {}, award ? [h("strong", {}, value), h("span", { class: "list-note" },
          t("outcome.numbers.seat", { n: award.place }))] : value);
      }))))));
}

/** Who came in for the minority; nothing where the rules do not ask for it.
 *  @type {(question: Listed, outcome: Allocated, heading: Heading) => Child} */
export function minorityPart(question, outcome, heading) {
  const words = outcome.elected.length > 0 ? minorityWords(question, outcome) : [];
  return words.length > 0 && [h(heading, {}, t("outcome.lists.minority")), words.map((one) => h("p", {}, one))];
}

/** The lists with their votes and seats, as the minutes have them.
 *  @type {(question: Listed, outcome: Allocated) => HTMLElement} */
export function listsTable(question, outcome) {
  const standings = standingsOf(question, outcome);
  const [averages, quotas] = [isOfAverages(question), quotaWords(question, outcome) !== ""];
  const full = Math.max(...standings.map(({ share }) => share), 0.01);
  return frame(t("outcome.lists.list"), question, h("table", { class: "table table-figures minutes-figures" },
    h("thead", {}, h("tr", {}, [
      t("outcome.lists.list"), t("minutes.unit.seats"), t("minutes.unit.votes"),
      t(averages ? "outcome.lists.averages" : "minutes.share"), quotas && t("outcome.lists.quotas"),
    ].map((name) => name && h("th", { scope: "col" }, name)), h("td", { class: "minutes-bar" }))),
    h("tbody", {}, standings.map((one) => h("tr", {},
      h("th", { scope: "row" }, one.name, one.barred && h("span", { class: "list-note" }, t("outcome.lists.below"))),
      h("td", {}, h("strong", {}, number(one.seats))),
      h("td", {}, number(one.votes, 4)),
      h("td", {}, averages ? number(one.strength, 3) : percent(one.share)),
      quotas && h("td", {}, quotasWords(question, outcome, one) || "–"),
      h("td", { class: "minutes-bar" },
        partedBar([[one.share / full, one.seats > 0 ? "bar-fill-winner" : ""]])))))));
}

/** @type {(name: string, question: Listed, table: HTMLElement) => HTMLElement} */
const frame = (name, { title }, table) => h("div", {
  class: "table-frame", tabindex: "0", role: "region", "aria-label": `${name}: ${title}`,
}, table);
