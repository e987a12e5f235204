// Where the link of a key sheet leads: the elections that wait for it, found on this device. The sheet is sent nowhere.

import { get } from "../../lib/api.js";
import { h, refill } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { keyFrom, manifestOf } from "../../lib/holders.js";
import { t } from "../../lib/i18n.js";
import { sheetField } from "../../lib/keysheet.js";
import { poll } from "../../lib/poll.js";
import { setRoute } from "../../lib/router.js";
import { parseSheet } from "../../lib/sealing.js";
import { keepSheet, keptSheet } from "../../lib/sheet_kept.js";
import { notice } from "../../lib/states.js";

const PACE = 4_000; // milliseconds between two looks at the elections

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

/** The elections that wait for a sheet, kept up to date.
 *  @type {(secret: Bytes, signal: AbortSignal, forget: () => Promise<void>) => Promise<Child[]>} */
async function waiting(secret, signal, forget) {
  const list = h("div", {});
  /** @type {Map<string, boolean>} */
  const known = new Map();
  let shown = "";
  const look = async () => {
    const lines = await electionsOf(secret, known, signal);
    const now = JSON.stringify(lines);
    if (now === shown) return;
    shown = now;
    refill(list, lines.length > 0
      ? h("ul", { class: "points" }, lines.map(({ to, words }) => h("li", {}, h("a", { href: to }, words))))
      : notice("info", h("p", {}, t("holder.use.none"))));
  };
  await look();
  poll(signal, async () => {
    if (!keptSheet()) return true;
    await look();
  }, PACE);
  return [
    list,
    h("p", {}, t("holder.use.kept")),
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button button-quiet", on: { click: forget } }, t("holder.use.forget"))),
  ];
}

/** What can be done with a sheet now: to try it for an election that is open, or to count one that is closed. `known`
 *  keeps which elections it is for.
 *  @type {(secret: Bytes, known: Map<string, boolean>, signal: AbortSignal) =>
 *   Promise<{ to: string, words: string }[]>} */
async function electionsOf(secret, known, signal) {
  const { items } = await get("/api/board/elections?limit=200", signal);
  const open = items.filter(({ resultsCalculated, cancelled }) => !resultsCalculated && !cancelled);
  const own = await Promise.all(open.map(async ({ id, title, status }) => {
    if (!known.has(id)) known.set(id, keyFrom((await manifestOf(id, signal)).manifest, secret) !== null);
    if (!known.get(id)) return [];
    return [status === "ACTIVE" ? { to: `#/try/${id}`, words: t("holder.use.try", { title }) }
      : { to: `#/count/${id}`, words: t("holder.use.count", { title }) }];
  }));
  return own.flat();
}
