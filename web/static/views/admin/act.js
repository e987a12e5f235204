// Buttons that ask the server for something, and say what went wrong.

import { download } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { explain, notice } from "../../lib/states.js";

/** A button that saves a table of the server as CSV, beside a place for what goes wrong.
 *  @type {(path: string, filename: string) => Child[]} */
export function exportButton(path, filename) {
  const problem = h("span", { class: "field-error", role: "alert" });
  const save = async () => {
    problem.textContent = "";
    try {
      await download(path, filename);
    } catch (error) {
      problem.textContent = explain(error);
    }
  };
  return [h("button", { type: "button", class: "button button-quiet", on: { click: save } }, t("roll.export")),
    problem];
}

/** The button, below a place for what goes wrong. While it works, it says `busy`.
 *  @type {(options: { label: string, busy: string, kind?: string,
 *   act: () => Promise<unknown> }) => Child[]} */
export function actButton({ label, busy, kind = "", act }) {
  const problem = h("div", { role: "alert" });
  const click = async () => {
    button.disabled = true;
    button.textContent = busy;
    announce(busy);
    problem.replaceChildren();
    try {
      await act();
    } catch (error) {
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
    } finally {
      button.disabled = false;
      button.textContent = label;
    }
  };
  const button = h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);
  return [problem, button];
}
