// What all minutes have: rows of facts, and lines for signatures.
//
// keys: minutes.sign.*

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @typedef {[name: string, value: Child][]} Rows */

const SIGNERS = /** @type {const} */ (["chair", "secretary"]);

/** @type {(rows: Rows) => HTMLElement} */
export const rowsOf = (rows) => h("dl", { class: "facts facts-rows" }, rows.filter(([, value]) => value)
  .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));

/** Where the chair, the secretary and each teller sign; "" is a teller whose name is not known.
 *  @type {(tellers: string[]) => HTMLElement} */
export const signatures = (tellers) => h("section", { class: "minutes-signatures" },
  h("h3", {}, t("minutes.signatures")),
  h("p", { class: "minutes-line" }, t("minutes.placeAndDate")),
  h("ul", {},
    SIGNERS.map((who) => h("li", { class: "minutes-line" }, t(`minutes.sign.${who}`))),
    tellers.map((name) => h("li", { class: "minutes-line" }, t("minutes.sign.teller"), name && `, ${name}`))));
