// What questions are for, the rules that suit each purpose, and a question's rule in words.
//
// keys: paper.purpose.* paper.rule.*

import { t } from "../../lib/i18n.js";
import { thresholdWords } from "./threshold.js";

/** @typedef {"one" | "several" | "proportion" | "motion" | "option"} Purpose */

/** Each purpose with the rule that we recommend for it, and others.
 *  @type {{ purpose: Purpose, rule: Api.Method, others: Api.Method[] }[]} */
export const PURPOSES = [
  { purpose: "one", rule: "plurality", others: ["irv"] },
  { purpose: "several", rule: "block", others: [] },
  { purpose: "proportion", rule: "stv", others: [] },
  { purpose: "motion", rule: "motion", others: [] },
  { purpose: "option", rule: "approval", others: ["schulze", "star"] },
];

/** @typedef {Pick<Api.Question, "method" | "seats" | "threshold">} Rule */

/** Whether the most votes win, however few they are.
 *  @type {(rule: Rule) => boolean} */
export const isMost = ({ method, threshold }) => method === "plurality" && !threshold;

/** A rule as the catalogue calls it. Plurality is two: with a threshold, a second round may follow.
 *  @type {(rule: Rule) => Api.Method | "most"} */
const nameOf = (rule) => (isMost(rule) ? "most" : rule.method);

/** "Several people, in proportion · Single transferable vote".
 *  @type {(rule: Rule) => string} */
export function ruleName(rule) {
  const { purpose } = PURPOSES.find((one) => one.rule === rule.method || one.others.includes(rule.method)) ?? PURPOSES[0];
  return t("paper.rule", { purpose: t(`paper.purpose.${purpose}`), rule: t(`paper.rule.${nameOf(rule)}`) });
}

/** The name of a rule with its seats or its threshold.
 *  @type {(rule: Rule) => string} */
export function ruleWords(rule) {
  const { method, seats, threshold } = rule;
  const words = ruleName(rule);
  if (threshold) return t(method === "motion" ? "paper.passes" : "paper.needs", { rule: words, threshold: thresholdWords(threshold, method === "motion") });
  return seats > 1 ? t("paper.seats", { rule: words, n: seats }) : words;
}

/** What a rule does, in a sentence or two.
 *  @type {(rule: Rule) => string} */
export const ruleLead = (rule) => t(`paper.rule.${nameOf(rule)}.how`);

/** The title of a question. The first one may have none of its own.
 *  @type {(election: Api.Election, question: Api.Question) => string} */
export const titleOf = (election, { title }) => title || election.title;

/** How many candidates a question needs before the voting can open.
 *  @type {(question: Api.Question) => number} */
export const wanted = ({ seats, min, max = 0 }) => Math.max(2, seats, min, max);

/** Whether a question has all that it needs to open.
 *  @type {(question: Api.Question) => boolean} */
export const isReady = (question) => question.method === "motion" || question.candidates.length >= wanted(question);

/** A question as it begins under a rule.
 *  @type {(method: Api.Method) => Api.Question} */
export function startingQuestion(method) {
  /** @type {Api.Threshold} */
  const half = { more: [1, 2], of: "decided" };
  const motion = method === "motion";
  return {
    id: "", title: "", method, seats: 1, min: motion ? 1 : 0, max: method === "plurality" || method === "block" ? 1 : undefined,
    draw: ["irv", "stv", "star"].includes(method), threshold: motion || method === "plurality" ? half : undefined, evidence: "papers",
    candidates: [],
  };
}
