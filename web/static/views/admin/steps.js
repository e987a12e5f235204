// A list of numbered steps: what is done, what comes next, and what comes later. One of them is now,
// and has the one filled button of its page.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * A step. `words` are one line about it, `body` is what can be done in it. One that is `skipped` and
 * not done is not done any more.
 * @typedef {{ title: string, done: boolean, skipped?: boolean, words?: Child, body?: Child }} Step
 */

/** The steps in order, of which the one at `now` is the next; none is where `now` is past the last.
 *  @type {(steps: Step[], now: number) => HTMLElement} */
export const stepList = (steps, now) => h("ol", { class: "way" }, steps.map((step, i) => stepLine(step, i, i === now)));

/** @type {(step: Step, i: number, now: boolean) => HTMLElement} */
function stepLine({ title, done, skipped = false, words, body }, i, now) {
  const kind = now ? "now" : done ? "done" : "later";
  return h("li", { class: `way-step way-${kind}`, "aria-current": now && "step" },
    h("span", { class: "way-mark", "aria-hidden": "true" }, done ? "✓" : skipped ? "–" : i + 1),
    h("div", { class: "way-words" },
      h("h3", { class: "way-title" }, title),
      (now || done || skipped) && h("p", { class: "way-state" },
        t(now ? "steps.now" : done ? "steps.done" : "steps.skipped")),
      words && h("p", { class: "way-line" }, words),
      body));
}
