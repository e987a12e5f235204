// What phones need in order to vote in a room, and what the connection keeps from others there.

import { copyable } from "../../lib/copy.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** A fingerprint in groups of four digits, as it can be compared with any browser's.
 *  @type {(sha256: string) => string} */
export const spaced = (sha256) => (sha256.toUpperCase().match(/.{4}/g) ?? []).join(" ");

/** @type {(info: Api.Info, network: Api.Network) => HTMLElement} */
export function needs(info, network) {
  return h("section", {},
    h("h2", {}, t("admin.join.needs")),
    h("ul", { class: "points" },
      h("li", {}, t("admin.join.needs.network")),
      h("li", {}, t("admin.join.needs.browser")),
      network.certificate && h("li", {}, t("admin.join.needs.warning")),
      info.identity.cards && info.identity.policy !== "roll" && h("li", {}, t("admin.join.needs.camera"))));
}

/**
 * What others in the network learn at an address. A connection that is encrypted although the server
 * does not do it ends at a web server in front, whose certificate browsers know.
 * @type {(url: string, network: Api.Network) => HTMLElement}
 */
export function protection(url, network) {
  if (url.startsWith("http:")) return openly(network);
  if (!network.certificate) return h("section", {}, h("h2", {}, t("admin.join.safe")),
    h("p", {}, t("admin.join.safe.trusted")));
  return h("section", {},
    h("h2", {}, t("admin.join.safe")),
    h("p", {}, t("admin.join.safe.own")),
    h("h3", {}, t("admin.join.trust")),
    h("p", {}, t("admin.join.trust.lead")),
    h("p", { class: "actions" }, h("a", { class: "button button-quiet", href: "/api/certificate" },
      t("admin.join.trust.get"))));
}

/** @type {(network: Api.Network) => HTMLElement} */
function openly({ port = 8080, room }) {
  return h("section", {},
    h("h2", {}, t("admin.join.open")),
    h("p", {}, t("admin.join.open.lead")),
    h("ul", { class: "points" },
      h("li", {}, t("admin.join.open.keys")),
      h("li", {}, t("admin.join.open.pages")),
      h("li", {}, t("admin.join.open.ballots"))),
    h("p", {}, t(room ? "admin.room.again" : "admin.join.open.tls")),
    !room && copyable(`ostrakon serve -lan -tls${port === 8080 ? "" : ` -addr :${port}`}`, t("admin.room.how.own")));
}
