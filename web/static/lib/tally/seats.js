// Who gets the seats, once the options are in an order.

/** @import { Draws } from "./draws.js" */

/**
 * Gives the seats to the first levels, each of which has equals. Where too few seats are left for a
 * level, its options are tied, or drawn. Nobody is elected who does not stand before the last option.
 * @type {(rules: Tally.Rules, levels: number[][], draws: Draws) => Partial<Api.Outcome>}
 */
export function seat({ options, seats, draw, last }, levels, draws) {
  /** @type {number[]} */
  const elected = [];
  for (const level of levels) {
    if (elected.length === seats) break;
    if (last && level.includes(options)) return { elected: [...elected, options] };
    if (elected.length + level.length <= seats) {
      elected.push(...level);
      continue;
    }
    if (!draw) return { ending: "tie", elected, tied: level };
    let among = level;
    while (elected.length < seats) {
      const chosen = draws.choose(0, "seat", among);
      elected.push(chosen);
      among = among.filter((option) => option !== chosen);
    }
  }
  return { elected };
}

/** Whether the last option, which is no candidate, won a seat.
 *  @type {(rules: Pick<Tally.Rules, "options" | "last">, outcome: Partial<Api.Outcome>) => boolean} */
export const winsLast = ({ options, last }, { elected = [] }) => Boolean(last) && elected.includes(options);

/** Empties the seats that the last option won.
 *  @type {(rules: Pick<Tally.Rules, "options" | "last">, outcome: Api.Outcome) => Api.Outcome} */
export const vacated = (rules, outcome) => (winsLast(rules, outcome)
  ? { ...outcome, ending: "vacant", elected: outcome.elected.filter((option) => option !== rules.options) } : outcome);
