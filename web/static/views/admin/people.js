// Everybody with an account, or those whose application waits for a decision, with a search.
//
// keys: admin.role.*

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { empty } from "../../lib/states.js";
import { page } from "./frame.js";
import { searchList } from "./search.js";

const PATH = "/api/admin/users";

/**
 * The list of all people, or of those who wait for a decision. It begins with a search for the
 * query.
 * @type {(signal: AbortSignal, info: Api.Info, waiting?: string, query?: string) =>
 *   Promise<HTMLElement>}
 */
export async function peopleView(signal, info, waiting, query = "") {
  const count = h("span");
  const search = await searchList({
    path: waiting ? `${PATH}?pending=true` : PATH, route: waiting ? "people/waiting" : "people", query, signal,
    label: t("admin.people.search"), hint: t("admin.people.search.hint"),
    item: row, list: h("ul", { class: "entries" }),
    none: empty(h("p", {}, t(waiting ? "admin.people.waiting.none" : "admin.people.none.next"))),
    shown: countWords,
    answered: (/** @type {Api.UserList} */ { pending }) => { count.textContent = t("admin.people.tab.waiting", { n: pending }); },
  });
  /** @type {(to: string, current: boolean, words: Child) => HTMLElement} */
  const tab = (to, current, words) => h("a", { class: "filter", href: `#${to}`, "aria-current": current && "page" }, words);
  return page({ info, section: "people", title: t("admin.people.title"), lead: t("admin.people.lead") },
    h("nav", { class: "filters", "aria-label": t("admin.people.tabs") },
      tab("people", !waiting, t("admin.people.tab.all")), tab("people/waiting", Boolean(waiting), count)),
    search);
}

/** How many people are shown, and whether these are all.
 *  @type {(n: number, more: boolean) => string} */
export function countWords(n, more) {
  if (n === 0) return t("admin.people.none");
  return t(more ? "admin.people.shown.more" : "admin.people.shown", { n });
}

/** @type {(user: Api.User) => HTMLElement} */
function row({ id, fullName, email, role, status, admission, application }) {
  const waits = role === "USER" && !admission;
  return h("li", { class: "entry" },
    h("div", { class: "entry-words" },
      h("p", { class: "entry-name" }, h("a", { class: "card-link", href: `#people/${id}` }, fullName)),
      h("p", { class: "muted" }, email)),
    h("div", { class: "badges" },
      role === "ADMIN" && h("span", { class: "badge badge-quiet" }, t("admin.role.ADMIN")),
      waits && h("span", { class: "badge badge-wait" }, t(application ? "admin.people.waits" : "admin.people.notAdmitted")),
      status === "SUSPENDED" && h("span", { class: "badge badge-bad" }, t("admin.people.suspended"))));
}
