// Buttons that ask the server for something, and say what went wrong.
//
// keys: roll.export.*

import { download } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { explain, tryBusy } from "../../lib/states.js";

/** Buttons that save a table of the server for spreadsheets, beside a place for what goes wrong.
 *  @type {(path: string, name: string) => HTMLElement} */
export function exportButtons(path, name) {
  const problem = h("span", { class: "field-error", role: "alert" });
  /** @type {(format: "xlsx" | "csv") => HTMLElement} */
  const button = (format) => h("button", { type: "button", class: "plain", on: { click: async () => {
    problem.textContent = "";
    try {
      await download(`${path}${path.includes("?") ? "&" : "?"}format=${format}`, `${name}.${format}`);
    } catch (error) {
      problem.textContent = explain(error);
    }
  } } }, t(`roll.export.${format}`));
  return h("p", { class: "exports" }, button("xlsx"), button("csv"),
    h("span", { class: "muted" }, t("roll.export.hint")), problem);
}

/** The button, below a place for what goes wrong. While it works, it says `busy`.
 *  @type {(options: { label: string, busy: string, kind?: string,
 *   act: () => Promise<unknown> }) => Child[]} */
export function actButton({ label, busy, kind = "", act }) {
  const problem = h("div", { role: "alert" });
  const button = h("button", { type: "button", class: `button ${kind}`,
    on: { click: ({ currentTarget }) => tryBusy(currentTarget, problem, act, busy) } }, label);
  return [problem, button];
}
