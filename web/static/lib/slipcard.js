// A slip on paper, ten of which are on a page.

import { h } from "./dom.js";
import { spoken, t } from "./i18n.js";
import { shortNumber } from "./keynumber.js";
import { qrCode } from "./qr.js";

/** The key number, to compare on the page where the vote is cast.
 *  @type {(keyNumber?: string) => Child} */
export const numberLine = (keyNumber) => keyNumber && h("p", { class: "slip-small" }, t("slip.keyNumber"), " ",
  h("span", { class: "slip-key" }, shortNumber(keyNumber)));

/** A slip. Its head says whose election it is, and its secret has a label. The link has the secret in it.
 *  @type {(slip: { language: Api.Language, head: Child, link: string, name: string, member?: string, address: string,
 *   label: string, secret: string, keyNumber?: string }) => HTMLElement} */
export const slipCard = ({ language, head, link, name, member, address, label, secret, keyNumber }) =>
  h("li", { class: "slip-card", ...spoken(language) },
    h("div", { class: "slip-head" }, head),
    qrCode(link, t("slip.qr", { name })),
    h("div", { class: "slip-body" },
      h("p", { class: "slip-name" }, name),
      member && h("p", { class: "slip-small" }, t("slip.member", { member })),
      h("p", { class: "slip-small" }, t("slip.at"), " ", h("span", { class: "slip-address" }, address)),
      h("p", { class: "slip-small" }, label, " ", h("span", { class: "slip-key" }, secret)),
      numberLine(keyNumber)));
