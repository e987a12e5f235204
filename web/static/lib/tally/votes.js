// Counts of votes: plurality, block, approval and motion, with their thresholds.

import { most } from "./draws.js";
import { hasAnswers } from "./rules.js";

/**
 * What a threshold is a part of, and how many votes meet it. Both are 0 without a threshold.
 * @type {(rules: Tally.Rules, evidence: Tally.Evidence, base: Tally.Base) =>
 *   { base: number, needed: number }}
 */
export function needs({ method, threshold }, { papers, votes }, { cast, electorate }) {
  if (!threshold) return { base: 0, needed: 0 };
  const decided = hasAnswers({ method }) ? votes[0] + votes[1] : papers;
  const base = { decided, cast, electorate }[threshold.of];
  return { base, needed: needed(threshold, base) };
}

/** How many votes of a base are the part that is needed.
 *  @type {(part: { more?: number[], least?: number[] }, base: number) => number} */
export function needed({ more, least }, base) {
  const [n, d] = more ?? least ?? [1, 1];
  return more ? Math.floor((base * n) / d) + 1 : Math.max(Math.ceil((base * n) / d), 1);
}

/** A motion passes with the votes that it needs, and never when yes and no are equal.
 *  @type {Tally.Counter} */
function pass(_, { votes: [yes, no] }, draws, needed) {
  return { ending: yes >= needed && yes !== no ? "passed" : "rejected" };
}

/**
 * The options with the most votes get the seats. Those who are tied for the last seats share them
 * out by the draw, or stay tied. An option without votes gets none.
 * @type {Tally.Counter}
 */
function electByVotes({ seats, draw }, { votes }, draws, needed) {
  /** @type {(option: number) => number} */
  const of = (option) => votes[option - 1];
  const order = votes.map((_, i) => i + 1).filter((option) => of(option) > 0).sort((a, b) => of(b) - of(a) || a - b);
  if (order.length === 0) return { ending: "no_votes" };
  if (of(order[0]) < needed) return { ending: "no_majority", tied: secondRound(order, of) };
  if (order.length <= seats) return { elected: order };
  const last = of(order[seats - 1]);
  const elected = order.filter((option) => of(option) > last);
  let tied = order.filter((option) => of(option) === last);
  if (elected.length + tied.length === seats) return { elected: [...elected, ...tied] };
  if (!draw) return { ending: "tie", elected, tied };
  while (elected.length < seats) {
    const chosen = draws.choose(0, "seat", tied);
    elected.push(chosen);
    tied = tied.filter((option) => option !== chosen);
  }
  return { elected };
}

// Who goes on to a second round: the first two, or more where they are tied.
/** @type {(order: number[], of: (option: number) => number) => number[]} */
function secondRound(order, of) {
  const first = most(order, of);
  if (first.length > 1) return first;
  const rest = order.slice(1);
  return [...first, ...(rest.length > 0 ? most(rest, of) : [])].sort((a, b) => a - b);
}

export const VOTE_COUNTS = { plurality: electByVotes, block: electByVotes, approval: electByVotes, motion: pass };
