// The form of evidence: what no papers can have given is refused before the count.

import { transfers } from "./rules.js";

const MOST_WEIGHT = 10 ** 10; // of all papers of an election

/** Evidence that cannot be counted. */
export class Refused extends Error {}

/** @type {(holds: boolean, what: string) => void} */
function must(holds, what) {
  if (!holds) throw new Refused(what);
}

/** @type {(n: number) => boolean} */
const isCount = (n) => Number.isSafeInteger(n) && n >= 0;

/** Throws Refused for evidence that papers under these rules cannot have given.
 *  @type {(rules: Tally.Rules, evidence: Tally.Evidence, base: Tally.Base) => void} */
export function checkEvidence(rules, { papers, blank, votes, stars, fives, prefers, used, decided }, { cast, electorate }) {
  const { method, options, min } = rules;
  const pairs = method === "schulze" || method === "star";
  must([papers, blank, papers + blank, cast, electorate].every((n) => isCount(n) && n <= MOST_WEIGHT), "a weight out of range");
  must(transfers(method) ? ["no", "yes", "unknown"].includes(decided) : decided === "", "decided is not a word of the method");
  must(decided === "" || decided === "no" || papers > 0, "no draw can have decided");
  must(min === 0 || blank === 0, "blank papers, where a mark is required");
  list(votes, pairs || transfers(method) ? 0 : options, papers, "votes");
  list(stars, method === "star" ? options : 0, 5 * papers, "stars");
  list(fives, method === "star" ? options : 0, papers, "fives");
  must(prefers.length === (pairs ? options : 0), "prefers has another length");
  must(transfers(method) || used.length === 0, "used has another length");
  if (votes.length > 0) checkVotes(rules, papers, votes);
  must(fives.every((n, i) => 5 * n <= stars[i]), "fives are more than stars allow");
  checkPairs(papers, prefers);
  if (transfers(method)) checkUsed(rules, papers, used);
}

/** @type {(numbers: number[], length: number, largest: number, name: string) => void} */
function list(numbers, length, largest, name) {
  must(numbers.length === length && numbers.every((n) => isCount(n) && n <= largest), `${name} has another length, or a number out of range`);
}

/** @type {(rules: Tally.Rules, papers: number, votes: number[]) => void} */
function checkVotes({ method, min, max }, papers, votes) {
  const sum = votes.reduce((a, b) => a + b, 0);
  if (method === "motion") must(sum === papers, "votes and papers differ");
  else must(sum >= papers * Math.max(min, 1) && sum <= papers * max, "fewer or more votes than the papers have");
}

/** @type {(papers: number, prefers: number[][]) => void} */
function checkPairs(papers, prefers) {
  for (const [a, row] of prefers.entries()) {
    list(row, prefers.length, papers, "prefers");
    must(row[a] === 0, "prefers has an option above itself");
  }
  must(prefers.every((row, a) => row.every((n, b) => n + prefers[b][a] <= papers)), "more preferences than papers");
}

/** @type {(rules: Tally.Rules, papers: number, used: Tally.Used[]) => void} */
function checkUsed({ options, max }, papers, used) {
  let sum = 0;
  for (const [i, { weight, options: way }] of used.entries()) {
    must(isCount(weight) && weight > 0, "a weight below 1");
    must(way.length >= 1 && way.length <= max && new Set(way).size === way.length, "a used paper has another length, or an option twice");
    must(way.every((option) => isCount(option) && option >= 1 && option <= options), "a used paper has an option that there is not");
    must(i === 0 || compareWays(used[i - 1].options, way) < 0, "used papers are not sorted");
    sum += weight;
  }
  must(sum === papers, "used papers and papers differ");
}

/** The order of used papers: by their options, a beginning before what goes on.
 *  @type {(a: number[], b: number[]) => number} */
export function compareWays(a, b) {
  const at = a.findIndex((option, i) => option !== b[i]);
  if (at < 0) return a.length - b.length;
  return at < b.length ? a[at] - b[at] : 1;
}
