// Counts a question from its evidence. The program that runs the election and verify.py count
// likewise, to the same outcome.

import { Draws, decided } from "./draws.js";
import { checkEvidence } from "./evidence.js";
import { electLists } from "./lists.js";
import { PAIR_COUNTS } from "./pairs.js";
import { traitsOf } from "./rules.js";
import { vacated } from "./seats.js";
import { TRANSFER_COUNTS } from "./transfers.js";
import { byPeople, needs, VOTE_COUNTS } from "./votes.js";

/** How each method counts.
 *  @type {Record<string, Tally.Counter>} */
const COUNTS = {
  ...VOTE_COUNTS, ...TRANSFER_COUNTS, ...PAIR_COUNTS,
  dhondt: electLists, "sainte-lague": electLists, hare: electLists, quotient: electLists,
};

/**
 * Counts evidence. `lot` has the place of each option in the draw, 0 first. Throws Refused for
 * evidence that no papers can have given, or that says more than the count needs.
 * @type {(rules: Tally.Rules, evidence: Tally.Evidence, lot: number[], base: Tally.Base) =>
 *   Api.Outcome}
 */
export function count(rules, evidence, lot, base) {
  checkEvidence(rules, evidence);
  const draws = new Draws(lot);
  const outcome = countOnce(rules, evidence, base, draws);
  if (traitsOf(rules.method).by === "transfers") return { ...outcome, draws: draws.made };
  /** @type {(forced: { at: number, option: number }) => number[]} */
  const recount = (forced) => countOnce(rules, evidence, base, new Draws(lot, forced)).elected;
  return { ...outcome, draws: draws.made, drawDecided: decided(draws.made, outcome.elected, recount) };
}

/** @type {(rules: Tally.Rules, evidence: Tally.Evidence, base: Tally.Base, draws: Draws) =>
 *   Api.Outcome} */
function countOnce(rules, evidence, base, draws) {
  const { papers, blank, votes, against, stars, fives, prefers } = evidence;
  const { by, answers, marks } = traitsOf(rules.method);
  /** @type {Api.Outcome} */
  const start = {
    ending: "elected", papers, blank, votes: by === "stars" ? stars : votes, against, fives,
    ...needs(rules, evidence, base), quota: 0, elected: [], tied: [], finalists: [], stages: [], prefers, paths: [],
    draws: [], drawDecided: "no",
  };
  if (papers > 0 || answers || marks === "lists") {
    const counted = vacated(rules, { ...start, ...COUNTS[rules.method](rules, evidence, draws, start.needed) });
    const second = byPeople(rules, evidence, base);
    return second ? { ...counted, ending: second.met ? counted.ending : "rejected", byPeople: second } : counted;
  }
  return { ...start, ending: "no_votes", paths: by === "pairs" ? prefers : [] };
}
