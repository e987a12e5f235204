// The results of an election, as voters see them, and the next round that they may need.
//
// keys: paper.round.tie paper.round.no_majority
// keys: admin.results.DRAFT admin.results.ACTIVE admin.results.COMPLETED admin.results.CANCELLED

import { get, post } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { roundLinks } from "../../lib/rounds.js";
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
  const undecided = results.questions.filter(({ outcome: { ending, tied } }) =>
    (ending === "no_majority" || ending === "tie") && tied.length > 1);
  const goesOn = (election.nextRounds ?? []).length > 0;
  return frame(
    h("div", { class: "narrow" },
      h("p", { class: "actions no-print" },
        h("a", {
          class: undecided.length > 0 && !goesOn ? "button button-quiet" : "button", href: `#elections/${id}/minutes`,
        }, t("admin.results.minutes"))),
      roundLinks(election, (round) => `#elections/${round}`),
      undecided.map((question, i) => nextRound(election, question, i === 0 && !goesOn)),
      h("p", { class: "print-only" }, election.title),
      await countedContent(signal, election, results)));
}

/** Offers to vote again among those who are left, for the seats that are left.
 *  @type {(election: Api.Election, question: Api.QuestionResult, filled: boolean) => HTMLElement} */
function nextRound(election, { id, title, seats, options, outcome }, filled) {
  const names = list(outcome.tied.map((option) => options[option - 1].name));
  const n = seats - outcome.elected.length;
  return h("section", { class: "panel next no-print" },
    h("h2", {}, t("paper.round", { title })),
    h("p", {}, t(`paper.round.${outcome.ending === "tie" ? "tie" : "no_majority"}`, { names, n })),
    h("p", {}, t("paper.round.lead")),
    actButton({
      label: t("paper.round.make", { names }), busy: t("paper.round.busy"), kind: filled ? "" : "button-quiet",
      act: async () => {
        const made = await post(`/api/admin/elections/${election.id}/questions/${id}/second-round`,
          { title: roundTitle(election, title) });
        notify("success", t("paper.round.done"));
        go(`elections/${made.id}`);
      },
    }));
}

const LONGEST = 200; // characters of a title

// What the next round is called: "Board, second round", then "Board, third round".
/** @type {(election: Api.Election, question: string) => string} */
function roundTitle({ title, questions, round }, question) {
  const n = (round?.number ?? 1) + 1;
  const key = /** @type {const} */ (["paper.round.second", "paper.round.third"])[n - 2] ?? "paper.round.later";
  const first = round?.title ?? (questions.length > 1 ? question : title);
  const added = t(key, { title: "", n }).length;
  return t(key, { title: [...first].slice(0, LONGEST - added).join(""), n });
}
