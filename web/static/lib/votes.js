// The figures of a count in votes. A count adds up whole numbers: where weights have decimals, of tenths, hundredths,
// thousandths or ten-thousandths of a vote.

/** @import { Figures } from "../views/result/words.js" */
/** @import { Result } from "./recount.js" */

/** So many votes, from a number in the unit of weights with decimals.
 *  @type {(n: number, decimals?: number) => number} */
export const votesIn = (n, decimals = 0) => n / 10 ** decimals;

/** A result in votes.
 *  @type {(manifest: Api.Manifest, result: Result) => Result} */
export function resultInVotes({ electorate }, result) {
  const { cast, invalid, questions, groups } = result;
  const { weightDecimals } = electorate ?? {};
  return { ...result, cast: votesIn(cast, weightDecimals), invalid: votesIn(invalid, weightDecimals),
    ...(groups && { groups: groups.map((one) => ({ ...one, cast: votesIn(one.cast, weightDecimals) })) }),
    questions: questions.map((one) => inVotes(one, weightDecimals)) };
}

/** The figures of a question in votes.
 *  @type {<Of extends Figures>(figures: Of, decimals?: number) => Of & { decimals?: number }} */
export function inVotes(figures, decimals = 0) {
  if (decimals === 0) return figures;
  /** @type {(n: number) => number} */
  const votes = (n) => votesIn(n, decimals);
  /** @type {(row: number[]) => number[]} */
  const all = (row) => row.map(votes);
  const { quorum, allocation } = figures;
  return {
    ...figures, decimals, cast: votes(figures.cast), papers: votes(figures.papers), blank: votes(figures.blank),
    votes: all(figures.votes), against: all(figures.against), fives: all(figures.fives), base: votes(figures.base),
    needed: votes(figures.needed), quota: votes(figures.quota), prefers: figures.prefers.map(all),
    paths: figures.paths.map(all),
    stages: figures.stages.map((stage) => ({ ...stage, votes: all(stage.votes), lost: votes(stage.lost) })),
    ...(quorum?.neededVotes && { quorum: { ...quorum, neededVotes: votes(quorum.neededVotes) } }),
    ...(allocation && { allocation: allocationInVotes(allocation, votes) }),
  };
}

// Quotas and remainders have no unit.
/** @type {(allocation: Api.Allocation, votes: (n: number) => number) => Api.Allocation} */
function allocationInVotes({ lists, awards, moves }, votes) {
  const ofQuotas = awards.filter(({ by }) => by !== "number").map(({ number }) => String(number));
  return {
    lists: lists.map((one) => ({ ...one, votes: votes(one.votes) })),
    awards: awards.map((one) => (one.by === "number"
      ? { ...one, number: [votes(one.number[0]), one.number[1]] } : one)),
    moves: moves.map((one) => (ofQuotas.includes(String(one.number)) ? one
      : { ...one, number: [votes(one.number[0]), one.number[1]] })),
  };
}
