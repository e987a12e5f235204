// Who gets the seats, once the options are in an order, and who moves up later. Kinds of options may have quotas.

/** @import { Draws } from "./draws.js" */

/** The seats of a kind, at least and at most.
 *  @typedef {{ least: number, most: number }} Limits */

/** A quota for each kind, with the options of no kind first, and the place in it of a quota that an option has.
 *  @type {(rules: Tally.Rules) => { limits: Limits[], kind: (option: number) => number }} */
function kindsOf({ options, quotas = [] }) {
  /** @type {Tally.Quota} */
  const none = { options: [] };
  const limits = [none, ...quotas].map(({ least = 0, most = options }) => ({ least, most }));
  const places = new Map(quotas.flatMap((quota, i) => quota.options.map((option) => [option, i + 1])));
  return { limits, kind: (option) => places.get(option) ?? 0 };
}

/**
 * Whom any order of equals elects, in the order of the levels, and whom some orders elect. The first of a kind have the
 * seats that it has at least; the free seats go to the others in their order, but to none of a kind that has its most.
 * @type {(rules: Tally.Rules, levels: number[][]) => { elected: number[], tied: number[] }}
 */
function seated(rules, levels) {
  const { limits, kind } = kindsOf(rules);
  /** @type {(options: number[]) => number[]} */
  const ofKinds = (options) => limits.map((_, k) => options.filter((option) => kind(option) === k).length);
  const above = limits.map(() => 0);
  let free = ofKinds(levels.flat()).reduce((left, n, k) => left - Math.min(limits[k].least, n), rules.seats);
  /** @type {{ elected: number[], tied: number[] }} */
  const found = { elected: [], tied: [] };
  for (const level of levels) {
    const equals = ofKinds(level);
    const open = limits.reduce((sum, { least, most }, k) =>
      sum + Math.max(0, Math.min(above[k] + equals[k], most) - Math.max(above[k], least)), 0);
    for (const option of level) {
      const k = kind(option);
      const { least, most } = limits[k];
      if (above[k] + equals[k] <= (free >= open ? most : least)) found.elected.push(option);
      else if (above[k] < (free > 0 ? most : least)) found.tied.push(option);
    }
    free -= Math.min(free, open);
    equals.forEach((n, k) => { above[k] += n; });
  }
  return found;
}

/**
 * Gives the seats to the first levels, each of which has equals. Where several share a seat, they are tied, or drawn.
 * Nobody is elected who does not stand before the last option.
 * @type {(rules: Tally.Rules, all: number[][], draws: Draws) => Partial<Api.Outcome>}
 */
export function seat(rules, all, draws) {
  const { options, seats, draw, last } = rules;
  const end = last ? all.findIndex((level) => level.includes(options)) : -1;
  const levels = end < 0 ? all : all.slice(0, end);
  const { elected, tied } = draw ? drawn(rules, levels, draws) : seated(rules, levels);
  if (tied.length > 0) return { ending: "tie", elected, tied: tied.toSorted((a, b) => a - b) };
  const order = draw
    ? levels.flatMap((level) => level.toSorted((a, b) => draws.place(a) - draws.place(b)).map((option) => [option]))
    : levels;
  const next = succession(rules, order, elected);
  return { elected: end < 0 || elected.length === seats ? elected : [...elected, options],
    ...(next && { succession: next }) };
}

/** Draws one of those who share a seat, of the first level that has any, until nothing is left to draw. Whoever is
 *  drawn stands above their equals.
 *  @type {(rules: Tally.Rules, levels: number[][], draws: Draws) => { elected: number[], tied: number[] }} */
function drawn(rules, levels, draws) {
  for (let order = levels; ;) {
    const found = seated(rules, order);
    const [first] = found.tied;
    if (first === undefined) return found;
    const at = order.findIndex((level) => level.includes(first));
    const chosen = draws.choose(0, "seat", order[at].filter((option) => found.tied.includes(option)));
    order = order.toSpliced(at, 1, [chosen], order[at].filter((option) => option !== chosen));
  }
}

/** Whom quotas brought in, and who moves up for those elected; nothing for one seat without quotas, and where nobody is
 *  left.
 *  @type {(rules: Tally.Rules, levels: number[][], elected: number[]) => Api.Succession | undefined} */
function succession(rules, levels, elected) {
  const { seats, quotas } = rules;
  if ((seats === 1 && !quotas) || elected.length === 0) return undefined;
  /** @type {(options: number[]) => number[]} */
  const left = (options) => options.filter((option) => !elected.includes(option));
  const rest = levels.map(left).filter((level) => level.length > 0);
  if (rest.length === 0) return undefined;
  if (!quotas) return { moved: [], rest, next: [] };
  const plain = seated({ ...rules, quotas: undefined }, levels);
  const out = left(plain.elected).reverse();
  const moved = elected.filter((option) => !plain.elected.includes(option) && !plain.tied.includes(option))
    .slice(0, out.length).map((option, i) => ({ in: option, out: out[i] }));
  const next = elected.map((refuses) => {
    const again = seated(rules, levels.map((level) => level.filter((option) => option !== refuses)));
    return left([...again.elected, ...again.tied]);
  });
  return { moved, rest, next };
}

/** Whether the last option, which is no candidate, won a seat.
 *  @type {(rules: Pick<Tally.Rules, "options" | "last">, outcome: Partial<Api.Outcome>) => boolean} */
export const winsLast = ({ options, last }, { elected = [] }) => Boolean(last) && elected.includes(options);

/** Empties the seats that the last option won.
 *  @type {(rules: Pick<Tally.Rules, "options" | "last">, outcome: Api.Outcome) => Api.Outcome} */
export const vacated = (rules, outcome) => (winsLast(rules, outcome)
  ? { ...outcome, ending: "vacant", elected: outcome.elected.filter((option) => option !== rules.options) } : outcome);

/** Whether quotas fit their question: each has options of its own, and no seat stays empty whatever the votes are.
 *  @type {(traits: Tally.Traits, rules: Tally.Rules) => boolean} */
export function goodQuotas({ order }, { options, seats, last, quotas = [] }) {
  const stand = last ? options - 1 : options;
  const all = quotas.flatMap((quota) => quota.options);
  /** @type {(limits: { options: number[], least?: number, most?: number }) => boolean} */
  const good = ({ options: kind, least = 0, most = seats }) => kind.length > 0 && least <= most && most <= seats;
  const room = quotas.reduce((left, { options: kind, most = seats }) => left - Math.max(0, kind.length - most), stand);
  return quotas.length === 0 || (Boolean(order) && quotas.every(good) && new Set(all).size === all.length &&
    all.every((option) => option <= stand) && room >= seats &&
    quotas.reduce((sum, { least = 0 }) => sum + least, 0) <= seats);
}
