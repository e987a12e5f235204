// Counts that move papers: the instant runoff, and the single transferable vote of Scotland (SSI
// 2007/42, schedule 1, rules 45 to 52).

/** @import { Draws } from "./draws.js" */

import { most } from "./draws.js";
import { Refused } from "./evidence.js";
import { traitsOf } from "./rules.js";

/** Papers that take one way: `at` is the place of the option that has them now, and `reached` how
 *  many options had them. `value` is that of one paper, in units.
 *  @typedef {{ weight: number, options: number[], at: number, reached: number, value: number }} Parcel */

class Count {
  /** @type {Api.Stage[]} */
  stages = [];
  /** @type {number[]} */
  elected = [];
  /** @type {Set<number>} */
  continuing;
  /** @type {Map<number, Parcel[]>} */
  #piles;
  /** @type {Parcel[]} */
  #parcels;
  #total;
  /** The last option, which is no candidate, and the votes that it needs for the seats that it won. */
  last = 0;
  keeps = 0;

  /** @type {(option: number) => number} */
  votes = (option) => this.stages[this.stages.length - 1].votes[option - 1];

  /** @param {Tally.Rules} rules
   *  @param {Tally.Evidence} evidence
   *  @param {number} unit */
  constructor({ options, last }, { papers, used }, unit) {
    if (last) this.last = options;
    const all = Array.from({ length: options }, (_, i) => i + 1);
    this.continuing = new Set(all);
    this.#piles = new Map(all.map((option) => [option, []]));
    this.#total = papers * unit;
    this.#parcels = used.map((paper) => ({ ...paper, at: -1, reached: 0, value: unit }));
    for (const parcel of this.#parcels) this.#pass(parcel);
    this.#note("first", 0, 0);
  }

  // Gives papers to the next option on them that continues, if any.
  /** @type {(parcel: Parcel) => void} */
  #pass(parcel) {
    do parcel.at += 1;
    while (parcel.at < parcel.options.length && !this.continuing.has(parcel.options[parcel.at]));
    if (parcel.at === parcel.options.length) return;
    parcel.reached += 1;
    this.#piles.get(parcel.options[parcel.at])?.push(parcel);
  }

