// The results of an election, as voters see them.

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { countedContent } from "../voter/results.js";
import { badge, electionTrail, page, standing } from "./frame.js";

/**
 * The results of a counted election, or before the count words that say when there will be results.
 * @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>}
 */
export async function resultsView(signal, info, id) {
  const path = /** @type {const} */ (`/api/admin/elections/${id}`);
  const election = await get(path, signal);
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({
    info, section: "elections", trail: electionTrail(election), title: t("admin.results.title"), beside: badge(election),
  }, content);
  if (standing(election) !== "COUNTED") {
    return frame(notice("info", h("p", {}, t(election.status === "COMPLETED" ? "admin.results.uncounted" : "admin.results.unclosed"))));
  }
  // The words for results are in the voters' part of the catalogue.
  const [results] = await Promise.all([get(`${path}/results`, signal), loadMessages("voter")]);
  return frame(
    h("div", { class: "narrow" },
      h("p", { class: "actions no-print" },
        h("button", { type: "button", class: "button button-quiet", on: { click: () => window.print() } }, t("admin.print"))),
      h("p", { class: "print-only" }, election.title),
      await countedContent(signal, election, results)));
}
