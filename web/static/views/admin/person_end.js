// What an administrator can do when somebody has forgotten their password, or is to be forgotten.
//
// keys: admin.person.delete.stays.*

import { del, post } from "../../lib/api.js";
import { copyable } from "../../lib/copy.js";
import { confirm, openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { points } from "./lifecycle.js";

/** @type {(label: string, click: () => unknown, kind?: string) => HTMLElement} */
const quiet = (label, click, kind = "") =>
  h("button", { type: "button", class: `button button-quiet ${kind}`, on: { click } }, label);

const STAYS = /** @type {const} */ (["roll", "ballots", "voted", "audit"]);

/** A link to choose a new password, for whoever has one; and the end of the account, which says how long the settings
 *  keep what stays.
 *  @type {(user: Api.User, info: Api.Info, keepDays: Api.KeepDays) => Child} */
export const endButtons = (user, info, keepDays) => [
  user.email && quiet(t("admin.person.reset"), () => reset(user, info)),
  quiet(t("admin.person.delete"), () => remove(user, keepDays), "button-risky"),
];

/** @type {(user: Api.User, info: Api.Info) => Promise<void>} */
async function reset({ id, fullName: name }, info) {
  /** @type {Api.IssuedReset | undefined} */
  let issued;
  const done = await confirm({
    title: t("admin.person.reset.title", { name }), body: t("admin.person.reset.lead"), yes: t("admin.person.reset"),
    doing: t("admin.saving"),
    act: async () => { issued = await post(`/api/admin/users/${id}/reset`, {}); },
  });
  if (!done || !issued) return;
  const { token, expiresAt } = issued;
  await openDialog({
    title: t("admin.person.reset.made", { name }),
    content: (close) => [
      h("p", {}, t("admin.person.reset.once", { time: dateTime(expiresAt) })),
      copyable(`${info.address || location.origin}/#reset=${token}`, t("admin.person.reset.link")),
      h("p", { class: "actions" }, h("button", { type: "button", class: "button", on: { click: () => close() } },
        t("admin.person.reset.close"))),
    ],
  });
}

/** @type {(user: Api.User, keepDays: Api.KeepDays) => Promise<void>} */
async function remove({ id, fullName: name }, { rolls }) {
  const done = await confirm({
    title: t("admin.person.delete.title", { name }),
    body: [h("p", {}, t("admin.person.delete.lead")), h("p", {}, t("admin.person.delete.stays")),
      points(...STAYS.map((what) => t(`admin.person.delete.stays.${what}`)),
        rolls ? t("admin.person.delete.stays.frozen", { n: rolls }) : t("admin.person.delete.stays.forever"),
        t("admin.person.delete.stays.backups"))],
    yes: t("admin.person.delete"), doing: t("admin.saving"), danger: true, typed: name,
    act: () => del(`/api/admin/users/${id}`),
  });
  if (!done) return;
  notify("success", t("admin.person.delete.done", { name }));
  go("people");
}
