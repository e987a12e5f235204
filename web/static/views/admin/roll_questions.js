// The questions that a table of the roll raises: a line is perhaps about somebody who is known, or is no person.
//
// keys: roll.field.*

import { h, refill, uniqueId } from "../../lib/dom.js";
import { day } from "../../lib/format.js";
import { isolated, t } from "../../lib/i18n.js";

const SHOWN = 100; // questions that are shown at once

/** The fields without which a line can be taken in where their cell is wrong. */
const SPARED = ["dateOfBirth", "email", "language", "address"];

/** @typedef {import("./roll_plan.js").ImportPlan} ImportPlan */
/** @typedef {import("./roll_plan.js").Answer} Answer */

/** What lines and candidates are compared by. */
const FACTS = /** @type {const} */ (["fullName", "dateOfBirth", "member", "email", "address"]);

/** The questions, first of all about people. show() takes what was read; questions that are answered stay.
 *  @type {(plan: ImportPlan) => { node: HTMLElement, show(report: Api.RollReport): void }} */
export function questionSection(plan) {
  /** @type {Map<number, { line: Api.RollLine, node: HTMLElement }>} */
  const asked = new Map();
  const all = h("p", { class: "actions" });
  const list = h("div", { class: "questions" });
  const node = h("section", { hidden: true },
    h("h3", {}, t("roll.ask.title")), h("p", {}, t("roll.ask.lead")), all, list);
  /** Answers all questions to which answerOf has an answer, and leaves out cells that are wrong.
   *  @type {(answerOf: typeof plainAnswer) => void} */
  const answerAll = (answerOf) => {
    const given = /** @type {[number, Answer][]} */ (plan.waiting().flatMap((line) => {
      const answer = answerOf(line);
      return answer ? [[line.line, answer]] : [];
    }));
    plan.answer(given);
    if (faultyCells(plan.report()) > 0) plan.leaveFaults();
    for (const [number, answer] of given) check(asked.get(number)?.node, valueOf(answer));
  };
  return {
    node,
    show(report) {
      for (const number of asked.keys()) if (!plan.answers.has(number)) asked.delete(number);
      for (const line of report.lines)
        if (line.outcome === "asked" && !plan.answers.has(line.line))
          asked.set(line.line, { line, node: ask(line, plan) });
      const shown = [...asked.values()].toSorted((a, b) => order(a.line) - order(b.line) || a.line.line - b.line.line)
        .slice(0, SHOWN);
      const words = wordsForAll(plan.waiting(), faultyCells(report));
      node.hidden = shown.length === 0 && words === "";
      const focused = document.activeElement?.id;
      refill(list, shown.map((question) => question.node),
        asked.size > SHOWN && h("p", { class: "muted" }, t("roll.ask.rest", { n: asked.size - SHOWN })));
      if (focused) document.getElementById(focused)?.focus();
      const others = plan.waiting().filter(otherDayAnswer).length;
      refill(all, words && button(words, () => answerAll(plainAnswer)),
        others > 0 && button([words, t("roll.ask.all.otherDay", { n: others })].filter(Boolean).join(" · "),
          () => answerAll((line) => plainAnswer(line) ?? otherDayAnswer(line))));
    },
  };
}

/** @type {(line: Api.RollLine) => number} */
const order = ({ question }) => (question === "person" ? 0 : 1);

/** The answer that "all" gives to a question; undefined where the line may be about several people, or about somebody
 *  who was born on another day.
 *  @type {(line: Api.RollLine) => Answer | undefined} */
function plainAnswer({ question, values = {}, candidates = [] }) {
  if (question === "total") return { choice: "skip" };
  const alike = candidates.filter(({ dateOfBirth, shares }) =>
    !values.dateOfBirth || !dateOfBirth || shares.includes("dateOfBirth"));
  return alike.length === 1 ? sameAs(alike[0]) : undefined;
}

/** The answer to a question about one person who was born on another day: that they are the same in spite of it.
 *  @type {typeof plainAnswer} */
const otherDayAnswer = (line) => (line.question === "person" && line.candidates?.length === 1 && !plainAnswer(line)
  ? sameAs(line.candidates[0]) : undefined);

/** @type {(words: string, click: () => void) => HTMLElement} */
const button = (words, click) =>
  h("button", { type: "button", class: "button button-quiet", on: { click } }, words);

/** @type {(candidate: Api.RollCandidate) => Answer} */
const sameAs = ({ entryId, line }) => (entryId ? { choice: "same", entryId } : { choice: "same", ofLine: line });

