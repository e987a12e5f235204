// What a candidate looks like: the portrait and, for a solid, a button that turns it. What turns it
// is loaded when somebody asks for it.

import { h, hiddenText } from "./dom.js";
import { t } from "./i18n.js";
import { lookAtAll } from "./looks.js";
import { portrait } from "./portrait.js";
import { explain, notice } from "./states.js";

/** @import { Look } from "./looks.js" */
/** @typedef {{ name: string, photo?: Look, solid?: Look }} Seen */

/**
 * The portrait of a candidate, with the button below it. Where showing them tells whom a voter chose,
 * `among` are all candidates of the question: then their photos and solids are fetched together.
 * @type {(candidate: Seen, signal: AbortSignal, among?: Seen[]) => HTMLElement}
 */
export function likeness(candidate, signal, among = []) {
  const { name, solid } = candidate;
  lookAtAll(among, "photo");
  const face = portrait(candidate, signal);
  if (!solid) return face;
  const problem = h("div", { role: "alert" });
  const turn = async () => {
    problem.replaceChildren();
    lookAtAll(among, "solid");
    try {
      const { turntable } = await import("./turntable.js");
      await turntable({ ...candidate, solid });
    } catch (error) {
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
    }
  };
  return h("div", { class: "solid" }, face,
    h("button", { type: "button", class: "solid-turn no-print", on: { click: turn } }, t("shell.solid.turn"),
      hiddenText(` ${name}`)), problem);
}
