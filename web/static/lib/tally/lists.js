// Counts of lists: how many seats each list gets, and which of its candidates. Lists and candidates
// are options, numbered from 1: the lists first, then the candidates of the first list, and so on.

import { giveMinority } from "./minority.js";
import { drawList, largest, numberOf } from "./numbers.js";
import { traitsOf } from "./rules.js";

/** @typedef {import("./numbers.js").Fraction} Fraction */
/** @typedef {import("./numbers.js").Contender} Contender */
/** @typedef {import("./numbers.js").Seat} Seat */

/** @type {(all: number[]) => number} */
const sum = (all) => all.reduce((a, b) => a + b, 0);

/** The candidates of each list, in its order.
 *  @type {(sizes: number[]) => number[][]} */
export function candidatesOf(sizes) {
  let last = sizes.length;
  return sizes.map((size) => Array.from({ length: size }, () => (last += 1)));
}

/** The lists before any has a seat. With erasures, a list's strength is the average of its candidates' votes, and
 *  fewer erasures than a tenth of its papers do not change the order.
 *  @type {(rules: Tally.Lists, votes: number[]) => Contender[]} */
function contenders({ sizes, ballot, within, bar = 0 }, votes) {
  /** @type {(option: number) => number} */
  const of = (option) => votes[option - 1];
  const all = candidatesOf(sizes).map((candidates, i) => {
    const papers = votes[i];
    const given = sum(candidates.map(of));
    const strength = { closed: papers, erasures: given, free: papers + given }[ballot];
    /** @type {(option: number) => number} */
    const counted = (option) => (ballot === "erasures" && (papers - of(option)) * 10 < papers ? papers : of(option));
    if (within === "votes") candidates.sort((a, b) => counted(b) - counted(a));
    return {
      list: i + 1, votes: strength, parts: ballot === "erasures" ? candidates.length : 1, barred: false, seats: 0,
      candidates,
    };
  });
  const total = sum(all.map((list) => list.votes));
  return all.map((list) => ({ ...list, barred: list.votes * 100 < total * bar }));
}

/**
 * Gives seats to lists: whole quotas, then the largest numbers or remainders.
 * @type {(rules: Tally.Rules, lists: Contender[], papers: number, draws: Tally.Draws) => Api.Award[]}
 */
function award({ method, seats, lists: rules }, lists, papers, draws) {
  const { step = 0, quota: quotas } = traitsOf(method);
  const quota = !quotas ? 0 : step > 0 ? papers : sum(lists.filter((list) => !list.barred).map((list) => list.votes));
  /** @type {Api.Award[]} */
  const awards = [];
  /** @type {(to: Contender, by: Api.Award["by"], number: Fraction, tie: Api.Award["tie"]) => void} */
  const give = (to, by, number, tie) => {
    to.seats += 1;
    awards.push({ list: to.list, by, number, tie });
  };
  for (const list of quota > 0 ? lists.filter((one) => !one.barred) : []) {
    const { votes, parts, candidates } = list;
    const whole = Math.min(Math.floor((votes * seats) / (parts * quota)), candidates.length);
    for (let n = 0; n < whole; n += 1) give(list, "quota", [votes * seats, parts * quota], "");
  }
  /** @type {(list: Contender) => Fraction} */
  const number = (list) => (step > 0 ? numberOf(step, list) : [(list.votes * seats) % quota, quota]);
  let round = lists.map((list) => list.seats);
  while (awards.length < seats) {
    let open = lists.filter((list) => !list.barred && list.votes > 0 && list.seats < list.candidates.length);
    if (open.length === 0) break;
    if (step === 0) { // each remainder once, then all again
      const once = open.filter((list) => list.seats === round[list.list - 1]);
      if (once.length === 0) round = lists.map((list) => list.seats);
      else open = once;
    }
    const first = largest(open, number);
    const { chosen, tie } = first.length <= seats - awards.length
      ? { chosen: first[0], tie: /** @type {const} */ ("") } : settle(rules, first, draws);
    give(chosen, step > 0 ? "number" : "remainder", number(chosen), tie);
  }
  return awards;
}

/** Chooses between lists with equal numbers: by votes, by the age of those who are next, by lot.
 *  @type {(rules: Tally.Rules["lists"], tied: Contender[], draws: Tally.Draws) =>
 *    { chosen: Contender, tie: Api.Award["tie"] }} */
function settle(rules, tied, draws) {
  const { ties, age } = /** @type {Tally.Lists} */ (rules);
  const left = ties === "votes" ? largest(tied, ({ votes, parts }) => [votes, parts]) : tied;
  if (left.length === 1) return { chosen: left[0], tie: "votes" };
  if (age) {
    /** @type {(list: Contender) => number} */
    const place = ({ candidates, seats }) => age.indexOf(candidates[seats]);
    return { chosen: left.reduce((a, b) => (place(b) < place(a) ? b : a)), tie: "age" };
  }
  const drawn = drawList(draws, "seat", left.map(({ list }) => list));
  return { chosen: /** @type {Contender} */ (left.find(({ list }) => list === drawn)), tie: "lot" };
}

/** @type {Tally.Counter} */
export function electLists(rules, { papers, votes }, draws) {
  const asked = /** @type {Tally.Lists} */ (rules.lists);
  const lists = contenders(asked, votes);
  const awards = award(rules, lists, papers, draws);
  const next = lists.map(() => 0);
  /** @type {Seat[]} */
  const seats = awards.map(({ list, number }) => {
    const place = next[list - 1];
    next[list - 1] += 1;
    return { list, candidate: lists[list - 1].candidates[place], number };
  });
  const moves = giveMinority(asked, traitsOf(rules.method).step ?? 0, lists, seats, draws);
  const allocation = {
    lists: lists.map(({ list, votes: strength, parts, barred }) => {
      const elected = seats.filter((seat) => seat.list === list).map(({ candidate }) => candidate)
        .sort((a, b) => a - b);
      return { votes: strength, parts, barred, seats: elected.length, elected };
    }),
    awards, moves,
  };
  const elected = seats.map(({ candidate }) => candidate);
  if (papers === 0) return { ending: "no_votes", elected, allocation };
  return { ending: awards.length > 0 ? "elected" : "no_majority", elected, allocation };
}
