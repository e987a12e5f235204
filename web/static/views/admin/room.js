// Letting the room in: a server that only its own computer reaches opens to the local network until somebody closes
// it, or the server stops.

import { del, post } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { choiceField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";
import { points } from "./lifecycle.js";

const ROOM = "/api/admin/network/room";

/** The button, below what it does. A server with a certificate asks for no choice.
 *  @type {(network: Api.Network) => HTMLElement} */
export function letInPanel({ encryption }) {
  const choice = encryption === "none" && choiceField({
    name: "encrypted", legend: t("admin.room.how"), options: [
      { value: "own", label: t("admin.room.how.own"), hint: t("admin.room.how.own.hint") },
      { value: "none", label: t("admin.room.how.none"), hint: t("admin.room.how.none.hint") },
    ],
  });
  const ask = async () => {
    const encrypted = !choice || choice.value() === "own";
    const done = await confirm({
      title: t("admin.room.open.title"),
      body: points(t("admin.room.open.who"), t("admin.room.open.stays"), !encrypted && t("admin.join.local.care"),
        t("admin.room.open.until")),
      yes: t("admin.room.open"),
      doing: t("admin.room.opening"),
      act: () => post(ROOM, { encrypted }),
    });
    if (!done) return;
    notify("success", t("admin.room.opened"));
    refresh();
  };
  return h("section", { class: "panel narrow" },
    h("h2", {}, t("admin.join.local")),
    h("p", {}, t("admin.join.local.lead")),
    choice && choice.node,
    h("div", { class: "button-row" },
      h("button", { type: "button", class: "button", on: { click: ask } }, t("admin.room.open"))));
}

/** What a room that is let in can be closed with.
 *  @type {() => HTMLElement} */
export function closePanel() {
  const ask = async () => {
    const done = await confirm({
      title: t("admin.room.close.title"), body: t("admin.room.close.lead"), yes: t("admin.room.close"),
      doing: t("admin.room.closing"), act: () => del(ROOM),
    });
    if (!done) return;
    notify("success", t("admin.room.closed"));
    refresh();
  };
  return h("section", { class: "narrow no-print" },
    h("h2", {}, t("admin.room.title")),
    h("p", {}, t("admin.room.lead")),
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button button-quiet", on: { click: ask } }, t("admin.room.close"))));
}
