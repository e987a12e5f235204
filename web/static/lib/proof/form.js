// The form of a paper in a proof of a count. Of questions whose votes are added up, a paper is a list of bits, its
// cells. Lines of cells have a known sum on every valid paper, and totals of cells are what the count says.

import { split } from "../manifest.js";
import { traitsOf } from "../tally/rules.js";

/**
 * A line: the cells that it adds up, one more cell that counts `times` (or -1), and the sum.
 * @typedef {{ cells: number[], extra: number, times: number, sum: number }} Line
 *
 * A total: the cell that it adds up over ballots, its question in the manifest, and whether it counts people.
 * @typedef {{ cell: number, question: number, people: boolean }} Total
 * @typedef {{ cells: number, lines: Line[], totals: Total[] }} Form
 */

const ANSWERS = 4; // cells of an option: yes, no, abstain and nothing

/** Whether a proof covers a question: its votes are added up, and a mark is one of a few.
 *  @type {(question: { method: Api.Method }) => boolean} */
export const isProvable = ({ method }) => ["choices", "yes_no"].includes(traitsOf(method).marks);

/** How many cells say that a paper has fewer marks than it may.
 *  @type {(question: Api.FrozenQuestion) => number} */
const spareOf = ({ min, max }) => max - Math.max(min, 1);

/** The form of the papers of an election.
 *  @type {(manifest: Api.Manifest) => Form} */
export function formOf({ questions }) {
  /** @type {Form} */
  const form = { cells: 0, lines: [], totals: [] };
  questions.forEach((question, i) => { if (isProvable(question)) addQuestion(form, question, i); });
  return form;
}

/** @type {(form: Form, question: Api.FrozenQuestion, number: number) => void} */
function addQuestion(form, question, number) {
  const { method, max, options, peopleThreshold } = question;
  const yesNo = traitsOf(method).marks === "yes_no";
  /** @type {(n: number) => number[]} */
  const next = (n) => Array.from({ length: n }, () => form.cells++);
  const each = options.map(() => next(yesNo ? ANSWERS : 1));
  const [blank] = next(1);
  const spare = next(spareOf(question));
  if (yesNo) form.lines.push(...each.map((cells) => ({ cells, extra: -1, times: 0, sum: 1 })));
  const marked = each.flatMap((cells) => (yesNo ? cells.slice(0, -1) : cells));
  form.lines.push({ cells: [...marked, ...spare], extra: blank, times: max, sum: max });
  /** @type {(cell: number, people?: boolean) => Total} */
  const total = (cell, people = false) => ({ cell, question: number, people });
  form.totals.push(total(blank), ...each.map(([cell]) => total(cell)));
  if (yesNo) form.totals.push(...each.map(([, no]) => total(no)));
  if (peopleThreshold && !yesNo) form.totals.push(...each.map(([cell]) => total(cell, true)));
}

/** The cells of a paper.
 *  @type {(manifest: Api.Manifest, marks: Bytes) => number[]} */
export function cellsOf(manifest, marks) {
  const parts = split(manifest, marks);
  return manifest.questions.flatMap((question, i) => (isProvable(question) ? cellsOfQuestion(question, parts[i]) : []));
}

/** @type {(question: Api.FrozenQuestion, marks: number[]) => number[]} */
function cellsOfQuestion(question, marks) {
  const { method, max } = question;
  const made = marks.filter((mark) => mark > 0).length;
  const yesNo = traitsOf(method).marks === "yes_no";
  return [
    ...marks.flatMap((mark) => (yesNo ? [1, 2, 3, 0].map((one) => Number(mark === one)) : [mark])),
    Number(made === 0),
    ...Array.from({ length: spareOf(question) }, (_, i) => Number(made > 0 && i < max - made)),
  ];
}
