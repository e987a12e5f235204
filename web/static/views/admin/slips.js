// Member keys on paper: a slip for each person, to cut out and hand over, with the address and the
// key as a QR code.

import { h } from "../../lib/dom.js";
import { selectField } from "../../lib/fields.js";
import { zoneName } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { notice } from "../../lib/states.js";
import { findAddresses } from "./address.js";

/** @typedef {{ fullName: string, memberKey: string }} Keyed */

/**
 * The slips of people, with a choice of the address on them. Keys are shown once, so the slips
 * appear even if there is no address.
 * @type {(info: Api.Info, people: Keyed[], signal?: AbortSignal) => Promise<HTMLElement>}
 */
export async function slips(info, people, signal) {
  const { addresses } = await findAddresses(signal).catch(() => ({ addresses: [location.origin] }));
  const list = h("ul", { class: "slips" });
  /** @type {(origin: string) => void} */
  const show = (origin) => list.replaceChildren(...people.map((person) => slip(info, person, origin)));
  show(addresses[0] ?? location.origin);
  return h("div", {},
    addresses.length === 0 && notice("problem",
      h("p", {}, rich("admin.slips.local", { join: h("a", { href: "#join" }, t("admin.join.title")) }))),
    addresses.length > 1 && h("div", { class: "narrow no-print" }, selectField({
      name: "address", label: t("admin.slips.address"), hint: t("admin.join.address.hint"), value: addresses[0],
      options: addresses.map((url) => ({ value: url, label: url })), onChange: show,
    }).node),
    list);
}

// The key is after the # of the address, so it stays in the browser and no server logs it.
/** @type {(info: Api.Info, person: Keyed, origin: string) => HTMLElement} */
function slip({ organisation }, { fullName, memberKey }, origin) {
  return h("li", { class: "slip-card" },
    qrCode(`${origin}/#key=${memberKey}`, t("admin.slips.qr", { name: fullName })),
    h("div", {},
      h("p", { class: "entry-name" }, fullName),
      organisation && h("p", { class: "muted" }, organisation),
      h("p", {}, t("admin.slips.at"), h("br"), h("span", { class: "hash" }, origin)),
      h("p", {}, t("admin.slips.with"), h("br"), h("span", { class: "slip-key" }, memberKey)),
      h("p", { class: "muted" }, t("shell.zone", { zone: zoneName() }))));
}

/** A button that prints the page. */
export const printButton = () =>
  h("button", { type: "button", class: "button", on: { click: () => window.print() } }, t("admin.print"));