/** @type {(answer: Answer) => string} */
const valueOf = ({ choice, entryId, ofLine }) => [choice, entryId ?? ofLine].filter(Boolean).join(" ");

/** How many cells are wrong that a line can do without.
 *  @type {(report?: Api.RollReport) => number} */
const faultyCells = (report) => (report?.lines ?? []).flatMap(({ outcome, errors = [] }) =>
  (outcome === "refused" ? errors : [])).filter(({ field }) => SPARED.includes(field)).length;

/** What the button for all questions says, "" if it would answer none.
 *  @type {(waiting: Api.RollLine[], faulty: number) => string} */
function wordsForAll(waiting, faulty) {
  const plain = waiting.filter(plainAnswer);
  const totals = plain.filter(({ question }) => question === "total").length;
  const parts = [plain.length > totals && t("roll.ask.all.same"), totals > 0 && t("roll.ask.all.totals", { n: totals }),
    faulty > 0 && t("roll.ask.all.faults", { n: faulty })].filter((part) => part !== false);
  return parts.join(" · ");
}

/** @type {(node: HTMLElement | undefined, value: string) => void} */
function check(node, value) {
  for (const radio of node?.querySelectorAll("input") ?? []) radio.checked = radio.value === value;
}

/** @type {(line: Api.RollLine, plan: ImportPlan) => HTMLElement} */
function ask(line, plan) {
  const { candidates = [], question, fullName } = line;
  const name = uniqueId("question");
  /** @type {(answer: Answer, words: string) => HTMLElement} */
  const option = (answer, words) => {
    const id = uniqueId(name);
    return h("div", { class: "choice" },
      h("input", { type: "radio", id, name, value: valueOf(answer),
        on: { change: () => plan.answer([[line.line, answer]]) } }),
      h("label", { for: id }, words));
  };
  if (question === "total") return h("fieldset", { class: "question" },
    h("legend", {}, t("roll.ask.total", { line: line.line })),
    h("p", { class: "question-cells" }, [fullName, ...Object.values(line.values ?? {})].filter(Boolean).map(isolated)
      .join(" · ")),
    h("div", { class: "choices" },
      option({ choice: "skip" }, t("roll.ask.skip")), option({ choice: "person" }, t("roll.ask.person"))));
  return h("fieldset", { class: "question" },
    h("legend", {}, t("roll.ask.perhaps", { line: line.line, name: fullName })),
    comparison(line),
    h("div", { class: "choices" },
      candidates.map((candidate) => option(sameAs(candidate), candidates.length === 1 ? t("roll.ask.same")
        : t("roll.ask.sameAs", { who: placeOf(candidate) }))),
      option({ choice: "another" }, t("roll.ask.another")), option({ choice: "skip" }, t("roll.ask.skip"))));
}

/** @type {(candidate: Api.RollCandidate) => string} */
const placeOf = ({ entryId, line, fullName, member }) => (entryId
  ? t("roll.ask.onRoll", { name: member ? `${isolated(fullName)}, ${member}` : fullName })
  : t("roll.ask.inLine", { n: line ?? 0 }));

/** What a line and its candidates say, side by side.
 *  @type {(line: Api.RollLine) => HTMLElement} */
function comparison({ line, fullName, values = {}, candidates = [] }) {
  /** @type {Record<string, string>[]} */
  const people = [{ ...values, fullName }, ...candidates.map((candidate) => ({ ...candidate }))]
    .map((person) => /** @type {Record<string, string>} */ (person));
  const heads = [t("roll.ask.inLine", { n: line }), ...candidates.map((candidate) =>
    candidates.length === 1 && candidate.entryId ? t("roll.ask.roll") : placeOf(candidate))];
  const facts = FACTS.filter((fact) => people.some((person) => person[fact]));
  return h("div", { class: "table-frame" }, h("table", { class: "table compare" },
    h("thead", {}, h("tr", {}, h("td", {}), heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, facts.map((fact) => {
      const shared = candidates.some(({ shares }) => shares.includes(fact));
      const differs = !shared && fact === "dateOfBirth" && people.every((person) => person[fact]);
      return h("tr", { class: shared && "compare-shared" },
        h("th", { scope: "row" }, t(`roll.field.${fact}`),
          shared && h("span", { class: "compare-same" }, t("roll.ask.shared")),
          differs && h("span", { class: "compare-differs" }, t("roll.ask.differs"))),
        people.map((person) => h("td", {}, factWords(fact, person[fact]))));
    }))));
}

/** A fact as people write it.
 *  @type {(fact: string, value?: string) => string} */
export function factWords(fact, value = "") {
  if (value === "") return "–";
  return fact === "dateOfBirth" && /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value;
}
