// What the page of an election says of its printed ballots.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { standing } from "./frame.js";

/** The section of an election that has printed papers; nothing for others.
 *  @type {(election: Api.Election) => Child} */
export function paperSection(election) {
  const { id, settings: { printedPapers }, status } = election;
  const at = standing(election);
  if (printedPapers === 0) return null;
  /** @type {(to: string, words: string) => HTMLElement} */
  const link = (to, words) => h("a", { class: "button button-quiet", href: `#elections/${id}/papers${to}` }, words);
  return h("section", { id: "papers" },
    h("h2", {}, t("paper.urn.title")),
    h("p", { class: "prose" }, t(status === "DRAFT" ? "paper.urn.draft" : "paper.urn.lead", { n: printedPapers })),
    at !== "CANCELLED" && status !== "DRAFT" && h("p", { class: "actions" },
      at === "ACTIVE" && link("/print", t("paper.urn.print")),
      link("", t(at === "ACTIVE" ? "paper.urn.hand" : at === "COMPLETED" ? "paper.urn.enter" : "paper.urn.see"))));
}
