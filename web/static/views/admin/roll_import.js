// Importing the electoral roll from a table. The file is read as soon as it is chosen, and again after every answer;
// nothing is stored until the administrator says so.

import { ApiError, codeOf, fieldErrors, formOf, get, upload } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { areaField } from "../../lib/fields.js";
import { bytes } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { filePicker } from "../../lib/pick.js";
import { said } from "../../lib/said.js";
import { explain, notice } from "../../lib/states.js";
import { page } from "./frame.js";
import { oneOfForm } from "./roll_one_of.js";
import { importPlan } from "./roll_plan.js";
import { questionSection } from "./roll_questions.js";
import { readingForm } from "./roll_reading.js";
import { imported, importBar, preview } from "./roll_report.js";
import { slipsOut, slipsWarning } from "./slips_out.js";

const MOST = 4 << 20; // bytes that the server takes
const PAUSE = 300; // milliseconds after the last answer until the file is read again
const NOT_TAKEN = ["roll_refused", "roll_undecided", "roll_misplaced"]; // what a dry run would have shown
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The choice of a file, and below it what comes of it.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function importView(signal, info) {
  const outcome = h("div", { class: "import-outcome" });
  const panel = h("section", { class: "panel" });
  const groups = await get("/api/admin/roll/groups", signal);
  const districts = { known: groups.items.map(({ name }) => name), oneOf: new Set() };
  const chosen = chooser((file) => {
    const reading = readFile(file, districts, signal, (report) => {
      panel.hidden = true;
      refill(outcome, imported(report));
      outcome.querySelector("h2")?.focus();
    });
    refill(outcome, reading);
  });
  panel.append(...chosen);
  return page({
    info, section: "roll", trail: [{ label: t("roll.title"), to: "roll" }], title: t("roll.import.title"),
    lead: t("roll.import.lead"),
  }, slipsWarning(await slipsOut(signal)), panel, outcome);
}

/** The places for a file and for cells that are pasted.
 *  @type {(take: (file: File) => void) => HTMLElement[]} */
function chooser(take) {
  const status = h("p", { class: "file-chosen", hidden: true });
  const problem = h("div", { role: "alert" });
  /** @type {(file: File) => void} */
  const check = (file) => {
    if (file.size > MOST)
      return refill(problem, notice("problem", h("p", {}, t("roll.import.tooLarge", { size: bytes(MOST) }))));
    problem.replaceChildren();
    status.textContent = t("roll.import.file", { name: file.name, size: bytes(file.size) });
    status.hidden = false;
    zone.setLabel(t("roll.import.choose.other"));
    take(file);
  };
  const zone = filePicker({
    label: t("roll.import.choose"), accept: `.xlsx,.csv,.tsv,.txt,text/csv,${XLSX}`,
    content: h("p", {}, t("roll.import.drop")), onFiles: ([picked]) => check(picked),
  });
  const pasted = areaField({ name: "pasted", label: t("roll.import.paste.label"), hint: t("roll.import.paste.hint"),
    rows: "6", missing: " " });
  const read = () => pasted.value() && check(new File([pasted.value()], t("roll.import.paste.name")));
  const paste = h("details", { class: "about" }, h("summary", {}, t("roll.import.paste")), pasted.node,
    h("p", { class: "actions" }, h("button", { type: "button", class: "button button-quiet", on: { click: read } },
      t("roll.import.paste.read"))));
  return [zone, status, paste, problem];
}

/** What comes of a file: the questions that it raises, how its columns are read, and what would change. known are the
 *  groups of the roll, and oneOf those of which each person is in exactly one.
 *  @type {(file: File, districts: { known: string[], oneOf: Set<string> }, signal: AbortSignal,
 *   done: (report: Api.RollReport) => void) => HTMLElement[]} */
function readFile(file, { known, oneOf }, signal, done) {
  const plan = importPlan(changed, oneOf);
  const problem = h("div", { role: "alert" });
  const status = h("p", { class: "muted" });
  const heading = h("h2", { tabindex: "-1" }, t("roll.import.report"));
  const questions = questionSection(plan);
  const reading = readingForm(plan);
  const placed = oneOfForm(plan, known);
  const result = preview(plan, () => reading.askForDates());
  const bar = importBar(plan, () => send(false));
  const body = h("div", { hidden: true }, questions.node, reading.node, placed.node, result.node, bar.node);
  let asking = new AbortController();
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  signal.addEventListener("abort", () => clearTimeout(timer));

  function changed(wait = PAUSE) {
    asking.abort();
    bar.tell();
    clearTimeout(timer);
    timer = setTimeout(() => send(true), wait);
  }

  /** @type {(dryRun: boolean) => Promise<void>} */
  async function send(dryRun) {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    const mine = AbortSignal.any([signal, asking.signal]);
    const first = body.hidden;
    status.textContent = t(dryRun ? "roll.import.checking" : "roll.import.importing");
    if (first || !dryRun) announce(status.textContent);
    const sent = plan.sent();
    try {
      const report = await upload(`/api/admin/roll?${plan.query(dryRun)}`,
        formOf(await contentOf(file), "file", { plan: JSON.stringify(sent.body) }), { signal: mine });
      if (mine.aborted) return;
      problem.replaceChildren();
      if (report.imported) return done(report);
      body.hidden = false;
      plan.read(report, sent.answers);
      for (const part of [questions, reading, placed, result]) part.show(report);
      bar.tell();
      if (first) heading.focus();
    } catch (error) {
      if (mine.aborted) return;
      // The roll has changed since the file was read: show what is wrong now.
      if (!dryRun && NOT_TAKEN.includes(codeOf(error))) return await send(true);
      refill(problem, refusalOf(error));
    } finally {
      if (!mine.aborted) status.textContent = "";
    }
  }

  send(true);
  return [heading, status, problem, body];
}

/** @type {(error: unknown) => HTMLElement} */
function refusalOf(error) {
  const faults = fieldErrors(error);
  if (faults.length > 0)
    return notice("problem", h("p", {}, t("roll.import.refused")), faults.map((fault) => h("p", {}, said(fault))));
  return notice("problem", h("p", {}, error instanceof ApiError ? explain(error) : t("roll.import.changed")));
}

// The file is read again, so that people who have corrected it need not choose it again.
/** @type {(file: File) => Promise<Blob>} */
const contentOf = async (file) => new Blob([await file.arrayBuffer()]);
