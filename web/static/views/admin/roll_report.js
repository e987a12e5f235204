// What an import of the electoral roll would do, or has done.
//
// keys: roll.field.* roll.import.outcome.* roll.import.group.*

import { h, hiddenText, refill, uniqueId } from "../../lib/dom.js";
import { has, t } from "../../lib/i18n.js";
import { said } from "../../lib/said.js";
import { notice } from "../../lib/states.js";
import { cell, row, rows, table, title } from "./card_table.js";
import { keptWords } from "./proxies.js";
import { isBroken } from "./roll_one_of.js";
import { factWords } from "./roll_questions.js";
import { undoButton } from "./roll_undo.js";

const SHOWN = 100; // lines of a group that are shown at once
const FEW = 25; // lines that need no search

/** @typedef {import("./roll_plan.js").ImportPlan} ImportPlan */

const OUTCOMES = /** @type {const} */ (["added", "updated", "unchanged", "refused", "leftOut", "removed"]);

/** The groups of lines, the faulty ones first. What does not change is folded. */
const GROUPS = /** @type {const} */ (["refused", "updated", "added", "leftOut", "unchanged"]);

/** @type {(plan: ImportPlan, order: () => void) =>
 *   { node: HTMLElement, show(report: Api.RollReport): void }} */
export function preview(plan, order) {
  const numbers = h("div", {});
  const repaired = h("div", {});
  const lists = h("div", {});
  const missing = h("div", {});
  const input = h("input", { class: "input", type: "search", id: uniqueId("lines"), autocomplete: "off",
    spellcheck: "false", on: { input: () => list() } });
  const search = h("div", { class: "search" }, h("label", { for: input.id }, t("roll.import.search")), input);
  const node = h("section", {}, h("h3", {}, t("roll.import.preview")), numbers, repaired, search, lists, missing);
  const list = () => {
    const words = input.value.trim().toLowerCase();
    const lines = (plan.report()?.lines ?? []).filter(({ fullName, member = "" }) =>
      `${fullName} ${member}`.toLowerCase().includes(words));
    const opened = new Set([...lists.querySelectorAll("details")].filter((group) => group.open)
      .map(({ dataset }) => dataset.outcome));
    refill(lists, GROUPS.map((outcome) => lineGroup(outcome, lines.filter((line) => line.outcome === outcome), plan, {
      order, open: opened.has(outcome),
    })));
  };
  return {
    node,
    show(report) {
      refill(numbers, totals(report), newGroups(report), kept(report));
      refill(repaired, report.repaired > 0 && notice("info", h("p", {}, t("roll.import.repaired",
        { n: report.repaired }))));
      search.hidden = report.lines.length <= FEW;
      list();
      refill(missing, report.missing.length > 0 && missingSection(report.missing, plan));
    },
  };
}

/** The button that imports, with the reason why it waits. tell() brings it up to date.
 *  @type {(plan: ImportPlan, go: () => Promise<void>) => { node: HTMLElement, tell(): void }} */
export function importBar(plan, go) {
  const reason = h("p", { class: "import-reason", id: uniqueId("reason"), role: "status" });
  const button = h("button", { type: "button", class: "button", "aria-describedby": reason.id,
    on: { click: async () => {
      button.disabled = true;
      await go();
      tell();
    } } }, t("roll.import.go"));
  function tell() {
    const { words, waits } = stateOf(plan);
    button.disabled = waits;
    if (reason.textContent !== words) reason.textContent = words;
  }
  return { node: h("div", { class: "import-bar" }, button, reason), tell };
}

/** Why an import waits, or what it does.
 *  @type {(plan: ImportPlan) => { words: string, waits: boolean }} */
