// The seats of lists in words: how many each list has, by which numbers, who has them, and who came in
// for the minority. The first options of a question with lists are the lists.
//
// keys: outcome.lists.ballot.* outcome.lists.within.* outcome.lists.ties.* outcome.award.tie.* outcome.draw.list.*

import { list, number, percent } from "../../lib/format.js";
import { isolated, t } from "../../lib/i18n.js";
import { candidatesOf } from "../../lib/tally/lists.js";
import { traitsOf } from "../../lib/tally/rules.js";

/**
 * A question with lists, as a result shows it.
 * @typedef {{ title: string, method: Api.Method, seats: number, lists: Api.Lists,
 *   options: { id: string, name: string, affiliation?: string }[] }} Listed
 *
 * Its outcome.
 * @typedef {Api.Outcome & { allocation: Api.Allocation }} Allocated
 *
 * A list with its seats. `option` is its number, and `share` its part of all votes.
 * @typedef {Api.ListSeats & { option: number, name: string, strength: number, share: number,
 *   candidates: number[] }} Standing
 *
 * A seat in the order in which it was given. Who held it before the minority's seats is `out`; both are 0 where
 * nobody is elected.
 * @typedef {Api.Award & { held: number, out: number, move?: Api.Move }} Seat
 */

/** A question and its outcome, if it has lists.
 *  @type {(question: Omit<Listed, "lists"> & { lists?: Api.Lists }, outcome: Api.Outcome) =>
 *   [question: Listed, outcome: Allocated] | null} */
export function allocated(question, outcome) {
  const { lists } = question;
  const { allocation } = outcome;
  return lists && allocation ? [{ ...question, lists }, { ...outcome, allocation }] : null;
}

/** @type {(question: Pick<Listed, "options">, option: number) => string} */
const nameOf = ({ options }, option) => options[option - 1].name;

/** The lists in their order. With erasures their strength is an average.
 *  @type {(question: Listed, outcome: Allocated) => Standing[]} */
export function standingsOf(question, { allocation }) {
  const candidates = candidatesOf(question.lists.sizes);
  const strengths = allocation.lists.map(({ votes, parts }) => votes / parts);
  const all = strengths.reduce((a, b) => a + b, 0);
  return allocation.lists.map((one, i) => ({
    ...one, option: i + 1, name: nameOf(question, i + 1), strength: strengths[i],
    share: all > 0 ? strengths[i] / all : 0, candidates: candidates[i],
  }));
}

/** The seats in the order in which the lists got them.
 *  @type {(outcome: Allocated) => Seat[]} */
export function seatsOf({ allocation: { awards, moves }, elected }) {
  return awards.map((award, i) => {
    const held = elected[i] ?? 0;
    const move = moves.find((one) => one.in === held);
    return { ...award, held, out: move?.out ?? 0, move };
  });
}

/** The outcome of lists in sentences: the seats of each list, and who is elected.
 *  @type {(question: Listed, outcome: Allocated) => string[]} */
export function allocationWords(question, outcome) {
  const { allocation, elected } = outcome;
  if (allocation.awards.length === 0) return [t("outcome.lists.barred")];
  const seated = standingsOf(question, outcome).filter(({ seats }) => seats > 0)
    .sort((a, b) => b.seats - a.seats || b.strength - a.strength);
  const empty = question.seats - allocation.awards.length;
  return [
    t("outcome.lists.ending", {
      n: allocation.awards.length, lists: list(seated.map(({ name, seats }) => `${isolated(name)} (${number(seats)})`)),
    }),
    ...seated.map((one) => t("outcome.lists.elected", {
      list: one.name, n: one.elected.length,
      names: list(elected.filter((option) => one.elected.includes(option)).map((option) => nameOf(question, option))),
    })),
    ...(empty > 0 ? [t("outcome.lists.empty", { n: empty })] : []),
  ];
}

/** How many whole quotas each list has, with what is left of one; "" by other methods.
 *  @type {(question: Listed, outcome: Allocated, one: Api.ListSeats) => string} */
