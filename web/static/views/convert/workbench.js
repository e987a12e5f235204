// The page: where files come in, how they are converted, and the result of each.

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { dropZone } from "./dropzone.js";
import { settings } from "./settings.js";
import { createShelf } from "./shelf.js";
import { createStage } from "./stage.js";

/** The view of the page.
 *  @type {(signal: AbortSignal) => Promise<HTMLElement>} */
export async function workbenchView(signal) {
  const listing = await get("/api/conversion-methods", signal);
  const stage = createStage();
  const summary = h("span");
  const options = settings(listing, () => { summary.textContent = options.summary(); });
  summary.textContent = options.summary();
  const title = h("h1", {}, t("convert.title"));
  const shelf = createShelf({ options, stage, limit: listing.max_file_size, whenEmpty: () => title.focus() });

  const toSettings = () => {
    const target = options.node.querySelector("h2");
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
  const now = h("p", { class: "drop-now" }, `${t("convert.settings.now")} `, summary, " ",
    h("button", { type: "button", class: "link", on: { click: toSettings } }, t("convert.settings.change")));

  return h("article", {}, title,
    h("p", { class: "lead" }, t("convert.lead")),
    h("div", { class: "maker" },
      h("div", { class: "maker-main" }, dropZone(listing, now, shelf.add), stage.node, shelf.node),
      options.node));
}
