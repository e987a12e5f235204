// What an import of the electoral roll would do, or has done: the columns as they were read, and a
// remark on every line.
//
// keys: roll.field.* roll.import.outcome.* roll.import.remark.*

import { h } from "../../lib/dom.js";
import { has, t } from "../../lib/i18n.js";
import { said } from "../../lib/said.js";
import { notice } from "../../lib/states.js";
import { cell, row, rows, table, title } from "./card_table.js";

const SHOWN = 200; // lines of a report that are shown at once

const OUTCOMES = /** @type {const} */ (["added", "updated", "unchanged", "refused"]);

/** What the import would do, with the faulty lines first. go(button) imports, and order() goes to the
 *  choice of the order of dates.
 *  @type {(answer: Api.RollReport, go: (button: HTMLButtonElement) => void, order: () => void) =>
 *   HTMLElement} */
export function preview(answer, go, order) {
  const importing = answer.added + answer.updated;
  const button = h("button", {
    type: "button", class: "button", on: { click: ({ currentTarget }) => go(currentTarget) },
  }, t("roll.import.go", { n: importing }));
  const unclear = answer.lines.flatMap(({ errors = [] }) => errors).find(({ params }) => params?.option === "dates");
  return h("section", {},
    heading(t(answer.refused > 0 ? "roll.import.report.bad" : "roll.import.report.good")),
    totals(answer),
    answer.refused > 0
      ? notice("problem", h("p", {}, t("roll.import.allOrNothing", { n: answer.refused })), unclear && [
        h("p", {}, said(unclear)),
        h("p", { class: "actions" }, h("button", { type: "button", class: "button", on: { click: order } },
          t("roll.import.dates.choose"))),
      ])
      : importing === 0
        ? notice("info", h("p", {}, t("roll.import.nothing")))
        : [h("p", {}, t("roll.import.ready")), h("p", { class: "actions" }, button)],
    lineTable(answer.lines.toSorted((a, b) => (a.errors ? 0 : 1) - (b.errors ? 0 : 1) || a.line - b.line)),
    mapping(answer));
}

/** What the import has done, and what comes next.
 *  @type {(answer: Api.RollReport) => HTMLElement} */
export const imported = (answer) => h("section", {},
  heading(t("roll.import.done")),
  totals(answer),
  h("p", {}, t("roll.import.done.next")),
  h("p", { class: "actions" },
    h("a", { class: "button", href: "#roll/slips" }, t("roll.slips")),
    h("a", { class: "button button-quiet", href: "#roll" }, t("roll.import.toRoll"))));

/** @type {(words: string) => HTMLElement} */
const heading = (words) => h("h2", { tabindex: "-1" }, words);

/** @type {(answer: Api.RollReport) => HTMLElement} */
const totals = (answer) => h("ul", { class: "totals" }, OUTCOMES.filter((kind) => answer[kind] > 0).map((kind) =>
  h("li", {}, h("strong", {}, t("roll.import.number", { n: answer[kind] })), " ", t(`roll.import.outcome.${kind}`))));

/** @type {(lines: Api.RollLine[]) => Child} */
const lineTable = (lines) => [
  table(t("roll.import.table"), [t("roll.import.head.name"), t("roll.import.head.line"), t("roll.import.head.outcome"),
    t("roll.import.head.remark")],
    rows(lines.slice(0, SHOWN).map(lineRow))),
  lines.length > SHOWN && h("p", { class: "muted" }, t("roll.import.rest", { n: lines.length - SHOWN })),
];

/** @type {(field: string) => string} */
const fieldWords = (field) => (has(`roll.field.${field}`) ? t(/** @type {MessageKey} */ (`roll.field.${field}`)) :
   field);

/** @type {(line: Api.RollLine) => HTMLElement} */
function lineRow({ line, fullName, outcome, registered, otherName, errors = [] }) {
  const remarks = [
    ...errors.map((error) => t("roll.import.problem", { field: fieldWords(error.field), message: said(error) })),
    errors.length === 0 && t(`roll.import.remark.${outcome}`),
    otherName && t("roll.import.otherName"),
    registered && t("roll.import.registered"),
  ].filter(Boolean);
  return row([
    title(fullName),
    cell(t("roll.import.head.line"), line),
    cell(t("roll.import.head.outcome"), t(`roll.import.outcome.${outcome}`)),
    cell(t("roll.import.head.remark"), remarks.map((remark) => h("span", { class: "remark" }, remark))),
  ], errors.length > 0 ? "row-bad" : undefined);
}

/** @type {(answer: Api.RollReport) => HTMLElement} */
const mapping = ({ columns }) => h("details", { class: "about" },
  h("summary", {}, t("roll.import.mapping")),
  table(t("roll.import.mapping"), [t("roll.import.mapping.head"), t("roll.import.mapping.field")],
    rows(columns.map(({ head, field }) =>
    row([title(head), cell(t("roll.import.mapping.field"),
      field ? fieldWords(field) : t("roll.import.mapping.skipped"))])))));
