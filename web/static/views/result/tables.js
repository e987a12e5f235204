// The figures of a count for other programs: CSV for spreadsheets, in the language of the minutes,
// and JSON, which has the API's names.
//
// keys: minutes.unit.* outcome.elected outcome.round outcome.tied outcome.finalist

import { plain, t } from "../../lib/i18n.js";
import { allocated, numberWords, standingsOf } from "./allocation.js";
import { endOf, figuresOf } from "./figures.js";
import { decisionWords } from "./minutes.js";
import { methodWords, nameOf, votesOf } from "./words.js";

/** @import { PublicRecord } from "./record.js" */
/** @import { Allocated, Listed } from "./allocation.js" */

/** @typedef {string | number} Cell */

const FORMULA = /^[=+\-@|%＝＋－＠\t\r]/;

// RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe, which makes it text.
/** @type {(cell: Cell) => string} */
function cellText(cell) {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line for each option of each question. The columns at the end are of people, of stages, of pairs, and of
 *  lists.
 *  @type {(record: PublicRecord) => string} */
export function csvOf({ manifest, result }) {
  const outcomes = result?.questions ?? [];
  const stages = Math.max(0, ...outcomes.map((outcome) => outcome.stages.length));
  const pairs = Math.max(0, ...outcomes.map((outcome) => outcome.prefers.length));
  const listed = outcomes.some(({ allocation }) => allocation);
  const peopled = outcomes.some(({ byPeople }) => byPeople);
  const numbers = Math.max(0, ...outcomes.flatMap(({ allocation }) =>
    allocation?.lists.map((_, i) => allocation.awards.filter(({ list }) => list === i + 1).length) ?? []));
  /** @type {(n: number, label: (n: number) => string) => string[]} */
  const numbered = (n, label) => Array.from({ length: n }, (_, i) => label(i + 1));
  /** @type {Cell[][]} */
  const lines = [[
    t("minutes.column.question"), t("minutes.column.title"), t("minutes.rule"), t("minutes.decision.column"),
    t("minutes.column.counted"),
    t("minutes.column.blank"), t("minutes.column.needed"), t("outcome.stage.option"), t("minutes.column.affiliation"),
    t("minutes.column.figure"), t("minutes.column.value"), t("minutes.column.outcome"), t("shell.option.no"),
    ...(peopled ? [t("minutes.unit.people")] : []),
    ...numbered(stages, (n) => t("minutes.column.stage", { n })),
    ...numbered(pairs, (n) => t("minutes.column.above", { n })),
    ...(listed ? [t("outcome.lists.list"), t("minutes.unit.seats")] : []),
    ...numbered(numbers, (n) => t("minutes.column.number", { n })),
  ]];
  manifest.questions.forEach((question, i) => {
    const outcome = outcomes[i];
    const { unit, figures, enough } = figuresOf(question, outcome);
    const lists = allocated(question, outcome);
    const [votes, rest] = lists ? listCells(...lists) : [figures, []];
    question.options.forEach(({ affiliation }, at) => lines.push([
      i + 1, question.title, methodWords(question), decisionWords(question, outcome), outcome.papers, outcome.blank,
      enough || "",
      nameOf(question, at + 1), affiliation, t(`minutes.unit.${lists ? "votes" : unit}`), votes[at] ?? "",
      endWords(outcome, at + 1), outcome.against[at] ?? "",
      ...(peopled ? [outcome.byPeople?.votes[at] ?? ""] : []),
      ...outcome.stages.map((stage) => votesOf(question, stage.votes[at])),
      ...numbered(stages - outcome.stages.length, () => ""),
      ...(outcome.prefers[at] ?? []), ...numbered(pairs - outcome.prefers.length, () => ""),
      ...(rest[at] ?? []),
    ]));
  });
  return `\ufeff${plain(lines.map((line) => `${line.map(cellText).join(",")}\r\n`).join(""))}`;
}

/** The votes of lists and candidates, and of each its list, the seats of a list, and the numbers that got these.
 *  @type {(question: Listed, outcome: Allocated) => [votes: Cell[], rest: Cell[][]]} */
function listCells(question, outcome) {
  const standings = standingsOf(question, outcome);
  const closed = question.lists.ballot === "closed";
  return [
    question.options.map((_, at) => standings[at]?.strength ?? (closed ? "" : outcome.votes[at])),
    question.options.map((_, at) => {
      const own = standings.find(({ option, candidates }) => option === at + 1 || candidates.includes(at + 1));
      const awards = outcome.allocation.awards.filter(({ list }) => list === at + 1);
      return [own?.name ?? "", own?.option === at + 1 ? own.seats : "", ...awards.map(numberWords)];
    }),
  ];
}

/** @type {(outcome: Api.Outcome, option: number) => string} */
function endWords(outcome, option) {
  const end = endOf(outcome, option);
  return end && t(`outcome.${end}`);
}

/** @type {(record: PublicRecord) => string} */
export function jsonOf({ info, election, manifest, result, notices, hashes, signers, holds }) {
  const { id, activatedAt, completedAt, turnout, attendance } = election;
  const { title, description, timeZone, electorate, questions, signingKey } = manifest;
  return `${JSON.stringify({
    organisation: info.organisation, electionId: id, title, description, timeZone, openedAt: activatedAt,
    closedAt: completedAt,
    notices: notices.map(({ closesAt, backupAt, reason }) => ({ closesAt, backupAt, reason })),
    electorate: attendance?.present ? "present" : electorate ? "roll" : "open", turnout, attendance,
    cast: result?.cast, invalid: result?.invalid,
    groups: result?.groups?.map((turnout, i) => ({ name: manifest.groups?.[i], ...turnout })),
    questions: questions.map(({ id: questionId, title: asked, text, method, seats, min, max, draw, last, threshold,
      peopleThreshold, lists, quotas, options },
      i) => {
      const { questionId: _id, method: _method, ...outcome } = result?.questions[i] ?? {};
      return {
        id: questionId, title: asked, text, method, seats, min, max, draw, last, threshold, peopleThreshold, lists,
        quotas, outcome,
        options: options.map(({ id: option, name, affiliation, kind }) => ({ id: option, name, affiliation, kind })),
      };
    }),
    seal: { ...hashes, signingKey, holders: signers, countedAgain: holds },
  }, null, 2)}\n`;
}
