// Counts of pairs: Schulze's method with winning votes (Social Choice and Welfare 36, 2011, section
// 2), and STAR (the protocol of starvoting.org).

/** @import { Draws } from "./draws.js" */

import { most } from "./draws.js";

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

/** Elects whom nobody beats by a stronger path. Several are tied, or the draw chooses.
 *  @type {(rules: Tally.Rules, evidence: Tally.Evidence, draws: Draws) =>
 *   Pick<Tally.Outcome, "ending" | "elected" | "tied" | "paths">} */
export function electByPaths({ draw }, { prefers }, draws) {
  const paths = strongestPaths(prefers);
  const unbeaten = paths.flatMap((row, a) => (row.every((strength, b) => strength >= paths[b][a]) ? [a + 1] : []));
  if (unbeaten.length > 1 && !draw) return { ending: "tie", elected: [], tied: unbeaten, paths };
  const elected = unbeaten.length > 1 ? draws.choose(0, "winner", unbeaten) : unbeaten[0];
  return { ending: "elected", elected: [elected], tied: [], paths };
}

/** Elects, of the two with the most stars, the one whom more papers prefer.
 *  @type {(evidence: Tally.Evidence, draws: Draws) => Pick<Tally.Outcome, "elected" | "finalists">} */
export function electByStars({ stars, fives, prefers }, draws) {
  const finalists = twoFinalists(stars, fives, prefers, draws);
  const [a, b] = finalists;
  let left = most(finalists, (option) => prefers[option - 1][(option === a ? b : a) - 1]);
  left = most(left, (option) => stars[option - 1]);
  left = most(left, (option) => fives[option - 1]);
  return { elected: [left.length > 1 ? draws.choose(0, "winner", left) : left[0]], finalists };
}

/** @type {(stars: number[], fives: number[], prefers: number[][], draws: Draws) => number[]} */
function twoFinalists(stars, fives, prefers, draws) {
  /** @type {number[]} */
  const finalists = [];
  // Groups of equals get in while they fit; of the first that does not, the next number tells.
  /** @type {(from: number[], of: (option: number) => number) => number[]} */
  const admit = (from, of) => {
    while (from.length > 0 && finalists.length < 2) {
      const first = most(from, of);
      if (finalists.length + first.length > 2) return first;
      finalists.push(...first);
      from = from.filter((option) => !first.includes(option));
    }
    return [];
  };
  const tied = admit(stars.map((_, i) => i + 1), (option) => stars[option - 1]);
  const level = admit(tied, (option) => tied.filter((other) => prefers[option - 1][other - 1] > prefers[other - 1][option - 1]).length);
  let left = admit(level, (option) => fives[option - 1]);
  while (finalists.length < 2) {
    const chosen = draws.choose(0, "finalist", left);
    finalists.push(chosen);
    left = left.filter((option) => option !== chosen);
  }
  return finalists;
}
