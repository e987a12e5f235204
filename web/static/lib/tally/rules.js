// The rules of a question: which rules there are, and which marks are a valid paper. Marks are one
// number for each option: 1 for a vote, a rank from 1, or 1 to 6 for 0 to 5 stars; 0 for nothing.

/** @type {Api.Method[]} */
const METHODS = ["plurality", "block", "approval", "motion", "irv", "stv", "schulze", "star"];
const MOST_OPTIONS = 100;
const MOTION_OPTIONS = 3;
const MOST_PARTS = 100; // the largest denominator of a threshold

/** How many units a vote has: stages of stv are in 1/100000 of a vote (SSI 2007/42, rule 48).
 *  @type {(method: Api.Method) => number} */
export const unitOf = (method) => (method === "stv" ? 100_000 : 1);

/** Whether papers of a method rank the options.
 *  @type {(method: Api.Method) => boolean} */
export const ranks = (method) => method === "irv" || method === "stv" || method === "schulze";

/** Whether the method moves papers from one option to the next.
 *  @type {(method: Api.Method) => boolean} */
export const transfers = (method) => method === "irv" || method === "stv";

/** Whether rules are in the range of their method.
 *  @type {(rules: Tally.Rules) => boolean} */
export function goodRules({ method, options, seats, min, max, draw, threshold }) {
  /** @type {(n: number, least: number, most: number) => boolean} */
  const within = (n, least, most) => Number.isSafeInteger(n) && n >= least && n <= most;
  if (!METHODS.includes(method) || !within(options, 2, MOST_OPTIONS)) return false;
  if (!within(seats, 1, options) || !within(max, 1, options) || !within(min, 0, max) || typeof draw !== "boolean") return false;
  if (threshold && !goodThreshold(threshold)) return false;
  switch (method) {
    case "motion":
      return options === MOTION_OPTIONS && seats === 1 && min === 1 && max === 1 && !draw && threshold !== undefined;
    case "plurality": case "block": case "approval":
      return !threshold || seats === 1;
    case "stv":
      return draw && !threshold;
    case "schulze":
      return seats === 1 && !threshold;
    case "irv":
      return seats === 1 && draw && !threshold;
    case "star":
      return seats === 1 && draw && !threshold && min <= 1 && max === options;
  }
}

/** @type {(threshold: Api.Threshold) => boolean} */
function goodThreshold({ more, least, of }) {
  const part = more ?? least;
  if (!part || (more && least) || part.length !== 2 || !["decided", "cast", "electorate"].includes(of)) return false;
  const [n, d] = part;
  return Number.isSafeInteger(n) && Number.isSafeInteger(d) && n >= 1 && n <= d && d <= MOST_PARTS && !(more && n === d);
}

/** Whether a paper has no mark.
 *  @type {(marks: number[]) => boolean} */
export const isBlank = (marks) => marks.every((mark) => mark === 0);

/** What is wrong with marks, or "" for a valid paper. A blank one is valid when `min` is 0.
 *  @type {(rules: Tally.Rules, marks: number[]) => Tally.Fault | ""} */
export function faultOf({ method, options, min, max }, marks) {
  const most = ranks(method) ? options : method === "star" ? 6 : 1;
  if (marks.length !== options || !marks.every((mark) => Number.isInteger(mark) && mark >= 0 && mark <= most)) return "mark";
  const made = marks.filter((mark) => mark > 0);
  if (method === "star" && made.length > 0 && made.length < options) return "mark";
  if (made.length < min) return "too_few";
  if (made.length > max) return "too_many";
  if (!ranks(method)) return "";
  const places = new Set(made);
  if (method !== "schulze" && places.size < made.length) return "repeat";
  return Math.max(0, ...made) > places.size ? "gap" : "";
}
