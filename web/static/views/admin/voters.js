// Who may vote in an election, and who of them has voted: never when, and never what.
//
// keys: roll.voters.*

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { date } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { empty } from "../../lib/states.js";
import { exportButtons } from "./act.js";
import { electionTrail, page } from "./frame.js";
import { countWords } from "./people.js";
import { searchList } from "./search.js";
import { cell, row, rows, table, title } from "./card_table.js";

const STATES = /** @type {const} */ (["all", "voted", "waiting"]);

/** The voters of an election, or those who have voted or have not. It begins with a search for the
 *  query.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string, state?: string, query?: string) =>
 *   Promise<HTMLElement>} */
export async function votersView(signal, info, id, state = "all", query = "") {
  const election = await get(`/api/admin/elections/${id}`, signal);
  const path = `/api/admin/elections/${id}/voters`;
  const only = state === "all" ? "" : `?state=${state}`;
  const body = rows();
  table(t("roll.voters.title"), [t("roll.head.name"), t("roll.field.member"), t("roll.head.email"),
    t("roll.head.voted")], body);
  const list = await searchList({
    path: `${path}${only}`, route: routeOf(id, state), query, signal, label: t("roll.voters.search"),
    hint: t("roll.search.hint"),
    list: body, none: empty(h("p", {}, t("roll.none.here"))), shown: countWords, item: voterRow,
  });
  return page({
    info, section: "elections", trail: electionTrail(election), title: t("roll.voters.title"),
    lead: election.rollGoneAt ? t("roll.voters.gone", { date: date(election.rollGoneAt) }) : t("roll.voters.lead"),
  },
  h("nav", { class: "filters", "aria-label": t("roll.filters") }, STATES.map((each) =>
    h("a", { class: "filter", href: `#${routeOf(id, each)}`, "aria-current": each === state && "page" },
      t(`roll.voters.${each}`)))),
  h("p", { class: "actions" }, h("a", { class: "button button-quiet",
    href: `#elections/${id}/voters/print${state === "all" ? "" : `/${state}`}` }, t("roll.sheet.voters")),
  h("a", { class: "button button-quiet", href: `#elections/${id}/voters/attendance` }, t("roll.sheet.print"))),
  list,
  exportButtons(`${path}/export${only}`, "voters"));
}

/** @type {(id: string, state: string) => string} */
const routeOf = (id, state) => `elections/${id}/voters${state === "all" ? "" : `/${state}`}`;

/** Who casts or has cast the vote of somebody in their place; "" if nobody does.
 *  @type {(voter: Api.ElectionVoter) => string} */
export const proxyWords = ({ hasVoted, proxy }) => (proxy && (proxy.hasVoted || !hasVoted)
  ? t(`roll.voters.proxy.${proxy.hasVoted ? "voted" : "votes"}`, { name: proxy.name }) : "");

/** Whether somebody has voted.
 *  @type {(voter: Api.ElectionVoter) => string} */
export const stateWords = ({ hasVoted, onPaper }) =>
  t(onPaper ? "paper.urn.on" : `roll.voters.${hasVoted ? "voted" : "waiting"}`);

/** @type {(voter: Api.ElectionVoter) => HTMLElement} */
function voterRow(voter) {
  const { fullName, entryId, userId, member, email, hasVoted } = voter;
  return row([
    title(h("a", { href: entryId ? `#roll/${entryId}` : `#people/${userId}` }, fullName),
      proxyWords(voter) && h("span", { class: "cell-more" }, proxyWords(voter))),
    cell(t("roll.field.member"), member),
    cell(t("roll.head.email"), email),
    cell(t("roll.head.voted"), h("span", { class: `badge badge-${hasVoted ? "done" : "quiet"}` }, stateWords(voter))),
  ]);
}
