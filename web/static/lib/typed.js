// A question of a printed paper as it is typed: the numbers of its options, in words that a numeric keypad can write.

import { traitsOf } from "./tally/rules.js";

const MOST_STARS = 5;

/** The marks of a question, by the numbers that somebody typed: of choices those marked, one as often as it has marks;
 *  of ranks the first one first, with = between those of one rank; of stars the stars of each option; of yes and no
 *  what each option has (1 yes, 2 no, 3 abstain, 0 nothing). Nothing typed, or 0, is blank. Returns null for anything
 *  else.
 *  @type {(question: Api.FrozenQuestion, typed: string) => number[] | null} */
export function readTyped({ method, options }, typed) {
  const { length } = options;
  const words = typed.trim().split(/[\s,;.]+/).filter(Boolean);
  const marks = Array(length).fill(0);
  if (words.length === 0 || (words.length === 1 && words[0] === "0" && length > 1)) return marks;
  const traits = traitsOf(method);
  if (traits.marks === "stars" || traits.marks === "yes_no") {
    const most = traits.marks === "stars" ? MOST_STARS : 3;
    const figures = words.length === 1 && words[0].length === length ? [...words[0]] : words;
    const fit = figures.length === length && figures.every((figure) => /^\d$/.test(figure) && Number(figure) <= most);
    if (!fit) return null;
    return figures.map((figure) => Number(figure) + (traits.marks === "stars" ? 1 : 0));
  }
  for (const [i, word] of words.entries()) {
    for (const number of word.split("=")) {
      const option = Number(number);
      if (!/^\d+$/.test(number) || option < 1 || option > length) return null;
      if (traits.marks !== "ranks") marks[option - 1] += 1;
      else if (marks[option - 1] > 0) return null;
      else marks[option - 1] = i + 1;
    }
    if (word.includes("=") && !(traits.marks === "ranks" && traits.equal)) return null;
  }
  return marks;
}

/** What somebody would type for the marks of a question.
 *  @type {(question: Api.FrozenQuestion, marks: number[]) => string} */
export function typedOf({ method }, marks) {
  if (marks.every((mark) => mark === 0)) return "";
  const traits = traitsOf(method);
  if (traits.marks === "stars") return marks.map((mark) => mark - 1).join(" ");
  if (traits.marks === "yes_no") return marks.join(" ");
  if (traits.marks !== "ranks") return marks.flatMap((mark, i) => Array(mark).fill(i + 1)).join(" ");
  const ranks = Array.from({ length: Math.max(...marks) }, (_, i) => marks.flatMap((mark, option) =>
    (mark === i + 1 ? [option + 1] : [])).join("="));
  return ranks.filter(Boolean).join(" ");
}