  // Writes a stage. Whoever keeps part of the votes without papers for it keeps `kept`.
  /** @type {(action: Api.Stage["action"], option: number, kept: number) => void} */
  #note(action, option, kept) {
    const votes = [...this.#piles].map(([holder, pile]) => {
      if (holder === option) return kept;
      const before = this.stages.length > 0 && !this.continuing.has(holder);
      return before ? this.votes(holder) : pile.reduce((sum, { weight, value }) => sum + weight * value, 0);
    });
    this.stages.push({ action, option, votes, lost: this.#total - votes.reduce((a, b) => a + b, 0), elected: [] });
  }

  /** Moves all papers of an option, each with a new value, and leaves it `kept` votes.
   *  @type {(action: Api.Stage["action"], option: number, kept: number,
   *   revalue: (value: number) => number) => void} */
  move(action, option, kept, revalue) {
    this.continuing.delete(option);
    const pile = this.#piles.get(option) ?? [];
    this.#piles.set(option, []);
    for (const parcel of pile) {
      parcel.value = revalue(parcel.value);
      this.#pass(parcel);
    }
    this.#note(action, option, kept);
  }

  /** Elects options at the end of this stage: most votes first, then by number.
   *  @type {(options: number[]) => void} */
  elect(options) {
    const order = options.toSorted((a, b) => this.votes(b) - this.votes(a) || a - b);
    for (const option of order) if (option !== this.last || this.keeps === 0) this.continuing.delete(option);
    this.stages[this.stages.length - 1].elected = order;
    this.elected.push(...order);
  }

  // The votes of an option, but of the last one those above what it needs for its seats.
  /** @type {(votes: number[], option: number) => number} */
  #standing(votes, option) {
    return Math.max(0, votes[option - 1] - (option === this.last ? this.keeps : 0));
  }

  /** How many seats an option wins that has votes for quotas, one but for the last option.
   *  @type {(option: number, quota: number) => number} */
  reached(option, quota) {
    const times = Math.floor(this.#standing(this.stages[this.stages.length - 1].votes, option) / quota);
    return option === this.last ? times : Math.min(times, 1);
  }

  /** Of options with equal votes, those with most (sign 1) or fewest (-1) at the latest stage where
   *  they differed, and so on back to the first; and of those, one by the draw.
   *  @type {(tied: number[], sign: 1 | -1, draws: Draws) => number} */
  choose(tied, sign, draws) {
    for (const { votes } of this.stages.slice(0, -1).reverse())
      tied = most(tied, (option) => sign * this.#standing(votes, option));
    if (tied.length === 1) return tied[0];
    return draws.choose(this.stages.length + 1, sign === 1 ? "surplus" : "exclusion", tied);
  }

  /** Excludes the one with the fewest votes. The papers keep their value, but those of the last option
   *  leave behind what it needs for its seats.
   *  @type {(draws: Draws) => void} */
  exclude(draws) {
    const { votes } = this.stages[this.stages.length - 1];
    const fewest = this.choose(most([...this.continuing], (option) => -this.#standing(votes, option)), -1, draws);
    if (fewest === this.last && this.keeps > 0) this.moveSurplus(fewest, this.keeps);
    else this.move("exclude", fewest, 0, (value) => value);
  }

  /** Moves what an option has above `kept` votes.
   *  @type {(option: number, kept: number) => void} */
  moveSurplus(option, kept) {
    const total = BigInt(this.votes(option));
    const surplus = total - BigInt(kept);
    // a product may pass 2^53
    this.move("surplus", option, kept, (value) => Number((surplus * BigInt(value)) / total));
  }

  /** Whether each paper reached every option that it lists. */
  get minimal() {
    return this.#parcels.every(({ reached, options }) => reached === options.length);
  }
}

/** Elects the one who has more than half of the papers that still count.
 *  @type {(count: Count, rules: Tally.Rules, quota: number, draws: Draws) => void} */
function instantRunoff(count, rules, quota, draws) {
  for (;;) {
    const sum = [...count.continuing].reduce((all, option) => all + count.votes(option), 0);
    count.elect([...count.continuing].filter((option) => 2 * count.votes(option) > sum));
    if (count.elected.length > 0) return;
    count.exclude(draws);
  }
}

/** Rules 46 to 52: elects by the quota, in units, moves surpluses, the largest first, and excludes
 *  where there is none.
 *  @type {(count: Count, rules: Tally.Rules, quota: number, draws: Draws) => void} */
function transferableVote(count, { seats }, quota, draws) {
  /** @type {number[]} */
  let waiting = []; // elected, with a surplus to move
  for (;;) {
    const still = [...count.continuing];
    const fills = still.length === seats - count.elected.length;
    const reached = fills ? still : still.flatMap((option) => Array(count.reached(option, quota)).fill(option));
    if (!fills) count.keeps += quota * reached.filter((option) => option === count.last).length;
    count.elect(reached);
    if (count.elected.length === seats) return;
    waiting.push(...reached.filter((option) => count.votes(option) > quota && option !== count.last));
    if (waiting.length === 0) {
      count.exclude(draws);
      continue;
    }
    const largest = count.choose(most(waiting, count.votes), 1, draws);
    waiting = waiting.filter((option) => option !== largest);
    count.moveSurplus(largest, quota);
  }
}

/** Rule 46: the quota, in whole votes; 0 where the method has none, or nobody voted.
 *  @type {(rules: { method: Api.Method, seats: number }, papers: number) => number} */
export const quotaOf = ({ method, seats }, papers) =>
  traitsOf(method).quota && papers > 0 ? Math.floor(papers / (seats + 1)) + 1 : 0;

/**
 * Counts papers that move. Throws Refused if a paper lists an option that the count never gave it
 * to, or if the evidence says that a draw may have decided, and there was none.
 * @type {(move: typeof instantRunoff) => Tally.Counter}
 */
const electByTransfers = (move) => (rules, evidence, draws) => {
  const { unit = 1 } = traitsOf(rules.method);
  const quota = quotaOf(rules, evidence.papers);
  const count = new Count(rules, evidence, unit);
  move(count, rules, quota * unit, draws);
  if (!count.minimal) throw new Refused("a used paper lists an option that it never reached");
  const drawDecided = evidence.decided || "no";
  if (drawDecided !== "no" && draws.made.length === 0) throw new Refused("no draw can have decided");
  return { quota, elected: count.elected, stages: count.stages, drawDecided };
};

export const TRANSFER_COUNTS = { irv: electByTransfers(instantRunoff), stv: electByTransfers(transferableVote) };
