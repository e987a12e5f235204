// Counts of pairs: Schulze's method with winning votes (Social Choice and Welfare 36, 2011, section
// 2), and STAR (the protocol of starvoting.org).

/** @import { Draws } from "./draws.js" */

import { most } from "./draws.js";
import { seat } from "./seats.js";

/** The strength of the strongest path between any two options.
 *  @type {(prefers: number[][]) => number[][]} */
function strongestPaths(prefers) {
  const paths = prefers.map((row, a) => row.map((n, b) => (n > prefers[b][a] ? n : 0)));
  for (const [via, onward] of paths.entries()) {
    for (const [from, row] of paths.entries()) {
      for (const [to, strength] of row.entries()) {
        if (from !== to && from !== via && to !== via) row[to] = Math.max(strength, Math.min(row[via], onward[to]));
      }
    }
  }
  return paths;
}

/** Elects, again and again, whom nobody of those left beats by a stronger path.
 *  @type {Tally.Counter} */
function electByPaths(rules, { prefers }, draws) {
  const paths = strongestPaths(prefers);
  const levels = [];
  for (let left = prefers.map((_, i) => i + 1); left.length > 0;) {
    const among = left;
    const level = among.filter((a) => among.every((b) => paths[a - 1][b - 1] >= paths[b - 1][a - 1]));
    levels.push(level);
    left = among.filter((option) => !level.includes(option));
  }
  return { ...seat(rules, levels, draws), paths };
}

/** Elects, of the two with the most stars, the one whom more papers prefer.
 *  @type {Tally.Counter} */
function electByStars(_, { stars, fives, prefers }, draws) {
  const finalists = twoFinalists(stars, fives, prefers, draws);
  const [a, b] = finalists;
  let left = most(finalists, (option) => prefers[option - 1][(option === a ? b : a) - 1]);
  left = most(left, (option) => stars[option - 1]);
  left = most(left, (option) => fives[option - 1]);
  return { elected: [left.length > 1 ? draws.choose(0, "winner", left) : left[0]], finalists };
}

/** Those with the most stars. Where too many are equal, some of them are ahead of the others.
 *  @type {(stars: number[], fives: number[], prefers: number[][], draws: Draws) => number[]} */
function twoFinalists(stars, fives, prefers, draws) {
  /** @type {number[]} */
  const finalists = [];
  let left = stars.map((_, i) => i + 1);
  while (finalists.length < 2) {
    let tied = most(left, (option) => stars[option - 1]);
    while (tied.length > 0 && finalists.length < 2) {
      finalists.push(...ahead(tied, 2 - finalists.length, fives, prefers, draws));
      tied = tied.filter((option) => !finalists.includes(option));
    }
    left = left.filter((option) => !finalists.includes(option));
  }
  return finalists;
}

// Of equals, at most as many as there are places: those with the most wins among them, else those
// with the most fives, else one by the draw. Each step starts again with those whom it leaves.
/** @type {(tied: number[], places: number, fives: number[], prefers: number[][], draws: Draws) =>
 *   number[]} */
function ahead(tied, places, fives, prefers, draws) {
  while (tied.length > places) {
    const among = tied;
    let best = most(among, (a) => among.filter((b) => prefers[a - 1][b - 1] > prefers[b - 1][a - 1]).length);
    if (best.length === among.length) best = most(among, (option) => fives[option - 1]);
    if (best.length === among.length) return [draws.choose(0, "finalist", among)];
    tied = best;
  }
  return tied;
}

export const PAIR_COUNTS = { schulze: electByPaths, star: electByStars };
