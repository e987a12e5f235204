// The questions on the paper of an election, in order. In a draft they can be moved and removed.

import { delOver } from "../../lib/api.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { list as listed } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { refresh } from "../../lib/router.js";
import { hasAnswers } from "../../lib/tally/rules.js";
import { confirmRead } from "./meanwhile.js";
import { movesOf } from "./moves.js";
import { isReady, lackWords, ruleWords, titleOf } from "./rules.js";

const NAMED = 8; // the most candidates whose names are shown in the list

/** The questions of an election that has several.
 *  @type {(election: Api.Election, signal: AbortSignal) => HTMLElement} */
export function questionsSection(election, signal) {
  const isDraft = election.status === "DRAFT";
  const path = /** @type {const} */ (`/api/admin/elections/${election.id}/questions`);
  const problem = h("div", { role: "alert" });
  const list = h("ol", { class: "entries questions" });
  let { questions } = election;
  /** @type {(ordered: Api.Question[]) => void} */
  const show = (ordered) => {
    questions = ordered;
    list.replaceChildren(...questions.map(row));
  };
  const moves = movesOf({
    path, election, kind: "question", list, problem, signal, entries: () => questions, show,
    nameOf: (question) => titleOf(election, question),
  });

  /** @type {(question: Api.Question, i: number) => HTMLElement} */
  function row(question, i) {
    const title = titleOf(election, question);
    const to = `#elections/${election.id}/questions/${question.id}`;
    return h("li", { class: "entry" },
      h("span", { class: "question-place", "aria-hidden": "true" }, i + 1),
      h("div", { class: "entry-words" },
        h("h3", { class: "entry-name" }, h("a", { href: to }, title)),
        h("p", {}, ruleWords(question)),
        question.groups && h("p", {}, t("paper.groups.for", { names: listed(question.groups) })),
        h("p", { class: "muted" }, optionWords(question)),
        isDraft && !isReady(question) && h("p", { class: "question-lacks" }, lackWords(question)),
        isDraft && h("p", { class: "entry-actions" },
          h("a", { href: `${to}/edit` }, t("paper.edit"), hiddenText(` ${title}`)),
          h("button", { type: "button", class: "plain", on: { click: () => removeQuestion(election, question) } },
            t("paper.remove"), hiddenText(` ${title}`)))),
      isDraft && moves(i));
  }

  show(questions);
  return h("section", { class: "candidates" },
    h("h2", {}, t("paper.questions", { n: questions.length })),
    h("p", { class: "muted" }, t("paper.lead")),
    problem, list,
    isDraft && h("p", { class: "actions" },
      h("a", { class: "button button-quiet", href: `#elections/${election.id}/questions/new` }, t("paper.add"))));
}

/** @type {(question: Api.Question) => string} */
function optionWords(question) {
  const { candidates } = question;
  if (hasAnswers(question)) return t("paper.answers");
  if (candidates.length === 0) return t("admin.candidates.none");
  if (candidates.length > NAMED) return t("admin.elections.candidates", { n: candidates.length });
  return t("paper.candidates", { names: listed(candidates.map(({ name }) => name)) });
}

/** Removes a question of a draft, after a dialog.
 *  @type {(election: Api.Election, question: Api.Question) => Promise<void>} */
async function removeQuestion(election, question) {
  const title = titleOf(election, question);
  const n = hasAnswers(question) ? 0 : question.candidates.length;
  const done = await confirmRead({
    title: t("paper.remove.title", { title }),
    body: n > 0 ? t("paper.remove.lead", { n }) : t("paper.remove.lead.empty"),
    yes: t("paper.remove"),
    doing: t("admin.candidates.remove.doing"),
    danger: true,
    act: () => delOver(`/api/admin/elections/${election.id}/questions/${question.id}`, question.etag),
  });
  if (!done) return;
  announce(t("paper.removed", { title }));
  refresh();
}
