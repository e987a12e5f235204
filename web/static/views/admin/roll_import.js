// Importing the electoral roll from a table. The file is read and shown line by line as soon as it
// is chosen; nothing is stored until the administrator says so.

import { ApiError, codeOf, fieldErrors, upload } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { checkField, choiceField } from "../../lib/fields.js";
import { bytes } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { filePicker } from "../../lib/pick.js";
import { said } from "../../lib/said.js";
import { explain, notice } from "../../lib/states.js";
import { page } from "./frame.js";
import { columnsSection } from "./roll_columns.js";
import { imported, preview } from "./roll_report.js";

const MOST = 4 << 20; // bytes that the server takes
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The choice of a file, and below it what comes of it.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function importView(signal, info) {
  const outcome = h("div", { class: "import-outcome" });
  const columns = columnsSection();
  const panel = h("section", { class: "panel" });
  const show = (/** @type {HTMLElement} */ node, /** @type {boolean} */ done) => {
    panel.hidden = done;
    columns.hidden = true;
    outcome.replaceChildren(node);
    node.querySelector("h2")?.focus();
  };
  panel.append(...chooser(show, () => outcome.replaceChildren(), signal));
  return page({
    info, section: "roll", trail: [{ label: t("roll.title"), to: "roll" }], title: t("roll.import.title"),
    lead: t("roll.import.lead"),
  }, panel, outcome, columns);
}

/** @type {(show: (node: HTMLElement, done: boolean) => void, clear: () => void,
 *   signal: AbortSignal) => HTMLElement[]} */
function chooser(show, clear, signal) {
  const status = h("p", { class: "file-chosen", hidden: true });
  const problem = h("div", { role: "alert" });
  const { dates, skip, again, node: options } = importOptions(() => run(true));
  const zone = filePicker({
    label: t("roll.import.choose"), accept: `.xlsx,.csv,.tsv,.txt,text/csv,${XLSX}`,
    content: h("p", {}, t("roll.import.drop")),
    onFiles: ([picked]) => take(picked),
  });
  /** @type {File | null} */
  let file = null;
  let serial = 0; // of the reading whose outcome is shown

  /** @type {(next: File) => void} */
  function take(next) {
    if (next.size > MOST) return tell(h("p", {}, t("roll.import.tooLarge", { size: bytes(MOST) })));
    file = next;
    status.textContent = t("roll.import.file", { name: next.name, size: bytes(next.size) });
    status.hidden = options.hidden = false;
    zone.setLabel(t("roll.import.choose.other"));
    skip.set(false);
    run(true);
  }

  /** @type {(...content: Child[]) => void} */
  function tell(...content) {
    clear();
    refill(problem, notice("problem", content));
  }

  /** @type {(dryRun: boolean, button?: HTMLButtonElement) => Promise<void>} */
  async function run(dryRun, button = again) {
    if (!file) return;
    const mine = ++serial;
    const label = button.textContent;
    button.disabled = true;
    button.textContent = t(dryRun ? "roll.import.checking" : "roll.import.importing");
    announce(button.textContent);
    try {
      const answer = await upload(`/api/admin/roll?${queryOf(dryRun, dates.value(), skip.value())}`,
        await contentOf(file), { signal });
      if (mine !== serial) return;
      problem.replaceChildren();
      show(answer.imported ? imported(answer)
        : preview(answer, (pressed) => run(false, pressed), () => dates.focusable.focus()), answer.imported);
    } catch (error) {
      if (signal.aborted || mine !== serial) return;
      // The roll has changed since the file was read: show what is wrong now.
      if (codeOf(error) === "roll_refused") return await run(true);
      refuse(error);
    } finally {
      button.disabled = false;
      button.textContent = label;
    }
  }

  /** @type {(error: unknown) => void} */
  function refuse(error) {
    const faults = fieldErrors(error);
    if (faults.length === 0) return tell(
      h("p", {}, error instanceof ApiError ? explain(error) : t("roll.import.changed")));
    const skipThese = () => {
      skip.set(true);
      run(true);
    };
    tell(
      h("p", {}, t("roll.import.refused")),
      faults.map((fault) => h("p", {}, said(fault))),
      faults.some(({ code }) => code === "roll_unknown_columns") &&
        h("p", { class: "actions" }, h("button", { type: "button", class: "button", on: { click: skipThese } },
          t("roll.import.skip.these"))));
  }

  return [zone, status, options, problem];
}

/** @type {(changed: () => void) => { dates: Field<string, string>, skip: ReturnType<typeof
 *   checkField>, again: HTMLButtonElement, node: HTMLElement }} */
function importOptions(changed) {
  const dates = choiceField({
    name: "dates", legend: t("roll.import.dates"), onChange: changed, options: [
      { value: "", label: t("roll.import.dates.none") },
      { value: "dmy", label: t("roll.import.dates.dmy") },
      { value: "mdy", label: t("roll.import.dates.mdy") },
      { value: "ymd", label: t("roll.import.dates.ymd") },
    ],
  });
  const skip = checkField({ name: "skipUnknown", label: t("roll.import.skip") });
  skip.input.addEventListener("change", changed);
  const again = h("button", { type: "button", class: "button button-quiet", on: { click: changed } },
    t("roll.import.again"));
  return { dates, skip, again, node: h("div", { hidden: true }, dates.node, skip.node,
    h("p", { class: "actions" }, again)) };
}

/** @type {(dryRun: boolean, dates: string, skipUnknown: boolean) => URLSearchParams} */
const queryOf = (dryRun, dates, skipUnknown) =>
  new URLSearchParams({ dryRun: String(dryRun), skipUnknown: String(skipUnknown), ...(dates ? { dates } : {}) });

// The file is read again, so that people who have corrected it need not choose it again.
/** @type {(file: File) => Promise<Blob>} */
const contentOf = async (file) =>
  new Blob([await file.arrayBuffer()], { type: /\.xlsx$/i.test(file.name) ? XLSX : "text/csv" });
