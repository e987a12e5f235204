// Everybody with an account, or a part of them, with a search.
//
// keys: admin.role.* admin.people.tab.*

import { h } from "../../lib/dom.js";
import { shortDate } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { empty } from "../../lib/states.js";
import { page } from "./frame.js";
import { inviteButton, openInvitations } from "./invite.js";
import { searchList } from "./search.js";
import { listTable } from "./table.js";

/** @typedef {"" | "waiting" | "admins" | "suspended"} Part */

/** @type {Record<Part, string>} */
const PATHS = {
  "": "/api/admin/users",
  waiting: "/api/admin/users?pending=true",
  admins: "/api/admin/users?role=ADMIN",
  suspended: "/api/admin/users?status=SUSPENDED",
};

/**
 * The list of all people, or of a part of them. It begins with a search for the query.
 * @type {(signal: AbortSignal, info: Api.Info, part?: string, query?: string) =>
 *   Promise<HTMLElement>}
 */
export async function peopleView(signal, info, part = "", query = "") {
  const shown = /** @type {Part} */ (part);
  const count = h("span");
  let down = false;
  const table = listTable({
    label: t("admin.people.title"),
    heads: [t("admin.people.name"), t("shell.email"), t("admin.person.role"), t("admin.people.state"),
      t("admin.people.since")],
    sort: {
      column: 0, down, by: (to) => {
        down = to;
        search.search();
      },
    },
  });
  const invited = openInvitations(signal);
  const search = await searchList({
    path: PATHS[shown], route: shown ? `people/${shown}` : "people", query, signal, sort: () => (down ? "-name" : ""),
    label: t("admin.people.search"), hint: t("admin.people.search.hint"),
    item: (user) => row(user, table.row), list: table.body,
    none: empty(h("p", {}, t(shown === "waiting" ? "admin.people.waiting.none" : "admin.people.none.next"))),
    shown: countWords,
    answered: (/** @type {Api.UserList} */ { pending }) => { count.textContent = t("admin.people.tab.waiting", { n:
       pending }); },
  });
  /** @type {(to: Part, words: Child) => HTMLElement} */
  const tab = (to, words) => h("a",
    { class: "filter", href: to ? `#people/${to}` : "#people", "aria-current": to === shown && "page" }, words);
  return page({ info, section: "people", title: t("admin.people.title"), lead: t("admin.people.lead"),
    beside: inviteButton(info) },
    await invited,
    h("nav", { class: "filters", "aria-label": t("admin.people.tabs") },
      tab("", t("admin.people.tab.all")), tab("waiting", count), tab("admins", t("admin.people.tab.admins")),
      tab("suspended", t("admin.people.tab.suspended"))),
    search);
}

/** How many people are shown, and whether these are all.
 *  @type {(n: number, more: boolean) => string} */
export function countWords(n, more) {
  if (n === 0) return t("admin.people.none");
  return t(more ? "admin.people.shown.more" : "admin.people.shown", { n });
}

/** @type {(user: Api.User, make: (...cells: Child[]) => HTMLElement) => HTMLElement} */
function row({ id, fullName, email, role, status, admission, application, createdAt }, make) {
  const waits = role === "USER" && !admission;
  return make(
    h("a", { href: `#people/${id}` }, fullName),
    email,
    t(`admin.role.${role}`),
    h("div", { class: "badges" },
      waits && h("span", { class: "badge badge-wait" },
        t(application ? "admin.people.waits" : "admin.people.notAdmitted")),
      status === "SUSPENDED" && h("span", { class: "badge badge-bad" }, t("admin.people.suspended")),
      status === "ACTIVE" && !waits && t("admin.person.active")),
    shortDate(createdAt));
}
