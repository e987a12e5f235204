// The table of methods, and the rules of a question: which rules there are, and which marks are a
// valid paper.

import { faultOfLists, goodLists, MOST_MARKS } from "./listrules.js";
import { goodQuotas } from "./seats.js";

/** All that methods differ in, a row for each. store/tally/method.go has the same rows but for their
 *  purposes. A member that is not there is false or 0.
 *  @satisfies {Record<string, Tally.Traits>} */
export const METHODS = {
  plurality: {
    purpose: "one", marks: "choices", by: "votes", most: "one", several: true, draw: "may", threshold: "may",
    order: true,
  },
  block: {
    purpose: "several", marks: "choices", by: "votes", most: "seats", several: true, draw: "may", threshold: "may",
    order: true,
  },
  approval: {
    purpose: "option", marks: "choices", by: "votes", most: "all", several: true, draw: "may", threshold: "may",
    order: true,
  },
  motion: {
    purpose: "motion", marks: "choices", by: "votes", most: "one", draw: "never", threshold: "must", answers: true,
  },
  irv: { purpose: "one", marks: "ranks", by: "transfers", most: "all", draw: "must", threshold: "never", unit: 1 },
  stv: {
    purpose: "proportion", marks: "ranks", by: "transfers", most: "all", several: true, draw: "must",
    threshold: "never", unit: 100_000, quota: true,
  },
  schulze: {
    purpose: "option", marks: "ranks", equal: true, by: "pairs", most: "all", several: true, draw: "may",
    threshold: "never", order: true,
  },
  star: { purpose: "option", marks: "stars", by: "stars", most: "all", draw: "must", threshold: "never" },
  confirm: {
    purpose: "confirm", marks: "yes_no", by: "yes_no", most: "all", several: true, draw: "may", threshold: "must",
    alone: true, order: true,
  },
  cumulate: {
    purpose: "several", marks: "amounts", by: "votes", most: "seats", several: true, draw: "may", threshold: "never",
    order: true,
  },
  dhondt: {
    purpose: "lists", marks: "lists", by: "votes", most: "one", several: true, draw: "must",
    threshold: "never", step: 1,
  },
  "sainte-lague": {
    purpose: "lists", marks: "lists", by: "votes", most: "one", several: true, draw: "must",
    threshold: "never", step: 2,
  },
  hare: {
    purpose: "lists", marks: "lists", by: "votes", most: "one", several: true, draw: "must",
    threshold: "never", quota: true,
  },
  quotient: {
    purpose: "lists", marks: "lists", by: "votes", most: "one", several: true, draw: "must",
    threshold: "never", step: 1, quota: true,
  },
};
const MOST_OPTIONS = 100;
const ANSWERS = 3; // yes, no and abstain
const MOST_PARTS = 100; // the largest denominator of a threshold

/** The row of a method.
 *  @type {(method: Api.Method) => Tally.Traits} */
export const traitsOf = (method) => METHODS[method];

/** Whether the options of a question are yes, no and abstain.
 *  @type {(question: { method: Api.Method }) => boolean} */
export const hasAnswers = ({ method }) => Boolean(traitsOf(method).answers);

/** Whether votes say yes or no, to a motion or to each candidate.
 *  @type {(question: { method: Api.Method }) => boolean} */
export const saysYesOrNo = ({ method }) => hasAnswers({ method }) || traitsOf(method).marks === "yes_no";

/** The smallest number of options of a question, but of a motion, whose options are given.
 *  @type {(method: Api.Method) => number} */
export const fewestOf = (method) => (traitsOf(method).alone ? 1 : 2);

/** Whether rules are in the range of their method.
 *  @type {(rules: Tally.Rules) => boolean} */
export function goodRules(rules) {
  const { method, options, seats, min, max, each = 0, draw, last, threshold, peopleThreshold } = rules;
  /** @type {(n: number, least: number, most: number) => boolean} */
  const within = (n, least, most) => Number.isSafeInteger(n) && n >= least && n <= most;
  if (!Object.hasOwn(METHODS, method)) return false;
  const traits = traitsOf(method);
  if (last !== undefined && (last !== true || traits.answers || traits.marks === "lists")) return false;
  if (!goodQuotas(traits, rules)) return false;
  if (peopleThreshold && !(traits.answers && goodThreshold(peopleThreshold))) return false;
  if (traits.marks === "lists" || rules.lists) return draw === true && !threshold && goodLists(traits, rules);
  const amounts = traits.marks === "amounts";
  if (!within(each, amounts ? 1 : 0, amounts ? max : 0)) return false;
  const stand = last ? options - 1 : options;
  if (!within(options, fewestOf(method), MOST_OPTIONS)) return false;
  if (!within(seats, 1, traits.several ? stand : Math.min(stand, 1))) return false;
  if (!within(max, 1, amounts ? Math.min(MOST_MARKS, options * each) : options)) return false;
  if (!within(min, 0, max) || typeof draw !== "boolean") return false;
  if (traits.answers && !(options === ANSWERS && min === 1 && max === 1)) return false;
  if (traits.marks === "stars" && min > 1) return false;
  if ((traits.marks === "stars" || traits.marks === "yes_no") && max < options) return false;
  if (traits.draw !== "may" && draw !== (traits.draw === "must")) return false;
  if (!threshold) return traits.threshold !== "must";
  return goodThreshold(threshold) && traits.threshold !== "never";
}

/** @type {(threshold: Api.Threshold) => boolean} */
function goodThreshold({ more, least, of }) {
  const part = more ?? least;
  if (!part || (more && least) || part.length !== 2 || !["decided", "cast", "electorate"].includes(of)) return false;
  const [n, d] = part;
  return Number.isSafeInteger(n) && Number.isSafeInteger(d) && n >= 1 && n <= d && d <= MOST_PARTS &&
    !(more && n === d);
}

/** Whether a paper has no mark.
 *  @type {(marks: number[]) => boolean} */
export const isBlank = (marks) => marks.every((mark) => mark === 0);

/** What is wrong with marks, or "" for a valid paper. A blank one is valid when `min` is 0. Marks are
 *  one number for each option: 1 for a choice, a rank from 1, 1 to 6 for 0 to 5 stars, or 1 to 3 for
 *  yes, no and abstain; where an option may have several, how many it has; 0 for nothing.
 *  @type {(rules: Tally.Rules, marks: number[]) => Tally.Fault | ""} */
export function faultOf(rules, marks) {
  const { method, options, min, max, each = 0 } = rules;
  const { marks: kind, equal } = traitsOf(method);
  if (kind === "lists") return faultOfLists(rules, marks);
  const most = { choices: 1, ranks: options, stars: 6, yes_no: 3, amounts: each }[kind];
  if (marks.length !== options || !marks.every((mark) => Number.isInteger(mark) && mark >= 0 && mark <= most))
    return "mark";
  const made = marks.filter((mark) => mark > 0);
  if (kind === "stars" && made.length > 0 && made.length < options) return "mark";
  const n = kind === "amounts" ? made.reduce((sum, mark) => sum + mark, 0) : made.length;
  if (n < min) return "too_few";
  if (n > max) return "too_many";
  if (kind !== "ranks") return "";
  const places = new Set(made);
  if (!equal && places.size < made.length) return "repeat";
  return Math.max(0, ...made) > places.size ? "gap" : "";
}
