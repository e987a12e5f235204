// A count in stages: step by step as a picture, and all of it as a table. The table is the
// picture's text.
//
// keys: outcome.stage.*

import { h, hiddenText } from "../../lib/dom.js";
import { number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { votesIn } from "../../lib/votes.js";
import { mark, partedBar } from "./bars.js";
import { nameOf, stageWords, votesOf } from "./words.js";

/** @import { Heading } from "./view.js" */
/** @import { Asked } from "./words.js" */

/** @type {(question: Asked, outcome: Api.Outcome, heading: Heading) => Child} */
export function stagesView(question, outcome, heading) {
  return [
    h(heading, {}, t("outcome.stages")),
    picture(question, outcome),
    h(heading, {}, t("outcome.stage.table")),
    stageTable(question, outcome),
  ];
}

// One stage at a time: the sentences are read out when it changes.
/** @type {(question: Asked, outcome: Api.Outcome) => HTMLElement} */
function picture(question, outcome) {
  const { stages } = outcome;
  const title = h("p", { class: "stage-title" });
  const bars = h("ol", { class: "stage-bars", "aria-hidden": "true" });
  const words = h("div", { class: "stage-words" });
  const buttons = [h("button", { type: "button", class: "button button-quiet" }, t("outcome.stage.back")),
    h("button", { type: "button", class: "button button-quiet" }, t("outcome.stage.next"))];
  let at = 0;
  const show = () => {
    title.textContent = t("outcome.stage", { n: at + 1, of: stages.length });
    bars.replaceChildren(...stageBars(question, outcome, at));
    words.replaceChildren(...stageWords(question, outcome, at).map((sentence) => h("p", {}, sentence)));
    buttons.forEach((button, i) =>
      button.setAttribute("aria-disabled", String(at === (i === 0 ? 0 : stages.length - 1))));
  };
  buttons.forEach((button, i) => button.addEventListener("click", () => {
    at = Math.min(Math.max(at + (i === 0 ? -1 : 1), 0), stages.length - 1);
    show();
  }));
  show();
  return h("div", { class: "stage no-print", role: "group",
    "aria-label": `${t("outcome.stage.picture")}: ${question.title}` },
    h("div", { "aria-live": "polite" }, title, words),
    bars,
    stages.length > 1 && h("p", { class: "actions" }, buttons));
}

/** The fewest votes that are more than half of all.
 *  @type {(votes: number[], decimals?: number) => number} */
function moreThanHalf(votes, decimals = 0) {
  const all = Math.round(votes.reduce((sum, n) => sum + n, 0) * 10 ** decimals);
  return votesIn(Math.floor(all / 2) + 1, decimals);
}

/** @type {(question: Asked, outcome: Api.Outcome & { decimals?: number }, at: number) => HTMLElement[]} */
function stageBars(question, outcome, at) {
  const { stages, quota, decimals } = outcome;
  const { unit = 1 } = traitsOf(question.method);
  const { votes } = stages[at];
  const before = stages[at - 1]?.votes ?? votes;
  const enough = quota > 0 ? quota * unit : moreThanHalf(votes, decimals);
  const full = Math.max(enough, ...stages.flatMap((stage) => stage.votes));
  const soFar = { ...outcome, elected: stages.slice(0, at + 1).flatMap((stage) => stage.elected) };
  const bars = votes.map((n, i) => {
    const change = n - before[i];
    const won = soFar.elected.includes(i + 1);
    const out = isOut(stages, at, i + 1);
    return h("li", { class: out ? "stage-bar stage-out" : "stage-bar" },
      h("p", { class: "stage-name" }, h("span", {}, nameOf(question, i + 1), " ", mark(soFar, i + 1)),
        h("span", { class: "stage-votes" },
          out && change === 0 ? t("outcome.stage.out") : number(votesOf(question, n), 4),
          changeWords(question, change))),
      partedBar([
        [Math.min(n, before[i]) / full, won ? "bar-fill-winner" : ""],
        [Math.max(change, 0) / full, "bar-gained"],
        [Math.max(-change, 0) / full, "bar-gone"],
      ], enough / full));
  });
  const line = t(quota > 0 ? "outcome.quota" : "outcome.half", { n: votesOf(question, enough) });
  return [...bars, h("li", { class: "stage-line" }, line)];
}

/** @type {(question: Asked, change: number) => Child} */
function changeWords(question, change) {
  if (change === 0) return false;
  return h("span", { class: "stage-change" },
    ` ${change > 0 ? "+" : "−"}${number(votesOf(question, Math.abs(change)), 4)}`);
}

// Whether an option is excluded at a stage, or was before.
/** @type {(stages: Api.Stage[], at: number, option: number) => boolean} */
const isOut = (stages, at, option) =>
  stages.slice(0, at + 1).some((stage) => stage.action === "exclude" && stage.option === option);

/** The votes after each stage, or after those of a part of the count.
 *  @type {(question: Asked, outcome: Api.Outcome, from?: number, to?: number) => HTMLElement} */
export function stageTable(question, outcome, from = 0, to = outcome.stages.length) {
  const { stages } = outcome;
  const shown = stages.slice(from, to).map((stage, i) => ({ ...stage, at: from + i }));
  const { unit = 1 } = traitsOf(question.method);
  /** @type {(units: number) => string} */
  const exact = (units) => number(units / unit, 5);
  return h("div", { class: "table-frame", tabindex: "0", role: "region",
    "aria-label": `${t("outcome.stage.table")}: ${question.title}` },
    h("table", { class: "table table-figures" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("outcome.stage.option")),
        shown.map(({ action, option, at }) =>
        h("th", { scope: "col" }, `${at + 1}. `,
          t(`outcome.stage.${action}`, { name: option > 0 ? nameOf(question, option) : undefined }))))),
      h("tbody", {},
        question.options.map((_, i) => h("tr", {},
          h("th", { scope: "row" }, nameOf(question, i + 1), " ", mark(outcome, i + 1)),
          shown.map(({ votes, elected, at }) => h("td", {}, isOut(stages, at, i + 1) && votes[i] === 0
            ? ["–", hiddenText(t("outcome.stage.out"))]
            : elected.includes(i + 1) ? h("strong", {}, exact(votes[i])) : exact(votes[i]))))),
        h("tr", {}, h("th", { scope: "row" }, t("outcome.lost")), shown.map(({ lost }) => h("td", {}, exact(lost)))))));
}
