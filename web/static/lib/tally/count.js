// Counts a question from its evidence. The program that runs the election and verify.py count
// likewise, to the same outcome.

import { Draws, decided } from "./draws.js";
import { checkEvidence } from "./evidence.js";
import { electByPaths, electByStars } from "./pairs.js";
import { electByTransfers } from "./transfers.js";
import { transfers } from "./rules.js";
import { electByVotes, motionEnding, needs } from "./votes.js";

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
  if (transfers(rules.method)) return { ...outcome, draws: draws.made };
  /** @type {(forced: { at: number, option: number }) => number[]} */
  const recount = (forced) => countOnce(rules, evidence, base, new Draws(lot, forced)).elected;
  return { ...outcome, draws: draws.made, drawDecided: decided(draws.made, outcome.elected, recount) };
}

/** @type {(rules: Tally.Rules, evidence: Tally.Evidence, base: Tally.Base, draws: Draws) =>
 *   Api.Outcome} */
function countOnce(rules, evidence, base, draws) {
  const { papers, blank, votes, stars, fives, prefers } = evidence;
  const { method } = rules;
  /** @type {Api.Outcome} */
  const start = {
    ending: "elected", papers, blank, votes: method === "star" ? stars : votes, fives, ...needs(rules, evidence, base), quota: 0,
    elected: [], tied: [], finalists: [], stages: [], prefers, paths: [], draws: [], drawDecided: "no",
  };
  if (method === "motion") return { ...start, ending: motionEnding(votes, start.needed) };
  if (method === "schulze") return { ...start, ...electByPaths(rules, evidence, draws) };
  if (papers === 0) return { ...start, ending: "no_votes" };
  switch (method) {
    case "irv": case "stv":
      return { ...start, ...electByTransfers(rules, evidence, draws) };
    case "star":
      return { ...start, ...electByStars(evidence, draws) };
    default:
      return { ...start, ...electByVotes(rules, votes, start.needed, draws) };
  }
}
