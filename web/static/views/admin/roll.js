// The electoral roll: the people whom the organisation lets vote, registered or not.

import { del, download, post } from "../../lib/api.js";
import { confirm, openDialog } from "../../lib/dialog.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { day } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { empty, explain, notice } from "../../lib/states.js";
import { page } from "./frame.js";
import { countWords } from "./people.js";
import { searchList } from "./search.js";
import { printButton, slips } from "./slips.js";

const PATH = "/api/admin/roll";

/** The list of the roll. It begins with a search for the query.
 *  @type {(signal: AbortSignal, info: Api.Info, query?: string) => Promise<HTMLElement>} */
export async function rollView(signal, info, query = "") {
  const size = h("p", { class: "muted" });
  let weighted = false; // somebody on the roll has a weight other than 1
  // The button that was pressed disappears with its entry, so the focus goes to the search.
  const again = async () => {
    await list.search();
    list.querySelector("input")?.focus();
  };
  const list = await searchList({
    path: PATH, route: "roll", query, signal, label: t("admin.roll.search"), hint: t("admin.roll.search.hint"),
    list: h("ul", { class: "entries" }),
    item: (entry) => row(entry, info, weighted, again),
    none: empty(h("p", {}, t("admin.roll.none.next"))),
    shown: countWords,
    answered: (/** @type {Api.RollList} */ answer) => {
      size.textContent = t("admin.roll.size", { n: answer.entries, registered: answer.registered });
      weighted = answer.weighted > 0;
    },
  });
  return page({ info, section: "roll", title: t("admin.roll.title"), lead: t("admin.roll.lead") },
    h("p", { class: "actions" },
      h("a", { class: "button", href: "#roll/import" }, t("admin.roll.import")),
      exportButton()),
    size, list);
}

/** @type {() => Child} */
function exportButton() {
  const problem = h("span", { class: "field-error", role: "alert" });
  const save = async () => {
    problem.textContent = "";
    try {
      await download(`${PATH}/export`, "electoral-roll.csv");
    } catch (error) {
      problem.textContent = explain(error);
    }
  };
  return [h("button", { type: "button", class: "button button-quiet", on: { click: save } }, t("admin.roll.export")), problem];
}

/** @type {(entry: Api.RollEntry, info: Api.Info, weighted: boolean, changed: () => Promise<void>) => HTMLElement} */
function row(entry, info, weighted, changed) {
  const { fullName, dateOfBirth, member, identity, weight, proxyFor, hasKey, user } = entry;
  const known = [
    dateOfBirth && t("admin.roll.born", { date: day(dateOfBirth) }),
    member && t("admin.roll.member", { member }),
    identity && t("admin.roll.ends", { ends: identity.lastFour }),
    weighted && t("admin.roll.weight", { weight }),
    proxyFor && t("admin.roll.proxies", { n: proxyFor.length }),
    hasKey && t("admin.roll.hasKey"),
  ].filter(Boolean).join(" · ");
  /** @type {(label: string, click: () => unknown) => HTMLElement} */
  const act = (label, click) => h("button", { type: "button", class: "plain", on: { click } }, label, hiddenText(` ${fullName}`));
  return h("li", { class: "entry" },
    h("div", { class: "entry-words" },
      h("p", { class: "entry-name" }, fullName),
      known && h("p", { class: "muted" }, known),
      h("p", { class: "entry-actions" },
        !user && info.identity.memberKeys && act(t(hasKey ? "admin.roll.key.again" : "admin.roll.key"), () => issueKey(entry, info, changed)),
        user && h("a", { href: `#people/${user}` }, t("admin.roll.account"), hiddenText(` ${fullName}`)),
        act(t("admin.roll.remove"), () => remove(entry, changed)))),
    h("div", { class: "badges" },
      h("span", { class: `badge badge-${user ? "done" : "quiet"}` }, t(user ? "admin.roll.registered" : "admin.roll.waiting"))));
}

/** @type {(entry: Api.RollEntry, changed: () => Promise<void>) => Promise<void>} */
async function remove({ id, fullName, proxyFor, user }, changed) {
  const done = await confirm({
    title: t("admin.roll.remove.title", { name: fullName }),
    body: [t(user ? "admin.roll.remove.registered" : "admin.roll.remove.lead"),
      proxyFor && t("admin.roll.remove.proxies", { n: proxyFor.length })].filter(Boolean).join(" "),
    yes: t("admin.roll.remove"),
    doing: t("admin.roll.remove.doing"),
    danger: true,
    act: () => del(`${PATH}/${id}`),
  });
  if (!done) return;
  await changed();
  announce(t("admin.roll.removed", { name: fullName }));
}

/** @type {(entry: Api.RollEntry, info: Api.Info, changed: () => Promise<void>) => Promise<void>} */
async function issueKey({ id, fullName, hasKey }, info, changed) {
  let memberKey = "";
  const done = await confirm({
    title: t("admin.roll.key.title", { name: fullName }),
    body: t(hasKey ? "admin.roll.key.lead.again" : "admin.roll.key.lead"),
    yes: t("admin.roll.key"),
    doing: t("admin.roll.key.doing"),
    act: async () => { ({ memberKey } = await post(`${PATH}/${id}/key`, {})); },
  });
  if (!done) return;
  const paper = await slips(info, [{ fullName, memberKey }]);
  await openDialog({
    title: t("admin.slips.one"),
    content: (close) => [
      notice("info", h("p", {}, t("admin.slips.once"))),
      paper,
      h("p", { class: "actions" },
        printButton(), h("button", { type: "button", class: "button button-quiet", on: { click: () => close() } }, t("admin.done"))),
    ],
  });
  await changed();
}
