// What a voter has marked on a ballot that is not cast yet: one mark for each option, as lib/tally
// takes it. Nothing here knows the page.

/** @import { Ranks } from "./ranks.js" */

import { listsOf } from "./lists.js";
import { rankOf } from "./ranks.js";
import { faultOf, isBlank } from "./tally/rules.js";

/**
 * The marks of a paper by the ids of options, 0 where there is none; the order of each question
 * that ranks; and the questions that the voter leaves blank on purpose.
 * @typedef {{ marks: Map<string, number>, ranks: Map<string, Ranks>, blank: Set<string> }} Paper
 */

/** A paper without a mark.
 *  @type {() => Paper} */
export const newPaper = () => ({ marks: new Map(), ranks: new Map(), blank: new Set() });

/** The marks of a question in the order of its candidates.
 *  @type {(paper: Paper, question: Api.Question) => number[]} */
export const marksOf = (paper, { candidates }) => candidates.map(({ id }) => paper.marks.get(id) ?? 0);

/** How many options of a question have a mark.
 *  @type {(paper: Paper, question: Api.Question) => number} */
export const marked = (paper, question) => marksOf(paper, question).filter((mark) => mark > 0).length;

/** How many marks the options of a question have together, where one may have several.
 *  @type {(paper: Paper, question: Api.Question) => number} */
export const given = (paper, question) => marksOf(paper, question).reduce((sum, mark) => sum + mark, 0);

/** The options of a question that have a mark.
 *  @type {(paper: Paper, question: Api.Question) => Api.Candidate[]} */
export const chosen = (paper, { candidates }) => candidates.filter(({ id }) => paper.marks.get(id));

/** Whether the voter has done something about a question, if only to leave it blank.
 *  @type {(paper: Paper, question: Api.Question) => boolean} */
export const isAnswered = (paper, question) => paper.blank.has(question.id) || !isBlank(marksOf(paper, question));

/** How many marks a question takes. An open election always says it.
 *  @type {(question: Api.Question) => number} */
export const most = ({ max, candidates }) => max ?? candidates.length;

/** What is wrong with the marks of a question, or "".
 *  @type {(paper: Paper, question: Api.Question) => Tally.Fault | ""} */
export function fault(paper, question) {
  const { lists, candidates } = question;
  const rules = { ...question, options: candidates.length, max: most(question), lists: undefined, quotas: undefined };
  if (!lists) return faultOf(rules, marksOf(paper, question));
  const all = listsOf(question);
  const sizes = all.map((one) => one.candidates.length);
  return faultOf({ ...rules, lists: { ...lists, sizes } }, marksOf(paper, {
    ...question, candidates: [...all.map(({ list }) => list), ...all.flatMap((one) => one.candidates)],
  }));
}

/** Whether one mark more would be too many.
 *  @type {(paper: Paper, question: Api.Question) => boolean} */
export const isFull = (paper, question) => marked(paper, question) >= most(question);

/** Takes back everything that is marked in a question.
 *  @type {(paper: Paper, question: Api.Question) => void} */
export function clear(paper, { id, candidates }) {
  for (const candidate of candidates) paper.marks.delete(candidate.id);
  paper.ranks.delete(id);
  paper.blank.delete(id);
}

/** Leaves a question blank on purpose.
 *  @type {(paper: Paper, question: Api.Question) => void} */
export function leaveBlank(paper, question) {
  clear(paper, question);
  paper.blank.add(question.id);
}

/** Chooses one option of a question in place of any other.
 *  @type {(paper: Paper, question: Api.Question, id: string) => void} */
export function choose(paper, question, id) {
  clear(paper, question);
  paper.marks.set(id, 1);
}

/** Chooses an option, or takes the choice back. The caller asks isFull() first.
 *  @type {(paper: Paper, id: string, on: boolean) => void} */
export function mark(paper, id, on) {
  paper.marks.set(id, on ? 1 : 0);
}

/** Answers yes (1), no (2) or abstain (3) for an option.
 *  @type {(paper: Paper, id: string, mark: number) => void} */
export function answer(paper, id, mark) {
  paper.marks.set(id, mark);
}

/** Gives an option a number of marks. The caller asks first whether so many are left.
 *  @type {(paper: Paper, id: string, marks: number) => void} */
export function give(paper, id, marks) {
  paper.marks.set(id, marks);
}

/** The order of a question.
 *  @type {(paper: Paper, question: Api.Question) => Ranks} */
export const ranksOf = (paper, { id }) => paper.ranks.get(id) ?? [];

/** Gives a question an order.
 *  @type {(paper: Paper, question: Api.Question, order: Ranks) => void} */
export function rank(paper, question, order) {
  paper.ranks.set(question.id, order);
  for (const { id } of question.candidates) paper.marks.set(id, rankOf(order, id));
}

/** The stars of an option, or undefined while its question has none.
 *  @type {(paper: Paper, id: string) => number | undefined} */
export function starsOf(paper, id) {
  const given = paper.marks.get(id);
  return given ? given - 1 : undefined;
}

/** Gives an option stars. The others of the question that have none yet get 0 stars.
 *  @type {(paper: Paper, question: Api.Question, id: string, stars: number) => void} */
export function rate(paper, { candidates }, id, stars) {
  for (const other of candidates) paper.marks.set(other.id, paper.marks.get(other.id) || 1);
  paper.marks.set(id, stars + 1);
}

/** The list that a paper is for, or undefined.
 *  @type {(paper: Paper, question: Api.Question) => Api.Candidate | undefined} */
export const chosenList = (paper, question) => listsOf(question).map(({ list }) => list)
  .find(({ id }) => paper.marks.get(id));

/** Chooses a list. Where candidates can be struck off it, the others have a mark too.
 *  @type {(paper: Paper, question: Api.Question, id: string, struck: Set<string>) => void} */
export function chooseList(paper, question, id, struck) {
  choose(paper, question, id);
  if (question.lists?.ballot !== "erasures") return;
  for (const candidate of question.candidates) {
    if (candidate.list === id && !struck.has(candidate.id)) paper.marks.set(candidate.id, 1);
  }
}

/** How many marks a paper has left for candidates and, if it names one, a list.
 *  @type {(paper: Paper, question: Api.Question) => number} */
export const marksLeft = (paper, question) => most(question) -
  question.candidates.reduce((sum, { id, list }) => sum + (list || !question.lists ? paper.marks.get(id) ?? 0 : 0), 0);

/** Gives a list the marks that are left, in place of any other; "" for no list.
 *  @type {(paper: Paper, question: Api.Question, id: string) => void} */
export function giveRest(paper, question, id) {
  for (const { list } of listsOf(question)) paper.marks.delete(list.id);
  if (id) paper.marks.set(id, marksLeft(paper, question));
}
