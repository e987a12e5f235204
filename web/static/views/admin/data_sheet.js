// The sheet on what is kept of people, to print: what, why, who sees it and how long, as the settings say. The
// organisation fills in the legal ground, and signs.
//
// keys: datasheet.row.*

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { date } from "../../lib/format.js";
import { loadMessages, rich, t } from "../../lib/i18n.js";
import { page } from "./frame.js";

/** @typedef {"account" | "birth" | "number" | "card" | "applications" | "roll" | "frozen" | "voted" | "ballots" |
 *   "nominations" | "mail" | "provider" | "portal" | "answers" | "audit" | "log" | "backups"} Row */
/** What a row says in place of its usual words, and in which settings it has no place.
 *  @typedef {{ row: Row, why?: string, until?: string, values?: Record<string, string | number>, unless?: boolean }}
 *   Kept */

/** @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function dataSheetView(signal, info) {
  const [settings, mail, portal] = await Promise.all([
    get("/api/admin/settings", signal), get("/api/admin/mail", signal), get("/api/admin/portal", signal),
    loadMessages("datasheet"),
  ]);
  const title = t("datasheet.title");
  return page({ info, section: "settings", trail: [{ label: t("settings.title"), to: "settings" }], title,
    lead: t("datasheet.lead") },
  h("p", { class: "actions no-print" }, h("button", { type: "button", class: "button",
    on: { click: () => window.print() } }, t("admin.print"))),
  h("article", { class: "minutes data-sheet" },
    h("header", { class: "minutes-head" },
      h("p", { class: "minutes-organisation" }, settings.organisation),
      h("h2", {}, title),
      h("p", { class: "muted" }, t("datasheet.date", { date: date(new Date()) }))),
    table(title, kept(settings, mail, portal, info).filter(({ unless }) => !unless)),
    h("p", {}, t("datasheet.ground"), h("span", { class: "data-sheet-blank" })),
    h("p", { class: "muted" }, t("datasheet.ground.hint")),
    h("p", {}, rich("datasheet.rights", { contact: settings.contact || h("span", { class: "data-sheet-blank" }) })),
    h("p", { class: "minutes-line" }, t("datasheet.sign"))));
}

/** @type {(title: string, rows: Kept[]) => HTMLElement} */
const table = (title, rows) => h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": title },
  h("table", { class: "table" },
    h("thead", {}, h("tr", {}, [t("datasheet.what"), t("datasheet.why"), t("datasheet.who"), t("datasheet.until")].map(
      (head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map(line))));

/** @type {(kept: Kept) => HTMLElement} */
const line = ({ row, values = {}, why = t(`datasheet.row.${row}.why`, values),
  until = t(`datasheet.row.${row}.until`, values) }) => h("tr", {},
  h("th", { scope: "row" }, t(`datasheet.row.${row}`, values)),
  h("td", {}, why), h("td", {}, t(`datasheet.row.${row}.who`, values)), h("td", {}, until));

/** The rows, in the order of the sheet.
 *  @type {(settings: Api.Settings, mail: Api.Mail, portal: Api.Portal, info: Api.Info) => Kept[]} */
function kept({ identity: { policy, leastAge, secondFact }, keepDays }, mail, portal,
  { identity: { birth, register, cards }, provider }) {
  return [
    { row: "account", until: after("account", keepDays.accounts) },
    { row: "birth", unless: birth === "unused",
      why: birth === "required" ? t("datasheet.row.birth.age", { age: leastAge }) : undefined },
    { row: "number", unless: !register },
    { row: "card", unless: !cards,
      why: policy === "card" ? t("datasheet.row.card.compared") : undefined },
    { row: "applications", until: after("applications", keepDays.applications) },
    { row: "roll" },
    { row: "frozen", until: after("frozen", keepDays.rolls) },
    { row: "voted" },
    { row: "ballots" },
    { row: "nominations" },
    { row: "mail", unless: !mail.host, values: { host: mail.host } },
    { row: "provider", unless: !provider, values: { name: provider?.name ?? "" } },
    { row: "portal", unless: portal.algorithm === "none" },
    { row: "answers", unless: secondFact === "none" },
    { row: "audit" },
    { row: "log" },
    { row: "backups" },
  ];
}

/** When data goes: by itself after some days, or when somebody deletes it.
 *  @type {(row: "account" | "applications" | "frozen", days: number) => string} */
const after = (row, days) => (days > 0 ? t(`datasheet.row.${row}.days`, { n: days }) : t(`datasheet.row.${row}.until`));
