// One figure for each option of a question, which charts and tables show: its votes or stars; in a
// count by stages the most votes that it had at any of them; in a count by pairs how many it won. Of a
// question with lists it has the seats of the lists, which are its first options.

import { hasAnswers, traitsOf } from "../../lib/tally/rules.js";
import { votesOf } from "./words.js";

/** @import { Asked } from "./words.js" */
/** @typedef {"votes" | "yes" | "stars" | "reached" | "pairs" | "seats"} Unit */

/** The figures in the order of the options, and how many are enough, or 0 where that says nothing.
 *  @type {(question: Asked, outcome: Api.Outcome) =>
 *   { unit: Unit, figures: number[], enough: number }} */
export function figuresOf(question, { votes, stages, prefers, needed, quota, allocation }) {
  const { method, options, threshold } = question;
  if (allocation) return { unit: "seats", figures: allocation.lists.map(({ seats }) => seats), enough: 0 };
  const { by, unit = 1 } = traitsOf(method);
  if (by === "transfers") {
    const figures = options.map((_, i) => votesOf(question, Math.max(0, ...stages.map((stage) => stage.votes[i]))));
    return { unit: "reached", figures, enough: votesOf(question, quota * unit) };
  }
  if (by === "pairs") {
    const figures = prefers.map((row, a) => row.filter((n, b) => n > prefers[b][a]).length);
    return { unit: "pairs", figures, enough: 0 };
  }
  const figured = by === "stars" ? "stars" : by === "yes_no" ? "yes" : "votes";
  return { unit: figured, figures: votes, enough: threshold ? needed : 0 };
}

/** Whether an option won: it is elected, or a list of somebody elected, or the yes of a motion that is passed.
 *  @type {(outcome: Api.Outcome, option: number) => boolean} */
export const hasWon = ({ elected, ending, allocation }, option) => elected.includes(option) ||
  (ending === "passed" && option === 1) || (elected.length > 0 && (allocation?.lists[option - 1]?.seats ?? 0) > 0);

/** How an option ended, as the catalogue calls it ("outcome.elected"), or "".
 *  @type {(outcome: Api.Outcome, option: number) => "elected" | "round" | "tied" | "finalist" | ""} */
export function endOf({ ending, elected, tied, finalists }, option) {
  if (elected.includes(option)) return "elected";
  if (tied.includes(option)) return ending === "no_majority" ? "round" : "tied";
  return finalists.includes(option) ? "finalist" : "";
}

/** The options in the order in which they are shown: the most first, those of a motion in its order.
 *  @type {(question: Asked, figures: number[]) => number[]} */
export function orderOf(question, figures) {
  const order = figures.map((_, i) => i + 1);
  return hasAnswers(question) ? order : order.sort((a, b) => figures[b - 1] - figures[a - 1]);
}
