// The code that takes a phone into a Wi-Fi network. Name and password stay in this tab.

import { h, refill } from "../../lib/dom.js";
import { checkField, textField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { tab } from "../../lib/storage.js";

const KEPT = "ostrakon.wifi";

/** @typedef {{ name: string, password: string, shown: boolean }} Wifi */

/** The text of a code for a network, as phones read it: WPA, or open without a password.
 *  @type {(wifi: { name: string, password: string }) => string} */
export function wifiText({ name, password }) {
  const escaped = (/** @type {string} */ text) => text.replace(/[\\;,:"]/g, "\\$&");
  return `WIFI:T:${password ? "WPA" : "nopass"};S:${escaped(name)};${password ? `P:${escaped(password)};` : ""};`;
}

/** The fields of the network, and its part of the poster, which is empty until the network has a name.
 *  @type {() => { form: HTMLElement, poster: HTMLElement }} */
export function wifiParts() {
  const kept = read();
  const name = textField({ name: "wifi", label: t("admin.join.wifi.name"), value: kept.name, autocomplete: "off",
    maxlength: "32", spellcheck: "false" });
  const password = textField({ name: "wifiPassword", label: t("admin.join.wifi.password"), value: kept.password,
    autocomplete: "off", maxlength: "63", spellcheck: "false", autocapitalize: "none",
    hint: t("admin.join.wifi.password.hint") });
  const letters = checkField({ name: "wifiShown", label: t("admin.join.wifi.show"), value: kept.shown });
  const poster = h("div", { class: "poster-wifi" });
  const show = () => {
    const wifi = { name: name.value(), password: password.input.value, shown: letters.value() };
    keep(wifi);
    refill(poster, wifi.name && [
      h("p", { class: "poster-words" }, t("admin.join.wifi.first", { name: wifi.name })),
      qrCode(wifiText(wifi), t("admin.join.wifi.qr", { name: wifi.name })),
      wifi.shown && wifi.password && h("p", { class: "poster-url" }, wifi.password),
    ]);
  };
  const fields = h("section", { class: "narrow no-print", on: { input: show } },
    h("h2", {}, t("admin.join.wifi")), h("p", {}, t("admin.join.wifi.lead")),
    name.node, password.node, letters.node);
  show();
  return { form: fields, poster };
}

/** @type {() => Wifi} */
function read() {
  const { name = "", password = "", shown = false } = tab.read(KEPT) ?? {};
  return { name: String(name), password: String(password), shown: shown === true };
}

/** @type {(wifi: Wifi) => void} */
function keep(wifi) {
  if (wifi.name) tab.write(KEPT, wifi);
  else tab.drop(KEPT);
}
