// The attendance list on paper: everybody on the electoral roll, with a place to sign.

import { h } from "../../lib/dom.js";
import { date, number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { page } from "./frame.js";
import { sheet } from "./sheet.js";

/** @type {(signal: AbortSignal, info: Api.Info) => HTMLElement} */
export function attendanceView(signal, info) {
  const title = t("roll.sheet.attendance");
  return page({ info, section: "roll", trail: [{ label: t("roll.title"), to: "roll" }], title,
    lead: t("roll.sheet.attendance.lead") },
  sheet({ path: "/api/admin/roll?sort=name", signal, info, title, when: date(new Date()), columns, end }));
}

// Members, weights, groups and proxies have a column where somebody has one.
/** @type {(people: Api.RollEntry[]) => import("./sheet.js").Column<Api.RollEntry>[]} */
function columns(people) {
  const some = (/** @type {(person: Api.RollEntry) => unknown} */ has) => people.some(has);
  return [
    { head: t("roll.field.fullName"), of: ({ fullName }) => fullName },
    ...(some(({ member }) => member) ? [{ head: t("roll.field.member"), of: memberOf, style: "sheet-words" }] : []),
    ...(some(({ groups }) => groups) ? [{ head: t("roll.field.groups"), of: groupsOf, style: "sheet-words" }] : []),
    ...(weighted(people) ? [{ head: t("roll.field.weight"), of: weightOf, style: "sheet-number" }] : []),
    ...(some(({ holder }) => holder) ? [{ head: t("roll.field.proxyFor"), of: proxiesOf, style: "sheet-words" }] : []),
    { head: t("roll.field.present"), of: ({ present }) => present && "✓", style: "sheet-tick" },
    { head: t("roll.sheet.signature"), of: () => null, style: "sheet-signature" },
  ];
}

/** @type {(person: Api.RollEntry) => Child} */
const memberOf = ({ member }) => member;

/** @type {(person: Api.RollEntry) => Child} */
const groupsOf = ({ groups }) => groups?.join(", ");

/** @type {(person: Api.RollEntry) => Child} */
const weightOf = ({ weight }) => number(weight, 4);

/** @type {(person: Api.RollEntry) => Child} */
const proxiesOf = ({ proxies, holder }) => (holder
  ? h("em", {}, t("roll.voters.proxy.votes", { name: holder.fullName }))
  : proxies?.map(({ fullName }) => fullName).join(", "));

/** @type {(people: Api.RollEntry[]) => boolean} */
const weighted = (people) => people.some(({ weight }) => weight !== 1);

/** @type {(people: Api.RollEntry[]) => string} */
function end(people) {
  const present = people.filter((person) => person.present).length;
  const votes = people.reduce((sum, { weight }) => sum + weight, 0);
  return [
    t("roll.sheet.attendance.end", { n: people.length, present }),
    weighted(people) && t("roll.sheet.votes", { votes: number(votes, 4) }),
  ].filter(Boolean).join(" ");
}
