// The form of how a table of the roll is read: the row of its heads, what each column is, and the order of dates.
//
// keys: roll.field.*

import { h, refill } from "../../lib/dom.js";
import { selectField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";

const HEAD_ROWS = 15; // rows among which the heads are looked for

/** What a column can be. */
const FIELDS = /** @type {const} */ ([
  "fullName", "firstName", "lastName", "dateOfBirth", "member", "email", "street", "postcode", "city", "address",
  "language", "nationalId", "voterId", "weight", "groups", "proxyFor", "present", "id",
]);

/** The form of how the columns are read. show() fills it, and askForDates() leads to the order of dates.
 *  @type {(plan: import("./roll_plan.js").ImportPlan) => { node: HTMLElement, show(report: Api.RollReport): void,
 *   askForDates(): void }} */
export function readingForm(plan) {
  const dates = selectField({
    name: "dates", label: t("roll.import.dates"), onChange: plan.orderDates, options: [
      { value: "", label: t("roll.import.dates.none") },
      { value: "dmy", label: t("roll.import.dates.dmy") },
      { value: "mdy", label: t("roll.import.dates.mdy") },
      { value: "ymd", label: t("roll.import.dates.ymd") },
    ],
  });
  const head = h("div", {});
  const columns = h("div", { class: "reading-columns" });
  const node = h("details", { class: "reading", open: true },
    h("summary", {}, h("h3", {}, t("roll.import.mapping"))),
    h("p", { class: "muted" }, t("roll.import.mapping.lead")),
    h("div", { class: "reading-columns" }, head, dates.node),
    columns);
  let shown = "";
  return {
    node,
    show(report) {
      const now = JSON.stringify([report.headRow, report.columns]);
      if (now === shown) return; // what has the focus keeps it
      shown = now;
      const focused = columns.contains(document.activeElement) || head.contains(document.activeElement)
        ? document.activeElement?.getAttribute("name") : null;
      refill(head, headField(report.headRow, plan.moveHeads).node);
      const fields = report.columns.map((column, i) => columnField(column, i, () => {
        const picked = fields.map((field) => field.value());
        plan.assign(picked.map((name, other) => (other !== i && name === picked[i] ? "" : name)));
      }));
      refill(columns, fields.map((field) => field.node));
      /** @type {HTMLElement | null} */
      const again = focused ? node.querySelector(`[name="${focused}"]`) : null;
      again?.focus();
    },
    askForDates() {
      node.setAttribute("open", "");
      dates.focusable.focus();
    },
  };
}

/** @type {(row: number, move: (row: number) => void) => InputField<string, HTMLSelectElement>} */
const headField = (row, move) => selectField({
  name: "headRow", label: t("roll.import.headRow"), value: String(row), onChange: (value) => move(Number(value)),
  options: [
    ...Array.from({ length: Math.max(HEAD_ROWS, row) }, (_, i) =>
      ({ value: String(i + 1), label: t("roll.import.headRow.line", { n: i + 1 }) })),
    { value: "0", label: t("roll.import.headRow.none") },
  ],
});

/** @type {(column: Api.RollColumn, i: number, changed: () => void) => InputField<string, HTMLSelectElement>} */
function columnField({ head, field, sample }, i, changed) {
  const made = selectField({
    name: `column-${i}`, label: head || t("roll.import.column", { n: i + 1 }),
    hint: sample.length > 0 ? sample.join(" · ") : t("roll.import.column.empty"), value: field ?? "", onChange: changed,
    options: [{ value: "", label: t("roll.import.mapping.skipped") },
      ...FIELDS.map((name) => ({ value: name, label: t(`roll.field.${name}`) }))],
  });
  made.node.classList.toggle("reading-skipped", !field);
  return made;
}
