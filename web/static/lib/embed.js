// What shows a kept model on another site: HTML to copy, and which sites may show it.

import { copyable } from "./copy.js";
import { h } from "./dom.js";
import { list } from "./format.js";
import { rich, t } from "./i18n.js";

/** The page that shows a model alone.
 *  @type {(name: string) => string} */
export const viewOf = (name) => `/view?file=${name}`;

/** The HTML for a model, below what else somebody has to do.
 *  @type {(model: Api.KeptModel, settings: Api.Settings) => Child[]} */
export function embedding({ name, title }, { address, sites }) {
  const settings = h("a", { href: "/admin#settings" }, t("kept.settings"));
  return [
    h("p", {}, t("kept.embed.lead")),
    copyable(`<iframe src="${address || location.origin}${viewOf(name)}" title="${escaped(title)}" loading="lazy" ` +
      'width="640" height="480" style="max-width: 100%"></iframe>', t("kept.embed.name")),
    h("p", { class: "muted" },
      sites.length > 0 ? rich("kept.sites", { sites: list(sites), settings }) : rich("kept.sites.none", { settings })),
  ];
}

/** @type {(text: string) => string} */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
