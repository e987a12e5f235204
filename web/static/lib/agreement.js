// Whether a result shows how each person voted, because all of them agree.

import { traitsOf } from "./tally/rules.js";

const NOISE = 1e-5; // of products of votes with decimals

/**
 * What all counted ballots of a question have in common, as far as the result shows it, or "":
 * "marks", all of them; "order", who is above whom (how many stars, the result does not show);
 * "first", the first choice, which is all that a count by transfers must show. A blank ballot
 * agrees with blank ballots alone. Where a candidate may have several marks, votes tell it of one ballot
 * alone.
 * @type {(question: { method: Api.Method, lists?: Api.Lists }, outcome: Api.Outcome) =>
 *   "" | "marks" | "order" | "first"}
 */
export function agreement({ method, lists }, { papers, blank, votes, against, prefers, stages }) {
  if (papers === 0) return blank > 0 ? "marks" : "";
  const { by, marks, unit = 1 } = traitsOf(method);
  if (blank > 0) return "";
  if (marks === "amounts" || lists?.ballot === "free") return papers === 1 ? "marks" : "";
  /** @type {(n: number) => boolean} */
  const allOrNone = (n) => n === 0 || n === papers;
  if (by === "transfers") return stages[0]?.votes.some((n) => Math.abs(n - papers * unit) < NOISE) ? "first" : "";
  if (by === "pairs" || by === "stars") return prefers.flat().every(allOrNone) ? "order" : "";
  return [...votes, ...against].every(allOrNone) ? "marks" : "";
}
