// The model on the stage in the room around an iPhone or iPad, which shows USDZ files there. The server makes one when
// people ask for it.

import { formOf, upload } from "../../lib/api.js";
import { whileBusy } from "../../lib/busy.js";
import { announce, h, refill } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { follow } from "./follow.js";
import { problemWords } from "./words.js";

const OTHERWISE = "/shard.svg"; // the picture of a model without one
const MOST = "200000"; // facets that USDZ takes; models of more get as many
const OF_GLTF = ["level", "normals"]; // options that USDZ does not take

/** @import { Job } from "./job.js" */

/** Whether this device shows USDZ files in the room.
 *  @type {() => boolean} */
export const showsRooms = () => h("a").relList.supports("ar") || /iPhone|iPad/.test(navigator.userAgent);

/**
 * A button that has the file made, and becomes the link to it. It needs the file of the job. `signal`
 * ends the wait when the stage shows something else.
 * @type {(job: Job, result: Api.Conversion, signal: AbortSignal) => HTMLElement}
 */
export function roomOf(job, result, signal) {
  const problem = h("div", { class: "download-problem", role: "alert" });
  const button = h("button", { type: "button", class: "button button-quiet", on: { click: make } }, t("convert.room"));
  const node = h("div", { class: "download" }, button, problem);

  async function make() {
    problem.replaceChildren();
    try {
      const url = await whileBusy(button, () => converted(job, signal), t("convert.room.making"));
      // Safari opens the room for a link whose only element is a picture.
      const link = h("a", { class: "button button-quiet room", rel: "ar", href: url },
        h("img", { src: result.thumbnail_url ?? OTHERWISE, alt: "", width: "28", height: "28" }),
        t("convert.room.open"));
      node.replaceChildren(link);
      link.focus();
      announce(t("convert.room.open"));
    } catch (error) {
      if (signal.aborted) return;
      refill(problem, problemWords(error));
      button.focus();
    }
  }
  return node;
}

// Converts the file of a job once more, and answers where the USDZ file is.
/** @type {(job: Job, signal: AbortSignal) => Promise<string>} */
async function converted({ file, options, own }, signal) {
  if (!file) throw new Error("the file is gone");
  const fields = Object.entries({ ...options, ...own, facets: own.facets || MOST, as: "usdz", report: "0" })
    .filter(([name, value]) => value && !OF_GLTF.includes(name));
  const accepted = await upload("/api/convert?async=1", formOf(file, "file", Object.fromEntries(fields)), { signal });
  return (await follow(accepted, () => {}, signal)).download_url;
}
