// Where the link of a key sheet leads: the elections that wait for it, found on this device. The sheet is sent nowhere.

import { get } from "../../lib/api.js";
import { h, refill } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { keyFrom, manifestOf } from "../../lib/holders.js";
import { t } from "../../lib/i18n.js";
import { sheetField } from "../../lib/keysheet.js";
import { setRoute } from "../../lib/router.js";
import { parseSheet } from "../../lib/sealing.js";
import { keepSheet, keptSheet } from "../../lib/sheet_kept.js";
import { notice } from "../../lib/states.js";

/** @type {(signal: AbortSignal, scanned: string) => Promise<HTMLElement>} */
export async function sheetView(signal, scanned) {
  if (scanned) setRoute("/sheet"); // the key leaves the address
  if (parseSheet(scanned)) keepSheet(scanned);
  const place = h("div", {});
  const show = async () => {
    const secret = parseSheet(keptSheet());
    refill(place, ...(secret ? await waiting(secret, signal, forget) : ask(show)));
  };
  const forget = () => {
    keepSheet("");
    return show();
  };
  await show();
  return h("article", { class: "narrow" }, h("h1", {}, t("holder.use.title")),
    h("p", { class: "lead" }, t("holder.use.lead")), place);
}

/** @type {(show: () => Promise<void>) => Child[]} */
const ask = (show) => [form({
  fields: [sheetField({ label: t("holder.sheet.label"), hint: t("holder.sheet.hint") })],
  submit: t("holder.use.find"),
  busy: t("holder.try.busy"),
  send: async ({ sheet }) => {
    keepSheet(sheet);
    await show();
  },
})];

/** @type {(secret: Bytes, signal: AbortSignal, forget: () => Promise<void>) => Promise<Child[]>} */
async function waiting(secret, signal, forget) {
  const { items } = await get("/api/board/elections?limit=200", signal);
  const open = items.filter(({ resultsCalculated, cancelled }) => !resultsCalculated && !cancelled);
  const own = await Promise.all(open.map(async (election) => {
    const { manifest } = await manifestOf(election.id, signal);
    return keyFrom(manifest, secret) ? [election] : [];
  }));
  const lines = own.flat().map(({ id, title, status }) => h("li", {}, status === "ACTIVE"
    ? h("a", { href: `#/try/${id}` }, t("holder.use.try", { title }))
    : h("a", { href: `#/count/${id}` }, t("holder.use.count", { title }))));
  return [
    lines.length > 0 ? h("ul", { class: "points" }, lines) : notice("info", h("p", {}, t("holder.use.none"))),
    h("p", {}, t("holder.use.kept")),
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button button-quiet", on: { click: forget } }, t("holder.use.forget"))),
  ];
}
