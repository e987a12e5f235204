// The draw: one order of a question's options, which decides where the rules leave several. Whether
// it decided who is elected shows by counting again with each other choice.

const MOST_RECOUNTS = 100;

/** Those of a list for which a number is largest.
 *  @type {(list: number[], of: (option: number) => number) => number[]} */
export function most(list, of) {
  const top = Math.max(...list.map(of));
  return list.filter((option) => of(option) === top);
}

/** The draws of one count. They follow the lot, but for one that may be forced to go otherwise. */
export class Draws {
  /** @type {Api.DrawUse[]} */
  made = [];
  #lot;
  #forced;

  /** `lot` has the place of each option, 0 first.
   *  @param {number[]} lot
   *  @param {{ at: number, option: number }} [forced] the draw of this number, from 0 */
  constructor(lot, forced) {
    this.#lot = lot;
    this.#forced = forced;
  }

  /** The place of an option, 0 first.
   *  @type {(option: number) => number} */
  place(option) {
    return this.#lot[option - 1];
  }

  /** Chooses one of several options: the first of the order, but the last for an exclusion.
   *  @type {(stage: number, why: Api.DrawUse["for"], among: number[]) => number} */
  choose(stage, why, among) {
    const sign = why === "exclusion" ? 1 : -1;
    const [byLot] = most(among, (option) => sign * this.#lot[option - 1]);
    const chosen = this.#forced?.at === this.made.length ? this.#forced.option : byLot;
    this.made.push({ stage, for: why, among: among.toSorted((a, b) => a - b), chosen });
    return chosen;
  }
}

/**
 * Whether the draws of a count decided who is elected. `recount` counts again with one draw forced,
 * and returns who is elected then.
 * @type {(made: Api.DrawUse[], elected: number[],
 *   recount: (forced: { at: number, option: number }) => number[]) => "no" | "yes" | "unknown"}
 */
export function decided(made, elected, recount) {
  /** @type {(options: number[]) => string} */
  const set = (options) => options.toSorted((a, b) => a - b).join();
  let left = MOST_RECOUNTS;
  for (const [at, { among, chosen }] of made.entries()) {
    for (const option of among.filter((other) => other !== chosen)) {
      if (left === 0) return "unknown";
      left -= 1;
      if (set(recount({ at, option })) !== set(elected)) return "yes";
    }
  }
  return "no";
}
