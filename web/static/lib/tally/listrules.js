// The rules of lists: which there are, which marks are a valid paper, and which votes papers can have.
// Lists and candidates are options: the lists first, then the candidates of the first list, and so on.

import { hasMembers } from "../canonical.js";

const MOST_OPTIONS = 400; // lists and candidates
const MOST_LISTS = 100;
const HIGHEST_BAR = 50; // per cent

/** How many marks a paper may have. */
export const MOST_MARKS = 99;

/** @type {(all: number[]) => number} */
const sum = (all) => all.reduce((a, b) => a + b, 0);

/** Numbers of a part for each list, in its order.
 *  @type {(sizes: number[], part: number[]) => number[][]} */
function byList(sizes, part) {
  let start = sizes.length;
  return sizes.map((size) => part.slice(start, (start += size)));
}

/** Whether a value has the members of lists. A member that may be left out is not 0 or empty.
 *  @type {(lists: unknown) => lists is Tally.Lists} */
export function isListsForm(lists) {
  const members = ["sizes", "ballot", "within", "ties"];
  if (!hasMembers(lists, members, ["bar", "age", "minority", "least"])) return false;
  const { sizes, age, minority, bar, least } = lists;
  /** @type {(value: unknown) => boolean} */
  const isNumber = (value) => typeof value === "number";
  /** @type {(value: unknown) => boolean} */
  const areNumbers = (value) => Array.isArray(value) && value.length > 0 && value.every(isNumber);
  return [sizes, age ?? [1], minority ?? [1]].every(areNumbers) &&
    [bar, least].every((n) => n === undefined || (isNumber(n) && n !== 0));
}

/** Whether the rules of a question with lists are in their range. Only a question with lists has rules of lists.
 *  @type {(traits: Tally.Traits, rules: Tally.Rules) => boolean} */
export function goodLists({ marks, quota, step = 0 }, { options, seats, min, max, each = 0, lists }) {
  if (marks !== "lists" || !lists) return false;
  const { sizes, ballot, within, bar = 0, ties, age, minority = [], least = 0 } = lists;
  /** @type {(n: number, from: number, to: number) => boolean} */
  const inside = (n, from, to) => Number.isSafeInteger(n) && n >= from && n <= to;
  const averages = Boolean(quota) && step > 0;
  const free = ballot === "free";
  if (!inside(sizes.length, 2, MOST_LISTS) || !sizes.every((size) => inside(size, 1, MOST_OPTIONS))) return false;
  const candidates = sum(sizes);
  const most = free ? MOST_MARKS : 1;
  if (options !== sizes.length + candidates || options > MOST_OPTIONS || !inside(seats, 1, candidates)) return false;
  if (!inside(max, 1, most) || !inside(min, 0, 1) || !inside(bar, 0, averages ? 0 : HIGHEST_BAR)) return false;
  if (!inside(each, free ? 1 : 0, free ? max : 0) || !inside(least, 0, quota ? 0 : seats)) return false;
  if (!["closed", averages ? "erasures" : "free"].includes(ballot)) return false;
  if (within !== "order" && (within !== "votes" || ballot === "closed")) return false;
  if (ties !== "votes" && (ties !== "lot" || averages)) return false;
  /** @type {(numbers: number[]) => boolean} */
  const rising = (numbers) =>
    numbers.every((n, i) => inside(n, i > 0 ? numbers[i - 1] + 1 : sizes.length + 1, options));
  if (age && (age.length !== candidates || !rising(age.toSorted((a, b) => a - b)))) return false;
  return rising(minority) && (least > 0) === (minority.length > 0);
}

/** What is wrong with the marks of a paper. A list has a mark if the paper is for it; where marks are free, it has
 *  those that the candidates leave. A candidate has a mark unless erased; where marks are free, up to `each`.
 *  @type {(rules: Tally.Rules, marks: number[]) => Tally.Fault | ""} */
export function faultOfLists({ options, min, max, each = 0, lists }, marks) {
  const { sizes, ballot } = /** @type {Tally.Lists} */ (lists);
  const top = ballot === "free" ? each : 1;
  if (marks.length !== options || !marks.every((mark) => Number.isInteger(mark) && mark >= 0)) return "mark";
  if (marks.slice(sizes.length).some((mark) => mark > top)) return "mark";
  const all = sum(marks);
  const marked = marks.slice(0, sizes.length).filter((mark) => mark > 0);
  if (all === 0) return min > 0 ? "too_few" : "";
  if (marked.length > 1) return "too_many";
  if (ballot === "free") return all > max ? "too_many" : marked.length > 0 && all < max ? "too_few" : "";
  const list = marks.indexOf(1);
  if (list < 0 || list >= sizes.length) return "mark";
  const kept = byList(sizes, marks).map(sum);
  if (kept.some((n, i) => n > 0 && (i !== list || ballot === "closed"))) return "mark";
  return ballot === "erasures" && kept[list] === 0 ? "too_few" : "";
}

/** Whether papers can have votes.
 *  @type {(rules: Tally.Rules, papers: number, votes: number[]) => boolean} */
export function goodListVotes({ max, each = 0, lists }, papers, votes) {
  const { sizes, ballot } = /** @type {Tally.Lists} */ (lists);
  const ofLists = votes.slice(0, sizes.length);
  const ofCandidates = byList(sizes, votes);
  const good = ofLists.every((given, i) => {
    const most = { closed: 0, erasures: given, free: papers * each }[ballot];
    return given <= papers * max && ofCandidates[i].every((n) => n <= most) &&
      (ballot !== "erasures" || sum(ofCandidates[i]) >= given);
  });
  if (ballot !== "free") return good && sum(ofLists) === papers;
  return good && sum(votes) >= papers && sum(votes) <= papers * max;
}
