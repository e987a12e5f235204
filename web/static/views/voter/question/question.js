// One question of a ballot: its title, text and rule, and the control of its method.

import { announce, h, uniqueId } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { fault } from "../../../lib/paper.js";
import { quotaWords } from "../../../lib/quotas.js";
import { hasAnswers, traitsOf } from "../../../lib/tally/rules.js";
import { amountsControl } from "./amounts.js";
import { confirmControl } from "./confirm.js";
import { freeControl } from "./free.js";
import { listControl } from "./list.js";
import { motionControl } from "./motion.js";
import { oneControl } from "./one.js";
import { rankControl } from "./rank.js";
import { severalControl } from "./several.js";
import { starsControl } from "./stars.js";
import { hintWords, isOfOne, missingWords, ruleWords, standingWords } from "./words.js";

/** @import { Paper } from "../../../lib/paper.js" */

/** @type {(question: Api.Question) => Control} */
function controlOf(question) {
  if (question.lists) return question.lists.ballot === "free" ? freeControl : listControl;
  const { marks, answers } = traitsOf(question.method);
  if (answers) return motionControl;
  if (marks === "stars") return starsControl;
  if (marks === "yes_no") return confirmControl;
  if (marks === "amounts") return amountsControl;
  if (marks === "ranks") return rankControl;
  return isOfOne(question) ? oneControl : severalControl;
}

/**
 * A question as a part of a ballot. `title` is its heading; without one the rule is the heading.
 * `counted` shows how many are marked. complain() says what is missing in it, on the page and as its
 * answer, and focus() goes to its control.
 * @type {(question: Api.Question, options: { paper: Paper, title: Child, counted: boolean,
 *   signal: AbortSignal, onChange: () => void }) => { node: HTMLElement, complain(): string,
 *   focus(): void }}
 */
export function questionPart(question, { paper, title, counted, signal, onChange }) {
  const key = uniqueId("question");
  const problem = h("p", { class: "field-error", id: `${key}-problem`, hidden: true });
  const shows = counted && !isOfOne(question) && !hasAnswers(question);
  const standing = h("p", { class: "question-standing", hidden: !shows }, standingWords(paper, question));
  const hint = hintWords(question);
  /** @type {(words: string) => void} */
  const tell = (words) => {
    problem.textContent = words;
    problem.hidden = false;
  };
  const control = controlOf(question)({
    question, paper, signal,
    changed: (said) => {
      problem.hidden = true;
      standing.textContent = standingWords(paper, question);
      if (said) announce(said);
      onChange();
    },
    refuse: (words, pressed) => {
      pressed.closest(".candidate")?.append(problem);
      tell(words);
      announce(words);
    },
  });
  const plain = question.candidates.every(({ photo, solid, description }) => !photo && !solid && !description);
  const node = h("fieldset", { class: `question${plain ? " question-plain" : ""}`,
    "aria-describedby": `${key}-rule ${key}-problem` },
    h("legend", {}, title || ruleWords(question)),
    question.text && h("p", { class: "prose" }, question.text),
    h("div", { id: `${key}-rule`, class: "question-rule" },
      title && h("p", {}, ruleWords(question)),
      hint && h("p", {}, hint),
      question.peopleThreshold && h("p", {}, t("voter.question.byPeople")),
      question.seats > 1 && h("p", {}, t("voter.question.seats", { n: question.seats })),
      question.quotas?.map((quota) => h("p", {}, quotaWords(quota)))),
    standing, problem, control);
  return {
    node,
    complain() {
      if (!fault(paper, question)) return "";
      control.before(problem);
      tell(missingWords(question));
      return missingWords(question);
    },
    focus: () => control.querySelector(/** @type {"button"} */ ("input, button"))?.focus(),
  };
}
