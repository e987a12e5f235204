// One question of an election: its rule, and its candidates or answers.

import { ApiError, get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { optionName } from "../../lib/option.js";
import { quotaWords } from "../../lib/quotas.js";
import { hasAnswers, saysYesOrNo } from "../../lib/tally/rules.js";
import { candidatesSection } from "./candidates.js";
import { badge, electionTrail, page } from "./frame.js";
import { listWords } from "./list_rules.js";
import { listsSection } from "./lists.js";
import { isReady, ruleLead, ruleWords, titleOf } from "./rules.js";
import { exampleWords } from "./threshold.js";

/** @type {(signal: AbortSignal, info: Api.Info, electionId: string, questionId: string) =>
 *   Promise<HTMLElement>} */
export async function questionView(signal, info, electionId, questionId) {
  const election = await get(`/api/admin/elections/${electionId}`, signal);
  const question = election.questions.find(({ id }) => id === questionId);
  if (!question) throw new ApiError({ status: 404, code: "not_found" });
  const { questions, id, status } = election;
  const next = questions[questions.indexOf(question) + 1];
  return page({
    info, section: "elections", trail: electionTrail(election), title: titleOf(election, question),
    beside: badge(election),
  },
    question.text && h("p", { class: "prose lead" }, question.text),
    ruleSection(election, question),
    optionsSection(election, question, signal),
    status === "DRAFT" && h("p", { class: "actions" },
      h("a", { class: isReady(question) ? "button" : "button button-quiet", href: `#elections/${id}` },
        t("paper.back")),
      next && h("a", { class: "button button-quiet", href: `#elections/${id}/questions/${next.id}` },
        t("paper.next"))));
}

/** The rule of a question, with a link to change it.
 *  @type {(election: Api.Election, question: Api.Question) => HTMLElement} */
export function ruleSection({ id, status, turnout }, question) {
  const { min, threshold } = question;
  const motion = hasAnswers(question);
  return h("div", { class: "question-rule" },
    question.groups && h("p", {}, t("paper.groups.for", { names: list(question.groups) })),
    h("p", {}, h("strong", {}, ruleWords(question))),
    !motion && h("p", {}, ruleLead(question)),
    listWords(question).map((words) => h("p", {}, words)),
    question.quotas?.map((quota) => h("p", {}, quotaWords(quota))),
    threshold && h("p", {}, exampleWords(threshold,
      { yesOrNo: saysYesOrNo(question), blank: min === 0, people: turnout.electorate })),
    status === "DRAFT" && h("p", { class: "entry-actions" },
      h("a", { href: `#elections/${id}/questions/${question.id}/edit` }, t("paper.edit.long"))));
}

/** The candidates of a question, or the answers of a motion.
 *  @type {(election: Api.Election, question: Api.Question, signal: AbortSignal) => HTMLElement} */
export function optionsSection(election, question, signal) {
  if (question.lists) return listsSection(election, question, signal);
  if (!hasAnswers(question)) return candidatesSection(election, question, signal);
  return h("section", {},
    h("h2", {}, t("paper.answers.title")),
    h("ul", { class: "answers" }, question.candidates.map((answer) => h("li", {}, optionName(question, answer)))));
}
