// All elections, the newest first, with what to do next.
//
// keys: admin.elections.filter.* admin.elections.next.*

import { get } from "../../lib/api.js";
import { turnoutBar } from "../../lib/bar.js";
import { announce, h } from "../../lib/dom.js";
import { dateTime, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { empty, explain, growingList, notice } from "../../lib/states.js";
import { hasAnswers } from "../../lib/tally/rules.js";
import { badge, page, standing } from "./frame.js";
import { policyLine } from "./policy.js";
import { isReady } from "./rules.js";
import { stepList } from "./steps.js";

/** @import { Standing } from "./frame.js" */

const PATH = "/api/admin/elections";
// What each filter asks the server for. Earlier elections are over for everybody.
const FILTERS = { NOW: "earlier=false", DRAFT: "status=DRAFT", ACTIVE: "status=ACTIVE", COMPLETED: "status=COMPLETED",
  EARLIER: "earlier=true" };
const NOW = /** @type {const} */ (`${PATH}?earlier=false`);

/** @typedef {keyof typeof FILTERS} Filter */

/** @typedef {HTMLElement & { show(page: Api.List<Api.Election>,
 *   path: string): void }} ElectionList */

/** The list of elections, with a filter: first those that somebody has to do something about.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function electionsView(signal, info) {
  const [first, any] = await Promise.all([get(NOW, signal), get(`${PATH}?limit=1`, signal)]);
  const none = any.items.length === 0;
  const people = none ? (await get("/api/admin/roll?limit=1", signal)).entries : 0;
  const create = h("a", { class: "button", href: "#elections/new" }, t("admin.elections.new"));
  const motion = h("a", { class: "button button-quiet", href: "#motion" }, t("admin.elections.motion"));
  const hands = h("a", { class: "button button-quiet", href: "#hands" }, t("admin.elections.hands"));
  const list = growingList({ path: NOW, page: first, item: card, signal,
    none: empty(h("p", {}, t("admin.elections.filter.none"))) });
  return page({ info, section: "elections", title: t("admin.elections.title"),
    beside: h("p", { class: "head-actions" }, hands, !none && [motion, create]) },
    policyLine(info),
    none ? beginning(info, people) : [filters(list, signal), list]);
}

// The way of an organisation that has just begun. The roll comes first where it decides who may vote.
/** @type {(info: Api.Info, people: number) => HTMLElement} */
function beginning(info, people) {
  const now = info.identity.policy === "roll" && people === 0 ? 0 : 2;
  /** @type {(i: number, label: string, to: string) => HTMLElement} */
  const action = (i, label, to) =>
    h("p", { class: "actions" }, h("a", { class: i === now ? "button" : "button button-quiet", href: `#${to}` },
      label));
  return h("section", { class: "panel next" },
    h("h2", {}, t("admin.elections.none")),
    h("p", {}, t("steps.begin.lead")),
    stepList([
      {
        title: t("roll.title"), done: people > 0,
        words: people > 0 ? t("steps.people.roll", { n: people }) : t("steps.begin.roll"),
        body: people === 0 && action(0, t("roll.import"), "roll/import"),
      },
      { title: t("steps.begin.slips"), done: false, words: t("steps.begin.slips.lead"),
        body: people > 0 && action(1, t("steps.begin.slips.print"), "roll/slips") },
      { title: t("steps.begin.election"), done: false, words: t("admin.elections.none.next"),
        body: action(2, t("admin.elections.new"), "elections/new") },
    ], now));
}

/** @type {(list: ElectionList, signal: AbortSignal) => Child[]} */
function filters(list, signal) {
  const problem = h("div", {});
  const names = /** @type {Filter[]} */ (Object.keys(FILTERS));
  const buttons = names.map((filter) => h("button", {
    type: "button", class: "filter", "aria-pressed": String(filter === "NOW"), on: { click: () => choose(filter) },
  }, t(`admin.elections.filter.${filter}`)));

  /** @type {(filter: Filter) => Promise<void>} */
  async function choose(filter) {
    const path = /** @type {const} */ (`${PATH}?${FILTERS[filter]}`);
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(names[i] === filter)));
    try {
      const found = await get(path, signal);
      problem.replaceChildren();
      list.show(found, path);
      announce(t("admin.elections.shown", { n: found.items.length }));
    } catch (error) {
      if (!signal.aborted) problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
    }
  }
  return [h("div", { class: "filters", role: "group", "aria-label": t("admin.elections.filter") }, buttons), problem];
}

/** @type {(election: Api.Election) => HTMLElement} */
function card(election) {
  const { id, title, turnout, questions, closesAt, completedAt, timeZone } = election;
  const at = standing(election);
  return h("li", { class: "card" },
    h("div", { class: "card-head" }, h("h2", {}, h("a", { class: "card-link", href: `#elections/${id}` }, title)),
      badge(election)),
    h("p", { class: "muted" },
      at === "DRAFT" ? ballotWords(questions) : t("admin.turnout", { turnout: turnoutWords(turnout) })),
    at !== "DRAFT" && turnoutBar(turnout),
    at === "ACTIVE" && closesAt &&
      h("p", { class: "muted" }, t("admin.elections.closes", { time: dateTime(closesAt, timeZone) })),
    completedAt && h("p", { class: "muted" }, t("admin.elections.closed", { time: dateTime(completedAt, timeZone) })),
    h("p", { class: "card-action" }, h("strong", {}, next(at, questions.every(isReady)))));
}

/** @type {(questions: Api.Question[]) => string} */
function ballotWords(questions) {
  if (questions.length > 1) return t("admin.elections.questions", { n: questions.length });
  if (hasAnswers(questions[0])) return t("steps.ballot.motion");
  return t("admin.elections.candidates", { n: questions[0].candidates.length });
}

/** @type {(at: Standing, ready: boolean) => string} */
function next(at, ready) {
  if (at === "DRAFT") return t(ready ? "admin.elections.next.open" : "admin.elections.next.candidates");
  return t(`admin.elections.next.${at}`);
}
