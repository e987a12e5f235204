// The buttons that turn a solid.
//
// keys: solid.do.*

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Action } from "./viewer/controls.js" */

/** @type {[name: Exclude<Action, "fit">, sign: string][]} */
const BUTTONS = [["left", "←"], ["right", "→"], ["up", "↑"], ["down", "↓"], ["nearer", "+"], ["farther", "−"]];

/** The buttons. act(name) moves the camera, turn() lets the solid turn by itself or stops it, and press(on) shows
 *  whether it turns.
 *  @type {(act: (name: Action) => void, turn: () => void) => { node: HTMLElement, press(on: boolean): void }} */
export function createTurner(act, turn) {
  const turning = h("button", { type: "button", class: "tool tool-wide", "aria-pressed": "false",
    on: { click: turn } }, t("solid.turning"));
  const node = h("div", { class: "tools", role: "group", "aria-label": t("solid.tools") },
    BUTTONS.map(([action, sign]) => {
      const label = t(`solid.do.${action}`);
      return h("button", { type: "button", class: "tool", "aria-label": label, title: label,
        on: { click: () => act(action) } }, sign);
    }), turning);
  return { node, press: (on) => turning.setAttribute("aria-pressed", String(on)) };
}
