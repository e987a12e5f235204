// What a question asks for and what was answered, in words.
//
// keys: voter.rule.* voter.rank.rule.* voter.marks.rule.* voter.list.rule.* voter.list.hint.* shell.option.*

import { chosen, chosenList, given, marked, marksLeft, marksOf, most, ranksOf, starsOf } from "../../../lib/paper.js";
import { list } from "../../../lib/format.js";
import { isolated, t } from "../../../lib/i18n.js";
import { listsOf } from "../../../lib/lists.js";
import { optionName } from "../../../lib/option.js";
import { isBlank, traitsOf } from "../../../lib/tally/rules.js";

/** @import { Paper } from "../../../lib/paper.js" */

/** What the marks from 1 say of each candidate, where votes say yes or no to them. */
export const ANSWERS = /** @type {const} */ (["yes", "no", "abstain"]);

/** Whether a voter chooses one candidate of several, as radio buttons do.
 *  @type {(question: Api.Question) => boolean} */
export function isOfOne(question) {
  const { marks, answers } = traitsOf(question.method);
  return marks === "choices" && !answers && most(question) === 1;
}

/** The rule of a question in one sentence.
 *  @type {(question: Api.Question) => string} */
export function ruleWords(question) {
  const { marks, answers } = traitsOf(question.method);
  if (question.lists && question.lists.ballot !== "free") return t(`voter.list.rule.${question.lists.ballot}`);
  if (answers) return t("voter.rule.motion");
  if (marks === "stars") return t("voter.rule.star");
  if (marks === "yes_no") return t("voter.rule.confirm");
  if (isOfOne(question)) return t("voter.ballot.choose");
  const { min, candidates } = question;
  const max = most(question);
  const all = max === candidates.length;
  if (marks === "amounts" || question.lists) {
    return t(`voter.marks.rule.${min === max ? "exactly" : min < 2 ? "upTo" : "range"}`, { n: max, min });
  }
  const form = min === max ? "exactly" : all && min < 2 ? "any" : all ? "atLeast" : min < 2 ? "upTo" : "range";
  return t(`voter.${marks === "ranks" ? "rank.rule" : "rule"}.${form}`, { n: form === "atLeast" ? min : max, min });
}

/** How to use the control of a question, or "".
 *  @type {(question: Api.Question) => string} */
export function hintWords(question) {
  const { marks, equal } = traitsOf(question.method);
  if (marks === "amounts") return eachWords(question);
  if (question.lists) {
    const { ballot, within } = question.lists;
    return ballot === "free" ? `${eachWords(question)} ${t("voter.list.hint.free")}` : t(`voter.list.hint.${within}`);
  }
  if (marks === "stars") return t("voter.star.hint");
  if (marks === "yes_no") return t("voter.confirm.hint");
  if (equal) return `${t("voter.rank.hint")} ${t("voter.rank.hint.shared")}`;
  return marks === "ranks" ? t("voter.rank.hint") : "";
}

/** How many marks a candidate can have.
 *  @type {(question: Api.Question) => string} */
function eachWords(question) {
  const { each = most(question) } = question;
  return each < most(question) ? t("voter.marks.each", { n: each }) : t("voter.marks.all");
}

/** What is marked so far, in short.
 *  @type {(paper: Paper, question: Api.Question) => string} */
export function standingWords(paper, question) {
  const { method, min, candidates } = question;
  if (question.lists) return listStanding(paper, question);
  const { marks, answers } = traitsOf(method);
  const max = most(question);
  const [first] = chosen(paper, question);
  if (isOfOne(question) || answers) {
    if (first) return t("voter.ballot.chosen", { name: optionName(question, first) });
    if (paper.blank.has(question.id)) return t("voter.standing.blank");
    return answers ? t("voter.standing.none") : t("voter.ballot.notChosen");
  }
  if (marks === "amounts") return t("voter.marks.left", { n: max - given(paper, question), of: max });
  const n = marked(paper, question);
  if (n === 0 && min === 0) return t("voter.standing.blank");
  if (marks === "stars") {
    const given = candidates.filter(({ id }) => starsOf(paper, id)).length;
    return t("voter.standing.stars", { n: given, of: candidates.length });
  }
  if (marks === "yes_no") return t("voter.standing.answered", { n, of: candidates.length });
  const few = max < candidates.length && min < max;
  if (marks === "ranks") {
    return few ? t("voter.standing.ranked.most", { n, max }) : t("voter.standing.ranked", { n, of: max });
  }
  return few ? t("voter.standing.chosen.most", { n, max }) : t("voter.standing.chosen", { n, of: max });
}

