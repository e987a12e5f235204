// The result of an election: every question in words and figures. Voters, administrators and the
// bulletin board show the same. Whoever shows it loads the texts "outcome".
//
// keys: outcome.decided.*

import { h, hiddenText } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { lazy } from "../../lib/lazy.js";
import { notice } from "../../lib/states.js";
import { quotaWords } from "../../lib/quotas.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { allocated } from "./allocation.js";
import { voteBars } from "./bars.js";
import { columnsTable } from "./columns.js";
import { listsView } from "./lists.js";
import { pairsView } from "./pairs.js";
import { stagesView } from "./stages.js";
import { movedWords, substitutesPart } from "./succession.js";
import {
  agreedWords, assuranceWords, drawWords, endingWords, groupWords, isSameQuorum, methodWords, quorumWords,
  thresholdWords,
} from "./words.js";

/** @import { Asked } from "./words.js" */

/** @import { Figures } from "./words.js" */

/**
 * What was cast: by how many people, with which weight, and the weight of what is not valid.
 * @typedef {{ people: number, cast: number, invalid: number,
 *   turnouts?: { name: string, turnout: Api.Turnout }[] }} Box
 * @typedef {"h2" | "h3" | "h4"} Heading
 *
 * Makes the portrait of an option, if there is one.
 * @typedef {(option: Asked["options"][number]) => Child} Face
 */

/** The result, with an outcome for each question. `level` is that of a question's heading. The
 *  figures of questions that isFolded() picks are shown on request. The election says why totals can be believed.
 *  @type {(questions: Asked[], outcomes: Figures[], box: Box, election: Parameters<typeof assuranceWords>[0],
 *   shown: { level: 2 | 3, face?: Face, isFolded?: (question: Asked) => boolean }) => HTMLElement} */
export function resultView(questions, outcomes, { people, cast, invalid, turnouts = [] }, election,
  { level, face = () => null, isFolded = () => false }) {
  const alike = isSameQuorum(outcomes);
  const assured = questions.map((question) => assuranceWords(election, question));
  const same = new Set(assured).size === 1;
  return h("div", { class: "result" },
    alike && quorumView(outcomes[0]),
    questions.map((question, i) =>
      questionView(question, outcomes[i],
        { quorum: !alike, assured: same ? "" : assured[i], level, titled: questions.length > 1, face,
          folded: isFolded(question) })),
    same && h("p", {}, assured[0]),
    invalid > 0 && h("p", {}, t("outcome.invalid", { n: invalid })),
    turnouts.map((group) => h("p", {}, groupWords(group))),
    cast !== people && h("p", {}, t("outcome.weights", { people: t("outcome.people", { n: people }), n: cast })));
}

/** @type {(outcome: Figures) => Child} */
function quorumView(outcome) {
  const words = quorumWords(outcome);
  return words && notice(outcome.quorum?.met ? "info" : "problem", h("p", {}, words));
}

// A question alone has its title on the page already, and its headings are one level higher.
/** @type {(question: Asked, outcome: Figures, shown: { quorum: boolean, assured: string, level: 2 | 3,
 *   titled: boolean, face: Face, folded: boolean }) => HTMLElement} */
function questionView(question, outcome, { quorum, assured, level, titled, face, folded }) {
  const [first, ...more] = endingWords(question, outcome);
  const heading = /** @type {Heading} */ (`h${titled ? level + 1 : level}`);
  const figures = () => figuresView(question, outcome, heading, face);
  return h("section", { class: "result-question" },
    titled && h(/** @type {Heading} */ (`h${level}`), {}, question.title),
    quorum && quorumView(outcome),
    h("p", { class: "outcome" }, first),
    [...movedWords(question, outcome), ...more, agreedWords(question, outcome)]
      .map((words) => words && h("p", {}, words)),
    assured && h("p", {}, assured),
    folded ? lazy({ class: "about" }, [t("outcome.figures"), hiddenText(`: ${question.title}`)], figures) : figures());
}

/** @type {(question: Asked, outcome: Figures, heading: Heading, face: Face) => Child[]} */
function figuresView(question, outcome, heading, face) {
  const { by } = traitsOf(question.method);
  const { papers, blank, draws, drawDecided, stages } = outcome;
  const threshold = thresholdWords(question, outcome);
  const lists = allocated(question, outcome);
  return [
    threshold && h("p", {}, threshold),
    h("p", { class: "muted" }, methodWords(question), ". ", t("outcome.papers", { n: papers, blank })),
    question.quotas?.map((quota) => h("p", { class: "muted" }, quotaWords(quota))),
    lists ? listsView(...lists, heading, face)
      : by === "transfers" ? stages.length > 0 && stagesView(question, outcome, heading)
      : by === "votes" || by === "yes_no" ? voteBars(question, outcome, face)
        : pairsView(question, outcome, heading, face),
    columnsTable(question, outcome),
    substitutesPart(question, outcome, heading),
    draws.length > 0 && [
      h(heading, {}, t("outcome.draws")),
      h("ul", { class: "draws" }, draws.map((draw) => h("li", {}, drawWords(question, draw)))),
      h("p", {}, t(`outcome.decided.${drawDecided}`)),
    ],
  ];
}
