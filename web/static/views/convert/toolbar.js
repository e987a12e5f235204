// The buttons below a model in 3D.
//
// keys: convert.view.do.*

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @type {[name: Exclude<Action, "fit">, sign: string][]} */
const BUTTONS = [["left", "←"], ["right", "→"], ["up", "↑"], ["down", "↓"], ["nearer", "+"], ["farther", "−"]];

/** @import { Action } from "../../lib/viewer/controls.js" */
/** @typedef {"scale" | "wires" | "turning"} Toggle */
/** @typedef {{ node: HTMLElement, enable(on: boolean): void,
 *   press(pressed: Record<Toggle, boolean>): void }} Toolbar */

/** The buttons. act(name) moves the camera, and toggle(name) switches something on or off.
 *  @type {(act: (name: Action) => void, toggle: (name: Toggle) => void) => Toolbar} */
export function createToolbar(act, toggle) {
  /** @type {(words: string, label: string, click: () => void) => HTMLButtonElement} */
  const sign = (words, label, click) =>
    h("button", { type: "button", class: "tool", "aria-label": label, title: label, on: { click } }, words);
  /** @type {(words: string, click: () => void) => HTMLButtonElement} */
  const word = (words, click) => h("button", { type: "button", class: "tool tool-wide", on: { click } }, words);
  const moves = BUTTONS.map(([name, words]) => sign(words, t(`convert.view.do.${name}`), () => act(name)));
  const toggles = {
    scale: word(t("convert.view.scale"), () => toggle("scale")),
    wires: word(t("convert.view.wires"), () => toggle("wires")),
    turning: word(t("convert.view.turn"), () => toggle("turning")),
  };
  const all = [...moves, word(t("convert.view.do.fit"), () => act("fit")), ...Object.values(toggles)];
  return {
    node: h("div", { class: "tools", role: "group", "aria-label": t("convert.view.tools") }, all),
    enable(on) { for (const one of all) one.disabled = !on; },
    press(pressed) {
      for (const name of /** @type {Toggle[]} */ (Object.keys(toggles))) toggles[name].setAttribute("aria-pressed",
         String(pressed[name]));
    },
  };
}
