// The seats of the gender in the minority: WO BetrVG § 15(5).

import { compare, drawList, largest, numberOf } from "./numbers.js";

/** @typedef {import("./numbers.js").Contender} Contender */
/** @typedef {import("./numbers.js").Seat} Seat */

/**
 * Changes who has the seats until the minority has as many as it must. The person of the other gender with the lowest
 * number makes way for the next one of the minority on the list (no. 1), or for one on the list with the next number
 * (no. 2). Where no list has one, the seat stays (no. 5).
 * @type {(rules: Tally.Lists, step: number, lists: Contender[], seats: Seat[], draws: Tally.Draws) => Api.Move[]}
 */
export function giveMinority({ minority = [], least = 0 }, step, lists, seats, draws) {
  const numbers = lists.map((list) => ({ ...list })); // `seats`: how many numbers have a seat, or had one
  /** @type {(list: number) => number | undefined} */
  const free = (list) => lists[list - 1].candidates.find((candidate) => minority.includes(candidate) &&
    !seats.some((seat) => seat.candidate === candidate));
  /** @type {Api.Move[]} */
  const moves = [];
  while (seats.filter(({ candidate }) => minority.includes(candidate)).length < least) {
    const seat = lowest(seats.filter(({ candidate }) => !minority.includes(candidate)), draws);
    if (!seat) break;
    const { list: from, candidate: out } = seat;
    let coming = free(from);
    if (coming === undefined) {
      const open = numbers.filter((one) => !one.barred && one.votes > 0 && free(one.list) !== undefined);
      if (open.length === 0) break;
      const to = drawList(draws, "seat", largest(open, (one) => numberOf(step, one)).map(({ list }) => list));
      coming = /** @type {number} */ (free(to));
      seat.list = to;
      seat.number = numberOf(step, numbers[to - 1]);
      numbers[to - 1].seats += 1;
    }
    seat.candidate = coming;
    moves.push({ from, out, to: seat.list, in: coming, number: seat.number });
  }
  return moves;
}

/** The seat with the lowest number. The lot decides between equal numbers: the last one goes.
 *  @type {(seats: Seat[], draws: Tally.Draws) => Seat | undefined} */
function lowest(seats, draws) {
  if (seats.length === 0) return undefined;
  const bottom = seats.reduce((least, seat) => (compare(seat.number, least.number) < 0 ? seat : least));
  const tied = seats.filter((seat) => compare(seat.number, bottom.number) === 0);
  const list = drawList(draws, "exclusion", tied.map((seat) => seat.list));
  return tied.find((seat) => seat.list === list);
}