export function quotasWords({ method, seats }, outcome, { votes, parts, barred }) {
  const quota = quotaOf(method, outcome);
  return quota > 0 && !barred ? number((votes * seats) / (parts * quota), 3) : "";
}

/** The votes that the seats share in whole quotas, or 0 by other methods.
 *  @type {(method: Api.Method, outcome: Allocated) => number} */
function quotaOf(method, { papers, allocation }) {
  const { quota, step = 0 } = traitsOf(method);
  if (!quota) return 0;
  return step > 0 ? papers : allocation.lists.reduce((sum, { votes, barred }) => sum + (barred ? 0 : votes), 0);
}

/** How many votes a whole quota is, or "".
 *  @type {(question: Listed, outcome: Allocated) => string} */
export function quotaWords({ method, seats }, outcome) {
  const votes = quotaOf(method, outcome);
  return votes > 0 ? t("outcome.lists.quota", { quota: number(votes / seats, 3), votes, n: seats }) : "";
}

/** The number that got a seat, as it is calculated.
 *  @type {(award: Pick<Api.Award, "by" | "number">) => string} */
export function numberWords({ by, number: [n, d] }) {
  const value = number(n / d, d === 1 ? 4 : 3);
  if (by === "quota") return t("outcome.award.quota", { n: value });
  if (by === "remainder") return t("outcome.award.remainder", { n: value });
  return d === 1 ? value : `${number(n, 4)} ÷ ${number(d)} = ${value}`;
}

/** What decided between lists with equal numbers, or "".
 *  @type {(award: Api.Award) => string} */
export const tieWords = ({ tie }) => tie && t(`outcome.award.tie.${tie}`);

/** What gave the minority its seats, in sentences; none where the rules do not ask for it.
 *  @type {(question: Listed, outcome: Allocated) => string[]} */
export function minorityWords(question, { allocation: { lists, moves } }) {
  const { minority = [], least = 0 } = question.lists;
  if (least === 0) return [];
  const n = lists.flatMap(({ elected }) => elected).filter((option) => minority.includes(option)).length;
  return [
    t(moves.length > 0 ? "outcome.minority" : "outcome.minority.already", { least, n }),
    ...moves.map(({ from, out, to, in: coming, number: [a, b] }) =>
      t(from === to ? "outcome.minority.same" : "outcome.minority.other", {
        out: nameOf(question, out), in: nameOf(question, coming), from: nameOf(question, from),
        to: nameOf(question, to), number: number(a / b, 3),
      })),
    ...(n < least ? [t("outcome.minority.few")] : []),
  ];
}

/** What a draw between lists was for, and what it did.
 *  @type {(question: Pick<Listed, "options">, draw: Api.DrawUse) => string} */
export const listDrawWords = (question, { for: why, among, chosen }) => t(
  why === "exclusion" ? "outcome.draw.list.exclusion" : "outcome.draw.list.seat",
  { names: list(among.map((option) => nameOf(question, option))), name: nameOf(question, chosen) });

/** The rules of lists as rows of names and words; none for a question without.
 *  @type {(question: { lists?: Api.Lists, max: number, each?: number }) => [name: string, words: string][]} */
export function listRows({ lists, max, each = 1 }) {
  if (!lists) return [];
  const { ballot, within, bar = 0, ties, age, least = 0 } = lists;
  return [
    [t("outcome.lists.ballot"), t(`outcome.lists.ballot.${ballot}`, { n: max, each })],
    [t("outcome.lists.within"), t(`outcome.lists.within.${within}`)],
    ...(bar > 0 ? [/** @type {[string, string]} */ ([
      t("outcome.lists.bar"), t("outcome.lists.bar.is", { share: percent(bar / 100) })])] : []),
    ...(least > 0 ? [/** @type {[string, string]} */ ([
      t("outcome.lists.minority"), t("outcome.lists.minority.is", { n: least })])] : []),
    [t("outcome.lists.ties"), t(age ? `outcome.lists.ties.${ties}_age` : `outcome.lists.ties.${ties}`)],
  ];
}
