// What questions are for, the rules that suit each purpose, and a question's rule in words.
//
// keys: paper.purpose.* paper.rule.*

import { t } from "../../lib/i18n.js";
import { listsOf } from "../../lib/lists.js";
import { fewestOf, hasAnswers, METHODS, saysYesOrNo, traitsOf } from "../../lib/tally/rules.js";
import { usualLists } from "./list_rules.js";
import { peopleWords, thresholdWords } from "./threshold.js";

/** @typedef {Tally.Traits["purpose"]} Purpose */

/** Each purpose with the rule that we recommend for it, and others.
 *  @type {{ purpose: Purpose, rule: Api.Method, others: Api.Method[] }[]} */
export const PURPOSES = /** @type {const} */ ([
  "one", "several", "proportion", "lists", "confirm", "motion", "option",
]).map((purpose) => {
  const methods = /** @type {Api.Method[]} */ (Object.keys(METHODS));
  const [rule, ...others] = methods.filter((method) => traitsOf(method).purpose === purpose);
  return { purpose, rule, others };
});

/** @typedef {Pick<Api.Question, "method" | "seats" | "threshold" | "peopleThreshold" | "keepThreshold">} Rule */

/** Whether the most votes win, however few they are.
 *  @type {(rule: Rule) => boolean} */
export function isMost({ method, threshold }) {
  const { most, answers, marks } = traitsOf(method);
  return most === "one" && !answers && marks !== "lists" && !threshold;
}

/** A rule as the catalogue calls it. Plurality is two: with a threshold, a second round may follow.
 *  @type {(rule: Rule) => Api.Method | "most"} */
const nameOf = (rule) => (isMost(rule) ? "most" : rule.method);

/** "Several people, in proportion · Single transferable vote".
 *  @type {(rule: Rule) => string} */
export function ruleName(rule) {
  const { purpose } = traitsOf(rule.method);
  return t("paper.rule", { purpose: t(`paper.purpose.${purpose}`), rule: t(`paper.rule.${nameOf(rule)}`) });
}

/** The name of a rule with its seats or its threshold.
 *  @type {(rule: Rule) => string} */
export function ruleWords(rule) {
  const { seats, threshold, peopleThreshold, keepThreshold } = rule;
  const words = seats > 1 ? t("paper.seats", { rule: ruleName(rule), n: seats }) : ruleName(rule);
  if (threshold && peopleThreshold) {
    return t("paper.passes.people",
      { rule: words, threshold: thresholdWords(threshold, true), people: peopleWords(peopleThreshold) });
  }
  const key = hasAnswers(rule) ? "paper.passes" : keepThreshold ? "paper.needs.kept" : "paper.needs";
  return threshold ? t(key, { rule: words, threshold: thresholdWords(threshold, saysYesOrNo(rule)) }) : words;
}

/** What a rule does, in a sentence or two.
 *  @type {(rule: Rule) => string} */
export const ruleLead = (rule) => t(`paper.rule.${nameOf(rule)}.how`);

/** The title of a question. The first one may have none of its own.
 *  @type {(election: Api.Election, question: Api.Question) => string} */
export const titleOf = (election, { title }) => title || election.title;

/** How many candidates a question needs before the voting can open.
 *  @type {(question: Api.Question) => number} */
export const wanted = ({ method, seats, min, max = 0, each = max, last }) =>
  Math.max(fewestOf(method), last ? seats + 1 : seats,
    ...(traitsOf(method).marks === "amounts" ? [Math.ceil(max / each)] : [min, max]));

/** What a question lacks.
 *  @type {(question: Api.Question) => string} */
export const lackWords = (question) =>
  (question.lists ? t("paper.lists.lacks") : t("paper.lacks", { n: wanted(question) }));

/** Whether a question has all that it needs to open.
 *  @type {(question: Api.Question) => boolean} */
export const isReady = (question) => hasAnswers(question) ||
  (question.lists ? listsReady(question) : question.candidates.length >= wanted(question));

/** Whether there are two lists with candidates, and a candidate for each seat.
 *  @type {(question: Api.Question) => boolean} */
function listsReady(question) {
  const lists = listsOf(question);
  return lists.length > 1 && lists.every(({ candidates }) => candidates.length > 0) &&
    question.candidates.length - lists.length >= question.seats;
}

/** A question as it begins under a rule.
 *  @type {(method: Api.Method) => Api.Question} */
export function startingQuestion(method) {
  /** @type {Api.Threshold} */
  const half = { more: [1, 2], of: "decided" };
  const { most, draw, answers, threshold, marks } = traitsOf(method);
  return {
    id: "", title: "", method, seats: 1, min: answers ? 1 : 0, max: most === "all" ? undefined : 1,
    draw: draw === "must", evidence: "papers", candidates: [],
    threshold: threshold === "must" || (threshold === "may" && most === "one") ? half : undefined,
    ...(marks === "lists" && { lists: usualLists(method) }),
  };
}
