// Checking this device with a second one, which makes the same ballot again. That ballot is not
// cast: whoever sees the address sees what it chose.

import { copyable } from "../../lib/copy.js";
import { h } from "../../lib/dom.js";
import { number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { numberWords } from "../../lib/leaf.js";
import { qrCode } from "../../lib/qr.js";
import { refresh } from "../../lib/router.js";
import { checkAddress } from "../../lib/sealed.js";

/** @import { Drawn } from "../../lib/sealed.js" */

const MOST = 412; // bytes that a QR code takes

/** @type {(election: { id: string }, whose: Api.Paper, drawn: Drawn, leaf: string) =>
 *   HTMLElement} */
export function deviceView(election, whose, drawn, leaf) {
  const address = new URL(checkAddress(election.id, drawn), location.href).href;
  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.device.title")),
    h("p", { class: "lead" }, t("voter.device.lead")),
    h("section", { class: "receipt" },
      h("dl", { class: "facts" },
        h("dt", {}, t("voter.receipt.leaf")), h("dd", { class: "code" }, numberWords(leaf)),
        h("dt", {}, t("voter.device.for")), h("dd", {}, whose.name, " ", h("span", { class: "hash" }, whose.owner)),
        h("dt", {}, t("voter.device.weight")), h("dd", {}, number(whose.weight, 4))),
      h("div", { class: "receipt-check" },
        address.length <= MOST && qrCode(address, t("voter.device.qr")),
        h("p", {}, t(address.length <= MOST ? "voter.device.scan" : "voter.device.long")))),
    copyable(address, t("voter.device.address")),
    h("p", {}, t("voter.device.secret")),
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button", on: { click: refresh } }, t("voter.device.back"))));
}
