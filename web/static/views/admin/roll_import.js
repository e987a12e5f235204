// Importing the electoral roll from a table. The file is first checked line by line; nothing is
// stored until the administrator says so.
//
// keys: admin.import.outcome.* admin.import.field.*

import { ApiError, codeOf, fieldErrors, save, upload } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { checkField } from "../../lib/fields.js";
import { bytes } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { filePicker } from "../../lib/pick.js";
import { said } from "../../lib/said.js";
import { explain, notice } from "../../lib/states.js";
import { page } from "./frame.js";
import { printButton, slips } from "./slips.js";

const MOST = 4 << 20; // bytes that the server takes
const SHOWN = 200; // lines of a report that are shown at once

const SAMPLE = "full_name,date_of_birth,national_id,member,weight,proxy_for\nAda Okafor,1984-03-17,AB 123 456-C,M-0001,1,M-0002; M-0003\nBen Lind,,,M-0002,1,\nCleo Haddad,,,M-0003,3,\n";

/** The choice of a file, and the result of the check or the import.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function importView(signal, info) {
  const outcome = h("div", { class: "import-outcome" });
  const title = t("admin.import.title");
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({
    info, section: "roll", trail: [{ label: t("admin.roll.title"), to: "roll" }], title, lead: t("admin.import.lead"),
  }, content);
  return frame(
    h("section", { class: "panel" }, columns(), chooser(info, outcome, signal)), outcome);
}

function columns() {
  /** @type {(name: string, words: string) => HTMLElement} */
  const column = (name, words) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, name)), h("td", {}, words));
  return h("details", { class: "about" },
    h("summary", {}, t("admin.import.columns")),
    h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": t("admin.import.columns") },
      h("table", { class: "table" },
        h("tbody", {},
          column("full_name", t("admin.import.column.name")),
          column("date_of_birth", t("admin.import.column.birth")),
          column("national_id", t("admin.import.column.nationalId")),
          column("voter_id", t("admin.import.column.voterId")),
          column("member", t("admin.import.column.member")),
          column("weight", t("admin.import.column.weight")),
          column("proxy_for", t("admin.import.column.proxyFor"))))),
    h("p", {}, h("button", { type: "button", class: "plain", on: { click: () => save("electoral-roll-sample.csv", SAMPLE, "text/csv") } },
      t("admin.import.sample"))));
}

/** @type {(info: Api.Info, outcome: HTMLElement, signal: AbortSignal) => Child} */
function chooser(info, outcome, signal) {
  const chosen = h("p", { class: "muted" }, t("admin.import.noFile"));
  const error = h("p", { class: "field-error", role: "alert" });
  const keys = checkField({ name: "memberKeys", label: t("admin.import.keys"), hint: t("admin.import.keys.hint") });
  const check = h("button", { type: "button", class: "button", disabled: true, on: { click: () => run(true) } }, t("admin.import.check"));
  const zone = filePicker({
    label: t("admin.import.choose"), accept: ".csv,.tsv,.txt,text/csv", content: h("p", {}, t("admin.import.drop")),
    onFiles: ([picked]) => take(picked),
  });
  /** @type {File | null} */
  let file = null;

  /** @type {(next: File) => void} */
  function take(next) {
    error.textContent = next.size > MOST ? t("admin.import.tooLarge", { size: bytes(MOST) }) : "";
    file = error.textContent ? null : next;
    check.disabled = !file;
    outcome.replaceChildren();
    chosen.textContent = file ? t("admin.import.file", { name: file.name, size: bytes(file.size) }) : t("admin.import.noFile");
    announce(chosen.textContent);
  }

  /** @type {(dryRun: boolean, button?: HTMLButtonElement) => Promise<void>} */
  async function run(dryRun, button = check) {
    if (!file) return;
    const label = button.textContent;
    button.disabled = true;
    button.textContent = t(dryRun ? "admin.import.checking" : "admin.import.importing");
    announce(button.textContent);
    error.textContent = "";
    const query = new URLSearchParams({ dryRun: String(dryRun), memberKeys: String(keys.value()) });
    try {
      // The file is read again, so that people who have corrected it need not choose it again.
      const answer = await upload(`/api/admin/roll?${query}`, new Blob([await file.arrayBuffer()], { type: "text/csv" }), { signal });
      await show(answer);
    } catch (problem) {
      if (signal.aborted) return;
      // The roll has changed since the file was checked: show what is wrong now.
      if (codeOf(problem) === "roll_refused") return await run(true);
      const own = fieldErrors(problem).map((fault) => t("admin.import.refused", { message: said(fault) }));
      error.textContent = own.length > 0 ? own.join(" ") : problem instanceof ApiError ? explain(problem) : t("admin.import.changed");
    } finally {
      button.disabled = false;
      button.textContent = label;
    }
  }

  /** @type {(answer: Api.RollReport) => Promise<void>} */
  async function show(answer) {
    const node = answer.imported ? await imported(info, answer, signal) : report(answer, (button) => run(false, button));
    outcome.replaceChildren(node);
    node.querySelector("h2")?.focus();
  }

  // With another choice, the check before says nothing.
  keys.input.addEventListener("change", () => outcome.replaceChildren());
  return [zone, chosen, info.identity.memberKeys && keys.node, error, h("p", { class: "actions" }, check)];
}

