// What no papers can have given is refused before the count. Evidence comes as counts.txt has it: every
// figure of the method is there, and none is below zero.

import { goodListVotes } from "./listrules.js";
import { traitsOf } from "./rules.js";

/** Evidence that cannot be counted. */
export class Refused extends Error {}

/** @type {(holds: boolean, what: string) => void} */
function must(holds, what) {
  if (!holds) throw new Refused(what);
}

/** Throws Refused for evidence that papers under these rules cannot have given.
 *  @type {(rules: Tally.Rules, evidence: Tally.Evidence) => void} */
export function checkEvidence(rules, { papers, blank, votes, against, stars, fives, prefers, used, decided }) {
  must(decided === "" || decided === "no" || papers > 0, "no draw can have decided");
  must(rules.min === 0 || blank === 0, "blank papers, where a mark is required");
  if (rules.lists) must(goodListVotes(rules, papers, votes), "votes that no papers with lists can have");
  else if (traitsOf(rules.method).by === "votes") checkVotes(rules, papers, votes);
  must(against.every((n, i) => votes[i] + n <= papers), "more answers than papers");
  must(fives.every((n, i) => 5 * n <= stars[i] && stars[i] <= 5 * papers), "stars that the papers cannot have");
  must(prefers.every((row, a) => row.every((n, b) => n + prefers[b][a] <= papers)), "more preferences than papers");
  if (decided !== "") checkUsed(rules, papers, used);
}

/** @type {(rules: Tally.Rules, papers: number, votes: number[]) => void} */
function checkVotes({ min, max, each = 1 }, papers, votes) {
  const sum = votes.reduce((a, b) => a + b, 0);
  must(votes.every((n) => n <= papers * each), "more votes than papers");
  must(sum >= papers * Math.max(min, 1) && sum <= papers * max, "fewer or more votes than the papers have");
}

/** @type {(rules: Tally.Rules, papers: number, used: Tally.Used[]) => void} */
function checkUsed({ options, max }, papers, used) {
  let sum = 0;
  for (const [i, { weight, options: way }] of used.entries()) {
    must(weight > 0, "a weight below 1");
    must(way.length <= max && new Set(way).size === way.length, "a used paper has too many options, or one twice");
    must(way.every((option) => option >= 1 && option <= options), "a used paper has an option that there is not");
    must(i === 0 || compareWays(used[i - 1].options, way) < 0, "used papers are not sorted");
    sum += weight;
  }
  must(sum === papers, "used papers and papers differ");
}

/** The evidence of ballots and of printed papers together. Throws Refused where one is not evidence by itself.
 *  @type {(rules: Tally.Rules, a: Tally.Evidence, b: Tally.Evidence) => Tally.Evidence} */
export function addEvidence(rules, a, b) {
  checkEvidence(rules, a);
  checkEvidence(rules, b);
  must(a.papers === 0 || b.papers === 0 || a.decided === b.decided, "a draw decided, and it did not");
  /** @type {(x: number[], y: number[]) => number[]} */
  const sums = (x, y) => x.map((n, i) => n + y[i]);
  /** @type {Tally.Used[]} */
  const used = [];
  for (const next of [...a.used, ...b.used].sort((x, y) => compareWays(x.options, y.options))) {
    const last = used.at(-1);
    if (last && compareWays(last.options, next.options) === 0) last.weight += next.weight;
    else used.push({ ...next });
  }
  return {
    papers: a.papers + b.papers, blank: a.blank + b.blank, votes: sums(a.votes, b.votes),
    people: sums(a.people, b.people), against: sums(a.against, b.against),
    stars: sums(a.stars, b.stars), fives: sums(a.fives, b.fives),
    prefers: a.prefers.map((row, i) => sums(row, b.prefers[i])), used,
    decided: (a.papers > 0 ? a : b).decided,
  };
}

/** The order of used papers: by their options, a beginning before what goes on.
 *  @type {(a: number[], b: number[]) => number} */
function compareWays(a, b) {
  const at = a.findIndex((option, i) => option !== b[i]);
  if (at < 0) return a.length - b.length;
  return at < b.length ? a[at] - b[at] : 1;
}
