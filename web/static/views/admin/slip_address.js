// The choice of the address that slips and letters carry, before any key is made.

import { h } from "../../lib/dom.js";
import { choiceField, textField } from "../../lib/fields.js";
import { rich, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";

const OTHER = "other";

/** An address as people type it, with its scheme, and without a slash or more at its end; "" if it
 *  is none.
 *  @type {(text: string) => string} */
function addressOf(text) {
  try {
    const { origin, pathname } = new URL(/^https?:/i.test(text) ? text : `https:${text}`);
    return `${origin}${pathname}`.replace(/\/+$/, "");
  } catch {
    return "";
  }
}

/**
 * Fields to choose the address: the one of the settings, if there is one, those at which phones
 * find this server, or another. check() says what is wrong with the choice and shows it.
 * @type {(kept: string, found: string[], onChange: () => void) => { node: HTMLElement,
 *   value(): string, check(): boolean }}
 */
export function addressField(kept, found, onChange) {
  const options = [
    ...(kept ? [{ value: kept, label: kept, hint: t("roll.slips.address.settings") }] : []),
    ...found.filter((url) => url !== kept).map((url) => ({
      value: url, label: url, hint: t(url === location.origin ? "roll.slips.address.here"
        : "roll.slips.address.network"),
    })),
    { value: OTHER, label: t("roll.slips.address.other") },
  ];
  const reachable = options.length > 1;
  if (!reachable) options.push({ value: location.origin, label: location.origin, hint: t("roll.slips.address.local") });
  const other = textField({
    name: OTHER, label: t("roll.slips.address.other.label"), hint: t("roll.slips.address.other.hint"), inputmode: "url",
    missing: t("roll.slips.address.other.wrong"),
    check: (text) => (addressOf(text) ? "" : t("roll.slips.address.other.wrong")),
    autocapitalize: "none", spellcheck: "false", autocomplete: "off", on: { change: onChange },
  });
  const choice = choiceField({
    name: "address", legend: t("roll.slips.address"), hint: t("roll.slips.address.hint"), options,
    onChange: (value) => {
      other.node.hidden = value !== OTHER;
      onChange();
    },
  });
  other.node.hidden = choice.value() !== OTHER;
  return {
    node: h("div", {},
      !reachable && notice("info", h("p", {},
        rich("roll.slips.unreachable", { join: h("a", { href: "#join" }, t("admin.join.title")) }))),
      choice.node, other.node),
    value: () => (choice.value() === OTHER ? addressOf(other.value()) : choice.value()),
    check() {
      const message = choice.value() === OTHER ? other.check() : "";
      other.showError(message);
      if (message) other.focusable.focus();
      return !message;
    },
  };
}
