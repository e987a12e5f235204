// The address of this server for a room full of phones, as large as the screen.

import { announce, h, refill } from "../../lib/dom.js";
import { selectField } from "../../lib/fields.js";
import { zoneName } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { notice } from "../../lib/states.js";
import { findAddresses } from "./address.js";
import { page } from "./frame.js";
import { needs, protection, spaced } from "./join_safety.js";
import { closePanel, letInPanel } from "./room.js";
import { wifiParts } from "./wifi.js";

/** The address and its code, or the button that opens the server to the network.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function joinView(signal, info) {
  const { network, addresses } = await findAddresses(signal);
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page(
    { info, section: "join", title: t("admin.join.title"), lead: t("admin.join.lead") }, content);
  if (addresses.length === 0) return frame(network.localOnly ? letInPanel(network)
    : [notice("info", h("p", {}, t("admin.join.none"))), network.room && closePanel()]);

  const poster = h("div", { class: "poster" });
  const wifi = wifiParts();
  const safety = h("div", { class: "narrow no-print" });
  /** @type {(url: string) => void} */
  const show = (url) => {
    refill(poster,
      h("p", { class: "poster-title" }, info.organisation || t("admin.join.vote")),
      wifi.poster,
      qrCode(`${url}/`, t("admin.join.qr", { url })),
      h("p", { class: "poster-url" }, url.replace(/^http:\/\//, "")),
      network.certificate && h("p", { class: "poster-print" }, t("admin.join.print"),
        h("span", { class: "hash" }, spaced(network.certificate.sha256))),
      h("p", { class: "poster-words" }, t("admin.join.words")),
      h("p", { class: "muted" }, t("shell.zone", { zone: zoneName() })),
      full());
    refill(safety, needs(info, network), protection(url, network));
  };
  const full = () => document.fullscreenEnabled && h("button", {
    type: "button", class: "button button-quiet poster-button", on: { click: toggle },
  }, t(document.fullscreenElement ? "admin.join.small" : "admin.join.full"));
  const toggle = () => (document.fullscreenElement ? document.exitFullscreen() : poster.requestFullscreen());
  const changed = () => {
    const button = /** @type {HTMLButtonElement} */ (poster.querySelector(".poster-button"));
    button.textContent = t(document.fullscreenElement ? "admin.join.small" : "admin.join.full");
    button.focus();
  };
  document.addEventListener("fullscreenchange", changed);
  signal.addEventListener("abort", () => document.removeEventListener("fullscreenchange", changed));

  show(addresses[0]);
  const choice = selectField({
    name: "address", label: t("admin.join.address"), hint: t("admin.join.address.hint"), value: addresses[0],
    options: addresses.map((url) => ({ value: url, label: url })),
    onChange: (url) => {
      show(url);
      announce(t("admin.join.qr", { url }));
    },
  });
  return frame(poster, addresses.length > 1 && h("div", { class: "narrow no-print" }, choice.node), wifi.form, safety,
    network.room && closePanel(),
    h("section", { class: "narrow no-print" },
      h("h2", {}, t("admin.join.kiosk")),
      h("p", {}, t("admin.join.kiosk.lead")),
      h("p", { class: "actions" }, h("a", { class: "button button-quiet", href: "/#kiosk" },
        t("admin.join.kiosk.go")))),
    h("section", { class: "narrow no-print" },
      h("h2", {}, t("admin.join.trouble")),
      h("ul", { class: "points" },
        h("li", {}, t("admin.join.trouble.firewall")),
        h("li", {}, t("admin.join.trouble.guest")))));
}
