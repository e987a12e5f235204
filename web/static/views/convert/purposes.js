// What the models are for. A purpose chooses the method and its options, which are behind it.
//
// keys: convert.purpose.*

import { h } from "../../lib/dom.js";
import { choiceField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";
import { settings } from "./settings.js";

/** @import { Chosen } from "./settings.js" */
/** @typedef {keyof typeof PURPOSES} Purpose */
/** @typedef {{ node: HTMLElement, values(): Chosen, set(values: Chosen): void,
 *   check(): boolean, offer(n: number): void }} Purposes */

const ANGLE = "30"; // of creases, unless people choose another
/** @type {Record<"web" | "edit" | "small" | "raw", Chosen>} */
const PURPOSES = {
  web: { method: "custom-glb", level: "standard", shading: "crease", angle: ANGLE },
  edit: { method: "custom-glb", level: "positions" },
  small: { method: "custom-glb", level: "compact", normals: "shaded", shading: "crease", angle: ANGLE },
  raw: { method: "custom", shading: "flat" },
};

/**
 * The purposes, with the settings folded behind them. Calls changed() at every change. again() is
 * what the button does that offer(n) shows, for n files that were converted in another way.
 * @type {(listing: Api.ConversionMethods, changed: () => void, again: () => void) => Purposes}
 */
export function purposes(listing, changed, again) {
  const names = /** @type {(Purpose | "own")[]} */ ([...Object.keys(PURPOSES), "own"]); // which is none of them
  const choice = choiceField({
    name: "purpose", legend: t("convert.purpose"), onChange: choose,
    options: names.map((name) => (
      { value: name, label: t(`convert.purpose.${name}`), hint: t(`convert.purpose.${name}.about`) })),
  });
  const radios = [...choice.node.querySelectorAll("input")];
  const options = settings(listing, PURPOSES.web, () => {
    mark();
    changed();
  });
  const more = h("details", { class: "fold" }, h("summary", {}, t("convert.settings")), options.node);
  const button = h("button", { type: "button", class: "button button-quiet button-wide", hidden: true,
    on: { click: again } });
  const node = h("form", { class: "panel purposes", novalidate: true,
    on: { submit: (event) => event.preventDefault() } },
    choice.node, button, more);

  function choose() {
    const name = names.find((one) => one === choice.value());
    if (name && name !== "own") options.set(PURPOSES[name]);
  }

  // Marks the purpose that the settings serve. The last is there only for settings of one's own.
  function mark() {
    const values = options.values();
    const serves = Object.entries(PURPOSES).find(([, wanted]) =>
      Object.entries(wanted).every(([key, value]) => values[key] === value));
    const name = serves?.[0] ?? "own";
    for (const radio of radios) radio.checked = radio.value === name;
    const own = radios[radios.length - 1].parentElement;
    if (own) own.hidden = name !== "own";
  }

  mark();
  return {
    node,
    values: options.values,
    set: options.set,
    check() {
      const fine = options.check();
      if (!fine) more.open = true;
      return fine;
    },
    offer(n) {
      if (n === 0 && document.activeElement === button) radios.find((radio) => radio.checked)?.focus();
      button.hidden = n === 0;
      button.textContent = t("convert.again", { n });
    },
  };
}
