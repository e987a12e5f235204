// The order that a voter ranks options in: a list of ranks, the first one first. A rank is a list of
// ids: more than one are equal. Every function answers a new order and leaves the old one as it is.

/** @typedef {string[][]} Ranks */

/** @type {(ranks: Ranks) => Ranks} */
const filled = (ranks) => ranks.filter((rank) => rank.length > 0);

/** @type {(ranks: Ranks, id: string) => number} */
const placeOf = (ranks, id) => ranks.findIndex((rank) => rank.includes(id));

/** How many options have a rank.
 *  @type {(ranks: Ranks) => number} */
export const ranked = (ranks) => ranks.flat().length;

/** The mark of an option: its rank from 1, or 0 for none.
 *  @type {(ranks: Ranks, id: string) => number} */
export const rankOf = (ranks, id) => placeOf(ranks, id) + 1;

/** Gives an option the next rank.
 *  @type {(ranks: Ranks, id: string) => Ranks} */
export const add = (ranks, id) => [...ranks, [id]];

/** Takes an option out; those below it move up.
 *  @type {(ranks: Ranks, id: string) => Ranks} */
export const remove = (ranks, id) => filled(ranks.map((rank) => rank.filter((other) => other !== id)));

/** Whether nothing is above an option, and nothing equal to it.
 *  @type {(ranks: Ranks, id: string) => boolean} */
export const isFirst = (ranks, id) => ranks[0]?.length === 1 && ranks[0][0] === id;

/** Whether nothing is below an option, and nothing equal to it.
 *  @type {(ranks: Ranks, id: string) => boolean} */
export const isLast = (ranks, id) => ranks.at(-1)?.length === 1 && ranks.at(-1)?.[0] === id;

/** Moves an option above the rank before it or, out of equal ones, above these.
 *  @type {(ranks: Ranks, id: string) => Ranks} */
export function up(ranks, id) {
  const at = placeOf(ranks, id);
  const place = ranks[at].length > 1 ? at : Math.max(at - 1, 0);
  return filled(ranks.map((rank) => rank.filter((other) => other !== id)).toSpliced(place, 0, [id]));
}

/** Moves an option below the rank after it or, out of equal ones, below these.
 *  @type {(ranks: Ranks, id: string) => Ranks} */
export function down(ranks, id) {
  const at = placeOf(ranks, id);
  const place = ranks[at].length > 1 ? at + 1 : at + 2;
  return filled(ranks.map((rank) => rank.filter((other) => other !== id)).toSpliced(place, 0, [id]));
}

/** Whether an option has the same rank as the one listed before it.
 *  @type {(ranks: Ranks, id: string) => boolean} */
export const isJoined = (ranks, id) => ranks.some((rank) => rank.indexOf(id) > 0);

/** Gives an option, and those equal to it, the rank above or, where it has that already, the next
 *  rank below.
 *  @type {(ranks: Ranks, id: string) => Ranks} */
export function join(ranks, id) {
  const at = placeOf(ranks, id);
  const within = ranks[at].indexOf(id);
  if (within > 0) return ranks.toSpliced(at, 1, ranks[at].slice(0, within), ranks[at].slice(within));
  return at === 0 ? ranks : ranks.toSpliced(at - 1, 2, [...ranks[at - 1], ...ranks[at]]);
}
