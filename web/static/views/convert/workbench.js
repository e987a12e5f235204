// The page: where files come in, the model and what is known of it, and what the models are for.

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { dropZone } from "./dropzone.js";
import { purposes } from "./purposes.js";
import { createReport } from "./report.js";
import { createShelf } from "./shelf.js";
import { createStage } from "./stage.js";

/** The view of the page.
 *  @type {(signal: AbortSignal) => Promise<HTMLElement>} */
export async function workbenchView(signal) {
  const listing = await get("/api/conversion-methods", signal);
  const stage = createStage();
  const options = purposes(listing, () => shelf.review(), () => shelf.again());
  const report = createReport((job, unit) => {
    options.set({ unit });
    shelf.again(job);
  }, (job, own) => {
    Object.assign(job.own, own);
    shelf.again(job);
  });
  const shelf = createShelf({
    options, limit: listing.max_file_size, changed: fill, leads: stage.lead,
    stage: {
      show(job) {
        stage.show(job);
        report.show(job);
      },
      clear() {
        stage.clear();
        report.clear();
      },
    },
  });
  const zone = dropZone(listing, shelf.status.node, shelf.add);
  const title = h("h1", {}, t("convert.title"));
  const lead = h("p", { class: "lead" }, t("convert.lead"));
  let before = 0;

  // With files, the page is about them and no longer about itself.
  /** @type {(many: number) => void} */
  function fill(many) {
    lead.hidden = many > 0;
    zone.shrink(many > 0);
    if (many === 0 && before > 0) title.focus();
    before = many;
  }

  shelf.restore();
  return h("article", { class: "maker" }, title, lead,
    h("div", { class: "maker-columns" },
      h("div", { class: "maker-main" }, zone.node, shelf.status.news, stage.node, shelf.node),
      h("div", { class: "maker-side" }, report.node, options.node)));
}
