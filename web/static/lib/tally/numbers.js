// Numbers of lists, which decide who gets a seat: exact, and compared as fractions.

/** An exact number: a numerator and a denominator.
 *  @typedef {[number, number]} Fraction */

/** A list as it is counted. Its strength is votes by parts; in `candidates` those who are elected first
 *  stand in front.
 *  @typedef {{ list: number, votes: number, parts: number, barred: boolean, seats: number,
 *    candidates: number[] }} Contender */

/** A seat that somebody has, with the number that got it.
 *  @typedef {{ list: number, candidate: number, number: Fraction }} Seat */

/** Negative where the first number is the smaller one. Products may be larger than a number is exact.
 *  @type {(a: Fraction, b: Fraction) => number} */
export function compare([a, b], [c, d]) {
  if (b === d) return a - c;
  const [left, right] = [BigInt(a) * BigInt(d), BigInt(c) * BigInt(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Those of several for which a number is largest.
 *  @template T
 *  @param {T[]} all
 *  @param {(one: T) => Fraction} number */
export function largest(all, number) {
  const top = all.map(number).reduce((best, one) => (compare(one, best) > 0 ? one : best));
  return all.filter((one) => compare(number(one), top) === 0);
}

/** Draws one of several lists, if there are several.
 *  @type {(draws: Tally.Draws, why: Api.DrawUse["for"], lists: number[]) => number} */
export const drawList = (draws, why, lists) => (lists.length === 1 ? lists[0] : draws.choose(0, why, lists));

/** What a list has for its next seat.
 *  @type {(step: number, contender: Contender) => Fraction} */
export const numberOf = (step, { votes, parts, seats }) => [votes, parts * (seats * step + 1)];
