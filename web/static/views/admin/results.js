// The results of an election, as voters see them, and the second round that they may need.
//
// keys: admin.results.DRAFT admin.results.ACTIVE admin.results.COMPLETED admin.results.CANCELLED

import { get, post } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { countedContent } from "../voter/results.js";
import { actButton } from "./act.js";
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
    info, section: "elections", trail: electionTrail(election), title: t("admin.results.title"),
    beside: badge(election),
  }, content);
  const at = standing(election);
  if (at !== "COUNTED") return frame(notice("info", h("p", {}, t(`admin.results.${at}`))));
  // The words for results are in the voters' part of the catalogue.
  const [results] = await Promise.all([get(`${path}/results`, signal), loadMessages("voter")]);
  const undecided = results.questions.filter(({ outcome }) => outcome.ending === "no_majority");
  return frame(
    h("div", { class: "narrow" },
      h("p", { class: "actions no-print" },
        h("a", { class: undecided.length > 0 ? "button button-quiet" : "button", href: `#elections/${id}/minutes` },
          t("admin.results.minutes"))),
      undecided.map((question, i) => secondRound(election, question, i === 0)),
      h("p", { class: "print-only" }, election.title),
      await countedContent(signal, election, results)));
}

/** @type {(election: Api.Election, question: Api.QuestionResult, filled: boolean) => HTMLElement} */
function secondRound({ id }, question, filled) {
  return h("section", { class: "panel next no-print" },
    h("h2", {}, t("paper.round", { title: question.title })),
    h("p", {}, t("paper.round.lead")),
    actButton({
      label: t("paper.round.make"), busy: t("paper.round.busy"), kind: filled ? "" : "button-quiet",
      act: async () => {
        const made = await post(`/api/admin/elections/${id}/questions/${question.id}/second-round`, {});
        notify("success", t("paper.round.done"));
        go(`elections/${made.id}`);
      },
    }));
}