function stateOf(plan) {
  const report = plan.report();
  const waiting = plan.waiting().length;
  const refused = report?.lines.filter(({ line, outcome }) => outcome === "refused" && !plan.answers.has(line)).length;
  if (!report) return { words: "", waits: true };
  if (waiting > 0) return { words: t("roll.import.waiting", { n: waiting }), waits: true };
  if (refused) return { words: t("roll.import.allOrNothing", { n: refused }), waits: true };
  if (isBroken(report)) return { words: t("roll.import.oneOf.waits"), waits: true };
  if (!report.columns.some(({ field = "" }) => ["fullName", "firstName", "lastName"].includes(field ?? "")))
    return { words: t("roll.import.noName"), waits: true };
  const changes = report.added + report.updated + report.removed + report.asked + plan.leaving.size;
  if (changes === 0 && report.refused === 0)
    return { words: t(report.unchanged > 0 ? "roll.import.nothing" : "roll.import.ready"), waits: true };
  return { words: t("roll.import.ready"), waits: false };
}

/** What the import has done, and what comes next.
 *  @type {(report: Api.RollReport) => HTMLElement} */
export const imported = (report) => h("section", {},
  h("h2", { tabindex: "-1" }, t("roll.import.done")),
  totals(report),
  kept(report),
  h("p", {}, t("roll.import.done.next")),
  h("p", { class: "actions" },
    h("a", { class: "button", href: "#roll/slips" }, t("roll.slips")),
    h("a", { class: "button button-quiet", href: "#roll" }, t("roll.import.toRoll")),
    undoButton({ id: report.importId ?? "", added: report.added, updated: report.updated, removed: report.removed },
      "button button-quiet")));

/** @type {(report: Api.RollReport) => Child} */
const newGroups = ({ newGroups: made = [] }) => made.length > 0 && notice("info",
  h("p", {}, t("roll.import.newGroups")),
  h("ul", {}, made.map(({ name, people }) => h("li", {}, t("roll.import.newGroup", { name, n: people })))));

/** @type {(report: Api.RollReport) => Child} */
const kept = (report) => report.keptBy && notice("info", h("p", {}, keptWords(report)));

/** @type {(report: Api.RollReport) => HTMLElement} */
const totals = (report) => h("ul", { class: "totals" }, OUTCOMES.filter((kind) => report[kind] > 0).map((kind) =>
  h("li", {}, h("strong", {}, t("roll.import.number", { n: report[kind] })), " ",
    t(`roll.import.outcome.${kind}`, { n: report[kind] }))));

/** @type {(field: string) => string} */
const fieldWords = (field) => (has(`roll.field.${field}`) ? t(/** @type {MessageKey} */ (`roll.field.${field}`)) :
   field);

/** @typedef {typeof GROUPS[number]} Group */

/** @type {(outcome: Group, lines: Api.RollLine[], plan: ImportPlan,
 *   how: { order: () => void, open: boolean }) => Child} */
function lineGroup(outcome, lines, plan, { order, open }) {
  if (lines.length === 0) return null;
  const heading = t(`roll.import.group.${outcome}`, { n: lines.length });
  const content = () => [
    outcome === "refused" && refusedHelp(lines, plan, order),
    lineTable(heading, outcome, lines.slice(0, SHOWN), plan),
    lines.length > SHOWN && h("p", { class: "muted" }, t("roll.import.rest", { n: lines.length - SHOWN })),
  ];
  if (outcome !== "unchanged" && outcome !== "leftOut")
    return h("section", { class: "line-group" }, h("h4", { tabindex: "-1" }, heading), content());
  const body = h("div", {}, open && content());
  const node = h("details", { class: "line-group about", open, on: { toggle: () => {
    if (node.open && !body.hasChildNodes()) refill(body, content());
  } } }, h("summary", {}, heading), body);
  node.dataset.outcome = outcome;
  return node;
}

/** @type {(lines: Api.RollLine[], plan: ImportPlan, order: () => void) => Child} */
function refusedHelp(lines, plan, order) {
  const unclear = lines.flatMap(({ errors = [] }) => errors).find(({ params }) => params?.option === "dates");
  const leave = () => plan.answer(lines.map(({ line }) => [line, { choice: "skip" }]));
  return [
    unclear && h("p", {}, said(unclear)),
    h("p", { class: "actions" },
      unclear && h("button", { type: "button", class: "button button-quiet", on: { click: order } },
        t("roll.import.dates.choose")),
      h("button", { type: "button", class: "button button-quiet", on: { click: leave } },
        t("roll.import.leaveOut.all", { n: lines.length }))),
  ];
}

