// Counts of votes: plurality, block, approval, cumulate, confirm and motion, with their thresholds.

import { seat, winsLast } from "./seats.js";
import { hasAnswers } from "./rules.js";

/**
 * What a threshold is a part of, and how many votes meet it. Both are 0 without a threshold, and where
 * each option needs a part of its own yes and no.
 * @type {(rules: Tally.Rules, evidence: Tally.Evidence, base: Tally.Base) =>
 *   { base: number, needed: number }}
 */
export function needs({ method, threshold }, { papers, votes, against }, { cast, electorate }) {
  if (!threshold || (threshold.of === "decided" && against.length > 0)) return { base: 0, needed: 0 };
  const decided = hasAnswers({ method }) ? votes[0] + votes[1] : papers;
  const base = { decided, cast, electorate }[threshold.of];
  return { base, needed: needed(threshold, base) };
}

/** Whether an option has the votes that it needs. Of yes and no it needs a part of its own, and they must differ.
 *  @type {(rules: Tally.Rules, evidence: { votes: number[], against: number[] }, needed: number,
 *   option: number) => boolean} */
function meets({ threshold }, { votes, against }, all, option) {
  const yes = votes[option - 1];
  if (!threshold || against.length === 0) return yes >= all;
  const no = against[option - 1];
  return yes !== no && yes >= (threshold.of === "decided" ? needed(threshold, yes + no) : all);
}

/** The vote on a motion by people: each paper is one, whatever it weighs. Undefined where no threshold asks for it.
 *  @type {(rules: Tally.Rules, evidence: Tally.Evidence, base: Tally.Base) => Api.ByPeople | undefined} */
export function byPeople({ peopleThreshold }, { people }, { castPeople, electoratePeople }) {
  if (!peopleThreshold) return undefined;
  const [yes, no] = people;
  const base = { decided: yes + no, cast: castPeople, electorate: electoratePeople }[peopleThreshold.of];
  const enough = needed(peopleThreshold, base);
  return { votes: people, base, needed: enough, met: yes >= enough && yes !== no };
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
 * The options with the most votes that meet the threshold get the seats. Those who are tied for the
 * last seats share them out by the draw, or stay tied. An option without votes gets none.
 * @type {Tally.Counter}
 */
function electByVotes(rules, evidence, draws, needed) {
  const { votes } = evidence;
  const { seats, threshold } = rules;
  /** @type {(option: number) => number} */
  const of = (option) => votes[option - 1];
  const order = votes.map((_, i) => i + 1).filter((option) => of(option) > 0).sort((a, b) => of(b) - of(a) || a - b);
  const met = order.filter((option) => meets(rules, evidence, needed, option));
  const missed = order.filter((option) => !met.includes(option));
  /** @type {number[][]} */
  const levels = [];
  for (const option of met) {
    const level = levels[levels.length - 1];
    if (level && of(level[0]) === of(option)) level.push(option);
    else levels.push([option]);
  }
  const seated = seat(rules, levels, draws);
  const empty = seats - (seated.elected?.length ?? 0);
  if (!threshold || empty === 0 || seated.ending === "tie" || winsLast(rules, seated)) return seated;
  return { ...seated, ending: "no_majority", tied: nextRound(missed, of, empty + 1) };
}

/** Who goes on to a next round: the first of an order, or more where the last of them are tied.
 *  @type {(order: number[], of: (option: number) => number, places: number) => number[]} */
const nextRound = (order, of, places) =>
  order.filter((option, i) => i < places || of(option) === of(order[places - 1])).sort((a, b) => a - b);

export const VOTE_COUNTS = {
  plurality: electByVotes, block: electByVotes, approval: electByVotes, confirm: electByVotes,
  cumulate: electByVotes, motion: pass,
};
