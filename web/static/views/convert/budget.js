// Fewer facets for the model on the stage: a slider, and the file converted again.

import { h, uniqueId } from "../../lib/dom.js";
import { number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

const FEWEST = 200;
const STEPS = 100; // of the slider; from each to the next, facets grow by the same factor

/** @import { Job, OfFile } from "./job.js" */

/** The slider, from few facets to all of the file. There is none for models of few facets, and after a reload, when
 *  the page no longer has the file.
 *  @type {(job: Job, result: Api.Conversion, ofFile: OfFile) => Child} */
export function budget(job, { facets: now, simplified }, ofFile) {
  const all = simplified?.from ?? now;
  if (!job.file || all < 2 * FEWEST) return null;
  const growth = Math.log(all / FEWEST);
  /** @type {(step: number) => number} */
  const facetsAt = (step) =>
    (step === STEPS ? all : Number((FEWEST * Math.exp((growth * step) / STEPS)).toPrecision(2)));
  const id = uniqueId("facets");
  const slider = h("input", { type: "range", class: "slider", id, min: "0", max: String(STEPS), step: "1",
    value: String(now === all ? STEPS : Math.round((STEPS * Math.log(Math.max(now, FEWEST) / FEWEST)) / growth)),
    on: { input: tell } });
  const said = h("output", { for: id });
  const again = h("button", { type: "button", class: "button button-quiet button-small", disabled: true, on: { click() {
    const wanted = facetsAt(slider.valueAsNumber);
    ofFile(job, { facets: wanted === all ? "" : String(wanted) });
  } } }, t("convert.facets.again"));

  function words() {
    const text = t("convert.facets.of", { facets: number(facetsAt(slider.valueAsNumber)), all: number(all) });
    slider.setAttribute("aria-valuetext", text);
    return text;
  }
  function tell() {
    said.textContent = words();
    again.disabled = false;
  }
  said.textContent = words();
  return h("details", { class: "fold" }, h("summary", {}, t("convert.facets.fewer")),
    h("p", { class: "muted" }, t("convert.facets.why")),
    h("p", {}, h("label", { for: id }, t("convert.facets")), slider, said),
    again);
}