/** @type {(label: string, outcome: Group, lines: Api.RollLine[], plan: ImportPlan) => HTMLElement} */
function lineTable(label, outcome, lines, plan) {
  const described = outcome === "refused" ? "roll.import.head.problem"
    : outcome === "updated" ? "roll.import.head.changes" : "roll.import.head.facts";
  return table(label, [t("roll.import.head.name"), t("roll.import.head.line"), t(described),
    { words: hiddenText(t("roll.import.leaveOut")) }],
    rows(lines.map((line) => row([
      title(line.fullName || "–"),
      cell(t("roll.import.head.line"), line.line),
      cell(t(described), detailsOf(line),
        [line.otherName && t("roll.import.otherName"), line.registered && t("roll.import.registered")].map((remark) =>
          remark && h("span", { class: "remark muted" }, remark))),
      cell("", outcome !== "unchanged" && leaveOut(line, plan)),
    ], outcome === "refused" ? "row-bad" : undefined))));
}

// A line that is left out can be taken in again.
/** @type {(line: Api.RollLine, plan: ImportPlan) => HTMLElement} */
function leaveOut({ line, outcome, fullName }, plan) {
  const out = outcome === "leftOut";
  return h("button", { type: "button", class: "plain",
    on: { click: () => plan.answer([[line, out ? undefined : { choice: "skip" }]]) } },
  t(out ? "roll.import.takeIn" : "roll.import.leaveOut"), hiddenText(` ${fullName}`));
}

/** What is wrong with a line, what it changes, or else what it says.
 *  @type {(line: Api.RollLine) => Child} */
function detailsOf({ outcome, errors = [], changes = [], values = {} }) {
  if (outcome === "refused") return errors.map((error) => h("span", { class: "remark" },
    h("span", { class: "fact-name" }, fieldWords(error.field)), " ",
    values[error.field] && h("q", { class: "cell-text" }, values[error.field]), " ", said(error)));
  if (outcome === "updated") return changes.map(({ field, old, new: now }) => h("span", { class: "remark" },
    h("span", { class: "fact-name" }, fieldWords(field)), " ",
    hiddenText(`${t("roll.import.before")} `), h("del", {}, factWords(field, old)),
    " ", h("span", { class: "arrow", "aria-hidden": "true" }, "→"), " ", hiddenText(` ${t("roll.import.after")} `),
    h("ins", {}, factWords(field, now))));
  return Object.entries(values).map(([field, value]) => h("span", { class: "fact" },
    h("span", { class: "fact-name" }, fieldWords(field)), " ", factWords(field, value)));
}

/** The people of the roll who are not in the file, each with a tick to remove.
 *  @type {(missing: Api.RollMissing[], plan: ImportPlan) => HTMLElement} */
function missingSection(missing, plan) {
  const boxes = missing.slice(0, SHOWN).map(({ entryId, fullName, member, email }) => {
    const id = uniqueId("missing");
    const box = h("input", { type: "checkbox", id, checked: plan.leaving.has(entryId),
      on: { change: ({ currentTarget }) => plan.leave([entryId], currentTarget.checked) } });
    return { box, node: h("div", { class: "field check" }, box, h("div", {}, h("label", { for: id }, fullName),
      h("p", { class: "hint" }, [member, email].filter(Boolean).join(" · ")))) };
  });
  const all = () => {
    const leave = plan.leaving.size < missing.length;
    for (const { box } of boxes) box.checked = leave;
    plan.leave(missing.map(({ entryId }) => entryId), leave);
  };
  return h("fieldset", { class: "missing" },
    h("legend", {}, t("roll.import.missing", { n: missing.length })),
    h("p", { class: "hint" }, t("roll.import.missing.lead")),
    missing.length > 1 && h("p", {}, h("button", { type: "button", class: "plain", on: { click: all } },
      t("roll.import.missing.all"))),
    h("div", { class: "missing-list" }, boxes.map(({ node }) => node)),
    missing.length > SHOWN && h("p", { class: "muted" }, t("roll.import.missing.rest", { n: missing.length - SHOWN })));
}