/** @type {(words: string) => HTMLElement} */
const heading = (words) => h("h2", { tabindex: "-1" }, words);

const OUTCOMES = /** @type {const} */ (["added", "updated", "unchanged", "refused"]);

/** @type {(answer: Api.RollReport) => HTMLElement} */
const totals = (answer) => h("ul", { class: "totals" }, OUTCOMES.map((kind) =>
  h("li", {}, h("strong", {}, t("admin.import.number", { n: answer[kind] })), " ", t(`admin.import.outcome.${kind}`))));

// What the import would do, with the faulty lines first.
/** @type {(answer: Api.RollReport, go: (button: HTMLButtonElement) => void) => HTMLElement} */
function report(answer, go) {
  const lines = answer.lines.toSorted((a, b) => (a.errors ? 0 : 1) - (b.errors ? 0 : 1) || a.line - b.line);
  const importing = answer.added + answer.updated;
  const button = h("button", {
    type: "button", class: "button", on: { click: ({ currentTarget }) => go(currentTarget) },
  }, t("admin.import.go", { n: importing }));
  return h("section", {},
    heading(t(answer.refused > 0 ? "admin.import.report.bad" : "admin.import.report.good")),
    totals(answer),
    answer.refused > 0
      ? notice("problem", h("p", {}, t("admin.import.allOrNothing", { n: answer.refused })))
      : importing === 0
        ? notice("info", h("p", {}, t("admin.import.nothing")))
        : [h("p", {}, t("admin.import.ready")), h("p", { class: "actions" }, button)],
    table(lines));
}

/** @type {(lines: Api.RollLine[]) => Child} */
function table(lines) {
  const shown = lines.slice(0, SHOWN);
  return [
    h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": t("admin.import.table") },
      h("table", { class: "table" },
        h("thead", {}, h("tr", {}, /** @type {const} */ (["line", "name", "outcome", "remark"]).map((head) =>
          h("th", { scope: "col" }, t(`admin.import.head.${head}`))))),
        h("tbody", {}, shown.map(tableRow)))),
    lines.length > SHOWN && h("p", { class: "muted" }, t("admin.import.rest", { n: lines.length - SHOWN })),
  ];
}

// keys: admin.import.head.*
/** @type {(line: Api.RollLine) => HTMLElement} */
function tableRow({ line, fullName, outcome, registered, otherName, errors = [] }) {
  /** @type {(key: string, otherwise: string) => string} */
  const words = (key, otherwise) => (has(key) ? t(key) : otherwise);
  const remarks = [
    ...errors.map((error) => t("admin.import.problem", { field: words(`admin.import.field.${error.field}`, error.field), message: said(error) })),
    otherName && t("admin.import.otherName"),
    registered && t("admin.import.registered"),
  ].filter(Boolean);
  return h("tr", { class: errors.length > 0 && "row-bad" },
    h("td", {}, line),
    h("td", {}, fullName),
    h("td", {}, words(`admin.import.outcome.${outcome}`, outcome)),
    h("td", { class: remarks.length > 0 && "remarks" }, remarks.map((remark) => h("p", {}, remark))));
}

// Member keys are shown once, so the browser asks before the page is left.
/** @type {(info: Api.Info, answer: Api.RollReport, signal: AbortSignal) => Promise<HTMLElement>} */
async function imported(info, answer, signal) {
  const people = answer.lines.flatMap(({ fullName, memberKey }) => (memberKey ? [{ fullName, memberKey }] : []));
  if (people.length > 0) {
    /** @type {(event: Event) => void} */
    const guard = (event) => event.preventDefault();
    window.addEventListener("beforeunload", guard);
    signal.addEventListener("abort", () => window.removeEventListener("beforeunload", guard));
  }
  const paper = people.length > 0 && await slips(info, people);
  return h("section", {},
    heading(t("admin.import.done")),
    totals(answer),
    people.length > 0 && [
      notice("info", h("p", {}, t("admin.slips.once"))),
      h("p", { class: "actions" },
        printButton(), h("a", { class: "button button-quiet", href: "#roll" }, t("admin.import.toRoll"))),
      paper],
    people.length === 0 && h("p", { class: "actions" }, h("a", { class: "button", href: "#roll" }, t("admin.import.toRoll"))));
}