/** @type {(paper: Paper, question: Api.Question) => string} */
function listStanding(paper, question) {
  const { lists, candidates } = question;
  const marked = chosenList(paper, question);
  if (lists?.ballot === "free") {
    const [of, left] = [most(question), marksLeft(paper, question)];
    return marked ? t("voter.list.standing.rest", { n: of - left, left, name: marked.name })
      : t("voter.marks.left", { n: left, of });
  }
  if (!marked) return t(paper.blank.has(question.id) ? "voter.standing.blank" : "voter.list.standing.none");
  const own = candidates.filter((candidate) => candidate.list === marked.id);
  const kept = own.filter(({ id }) => paper.marks.get(id)).length;
  return lists?.ballot === "closed" || kept === own.length ? t("voter.ballot.chosen", { name: marked.name })
    : t("voter.list.standing.struck", { name: marked.name, n: kept, of: own.length });
}

/** What is missing in a question that has too few marks.
 *  @type {(question: Api.Question) => string} */
export function missingWords(question) {
  if (question.lists && question.lists.ballot !== "free") return t("voter.list.missing");
  return isOfOne(question) ? t("voter.ballot.missing") : ruleWords(question);
}

/** The answer to a question as lines of text, ranks in order and numbered; none for a blank one.
 *  @type {(paper: Paper, question: Api.Question) => { lines: string[], numbered: boolean }} */
export function answerWords(paper, question) {
  if (isBlank(marksOf(paper, question))) return { lines: [], numbered: false };
  if (question.lists) return { lines: listAnswer(paper, question), numbered: false };
  const { candidates } = question;
  const { marks } = traitsOf(question.method);
  if (marks === "ranks") {
    const names = new Map(candidates.map((candidate) => [candidate.id, nameIn(question, candidate)]));
    const lines = ranksOf(paper, question).map((rank) => list(rank.map((id) => names.get(id) ?? "")));
    return { lines, numbered: true };
  }
  if (marks === "yes_no") {
    const lines = candidates.map((candidate) => t("voter.confirm.given", { name: nameIn(question, candidate),
      answer: t(`shell.option.${ANSWERS[(paper.marks.get(candidate.id) || 3) - 1]}`) }));
    return { lines, numbered: false };
  }
  if (marks === "amounts") {
    const lines = chosen(paper, question).map((candidate) =>
      t("voter.marks.given", { name: nameIn(question, candidate), n: paper.marks.get(candidate.id) ?? 0 }));
    return { lines, numbered: false };
  }
  const lines = marks === "stars"
    ? candidates.map(({ id, name }) => ({ name, n: starsOf(paper, id) ?? 0 })).sort((a, b) => b.n - a.n)
      .map((row) => t("voter.star.given", row))
    : chosen(paper, question).map((candidate) => nameIn(question, candidate));
  return { lines, numbered: false };
}

/** The name of a candidate, with the kind where kinds have seats.
 *  @type {(question: Api.Question, candidate: Api.Candidate) => string} */
function nameIn(question, candidate) {
  const name = optionName(question, candidate);
  return question.quotas && candidate.kind ? `${isolated(name)} (${isolated(candidate.kind)})` : name;
}

/** The lists and candidates that have marks, in words.
 *  @type {(paper: Paper, question: Api.Question) => string[]} */
function listAnswer(paper, question) {
  const marked = chosenList(paper, question);
  /** @type {(id: string) => number} */
  const of = (id) => paper.marks.get(id) ?? 0;
  if (question.lists?.ballot !== "free") {
    const own = question.candidates.filter((candidate) => candidate.list === marked?.id);
    const struck = question.lists?.ballot === "erasures" ? own.filter(({ id }) => of(id) === 0) : [];
    return [marked?.name ?? "", ...struck.map(({ name }) => t("voter.list.given.struck", { name }))];
  }
  const left = marked ? 0 : marksLeft(paper, question);
  return [
    ...listsOf(question).flatMap((one) => one.candidates.filter(({ id }) => of(id) > 0).map(({ id, name }) =>
      t("voter.list.given", { name, list: one.list.name, n: of(id) }))),
    ...(marked ? [t("voter.list.given.rest", { name: marked.name, n: of(marked.id) })] : []),
    ...(left > 0 ? [t("voter.list.given.unused", { n: left })] : []),
  ];
}
