// The open edges of a solid, which the server finds in the file, and the button that draws them.

import { formOf, upload } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { millimetresOf } from "./measures.js";
import { problemWords } from "./words.js";

/** @import { Job } from "./job.js" */

/** The button that draws open edges, for a solid that has some. The server has to look for them in
 *  the file, so it is asked only once the button is pressed. After a reload the page has no file.
 *  @type {(mark: (lines: number[][][] | null) => void) => { node: HTMLElement,
 *   show(job: Job, result: Api.Conversion): void, enable(on: boolean): void }} */
export function createEdges(mark) {
  const button = h("button", { type: "button", class: "tool tool-wide tool-open", "aria-pressed": "false",
    on: { click: toggle } },
    t("convert.view.open"));
  const problem = h("div", { class: "download-problem", role: "alert" });
  const node = h("div", { class: "model-edges", hidden: true }, button, problem);
  let giveUp = new AbortController();
  /** @type {(() => Promise<number[][][]>) | null} */
  let find = null;
  /** @type {number[][][] | null} */
  let found = null;

  async function toggle() {
    const on = button.getAttribute("aria-pressed") !== "true";
    const { signal } = giveUp;
    problem.replaceChildren();
    if (!find) return problem.replaceChildren(t("convert.view.noFile"));
    button.setAttribute("aria-pressed", String(on));
    if (!on) return mark(null);
    try {
      button.setAttribute("aria-busy", "true");
      found ??= await find();
      if (signal.aborted) return;
      mark(found);
      announce(t("convert.view.opened", { n: found.length }));
    } catch (error) {
      if (signal.aborted) return;
      button.setAttribute("aria-pressed", "false");
      refill(problem, problemWords(error));
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  return {
    node,
    show({ file, options: { unit } }, { options: { up }, report }) {
      giveUp.abort();
      giveUp = new AbortController();
      const { signal } = giveUp;
      found = null;
      problem.replaceChildren();
      button.setAttribute("aria-pressed", "false");
      node.hidden = !report || report.open_edges === 0;
      find = file && (() => openEdges(file, { unit, up }, signal));
    },
    enable(on) { button.disabled = !on; },
  };
}

/**
 * The open edges of a file, each as its two ends in metres with Y up, as the model has them. `up` is
 * the axis of the file that points up, and `unit` the unit that people chose, if they did.
 * @type {(file: File, options: { unit?: string, up: string }, signal: AbortSignal) =>
 *   Promise<number[][][]>}
 */
async function openEdges(file, { unit, up }, signal) {
  const { report } = await upload("/api/inspect", formOf(file, "file", { ...unit && { unit }, edges: "1" }),
    { signal });
  const metres = millimetresOf(report.unit) / 1000;
  /** @type {(end: number[]) => number[]} */
  const place = ([x, y, z]) => (up === "z" ? [x, z, -y] : [x, y, z]).map((v) => v * metres);
  return (report.edges ?? []).map((ends) => ends.map(place));
}
