// What a candidate looks like: the portrait and, for a solid, a button that turns it. What turns it
// is loaded when somebody asks for it.

import { h, hiddenText } from "./dom.js";
import { t } from "./i18n.js";
import { lookAtAll } from "./looks.js";
import { isNone } from "./option.js";
import { portrait } from "./portrait.js";
import { explain, notice } from "./states.js";

/** @import { Look } from "./looks.js" */
/** @typedef {{ id?: string, name: string, photo?: Look, solid?: Look }} Seen */
/** @typedef {{ last?: boolean, candidates: (Seen & { id: string })[] }} Among */

/**
 * The portrait of a candidate of a question, with the button below it. Where showing them tells whom a voter chose, the
 * photos and solids of all candidates are fetched `together`.
 * @type {(candidate: Seen, signal: AbortSignal, question?: Among, together?: boolean) => HTMLElement}
 */
export function likeness(candidate, signal, question, together = false) {
  const { name, solid } = candidate;
  const among = question && together ? question.candidates : [];
  lookAtAll(among, "photo");
  const face = portrait(candidate, signal, question && isNone(question, candidate));
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
