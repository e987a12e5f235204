// The elections of the board: all that are open or over.

import { ApiError, get } from "../../lib/api.js";
import { h, hiddenText } from "../../lib/dom.js";
import { turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { turnoutBar } from "../../lib/bar.js";
import { empty, growingList } from "../../lib/states.js";
import { keysWords, listAlarms } from "./keys.js";

const LIST = "/api/board/elections";

/** @type {View} */
export async function listView(signal) {
  const page = await get(LIST, signal);
  return h("article", {},
    h("h1", {}, t("board.title")),
    h("p", { class: "lead" }, t("board.lead")),
    listAlarms(page, signal),
    growingList({ path: LIST, page, signal, item: card, none: empty(h("p", {}, t("board.none"))) }));
}

/** @type {(election: Api.BoardElection) => HTMLElement} */
function card(election) {
  const { id, title, turnout } = election;
  const keys = keysWords(election);
  return h("li", { class: "card" },
    h("div", { class: "card-head" }, h("h2", {}, title), badge(election)),
    h("p", { class: "muted" }, t("board.turnout", { turnout: turnoutWords(turnout) })),
    turnoutBar(turnout),
    keys && h("p", { class: "muted" }, keys),
    h("p", { class: "card-action" },
      h("a", { class: "button button-quiet", href: `/board/${id}` }, t("board.look"), hiddenText(`: ${title}`))));
}

/** How far an election is, as a badge.
 *  @type {(election: Pick<Api.BoardElection, "status" | "resultsCalculated" |
 *   "cancelled" | "stopped">) => HTMLElement} */
export function badge({ status, resultsCalculated, cancelled, stopped }) {
  if (cancelled) return h("span", { class: "badge badge-quiet" }, t("board.status.cancelled"));
  if (status === "ACTIVE" && stopped) return h("span", { class: "badge badge-wait" }, t("shell.stopped"));
  if (status === "ACTIVE") return h("span", { class: "badge badge-open" }, t("board.status.open"));
  return resultsCalculated
    ? h("span", { class: "badge badge-done" }, t("board.status.counted"))
    : h("span", { class: "badge badge-quiet" }, t("board.status.closed"));
}

/** What the board says about an election; null if it does not have it.
 *  @type {(id: string, signal: AbortSignal) => Promise<Api.BoardElection | null>} */
export async function findOnBoard(id, signal) {
  try {
    return await get(`${LIST}/${id}`, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
