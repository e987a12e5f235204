// Checks as a list: what was checked, whether it passed, and the values.
//
// keys: board.state.* board.value.*

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @import { CheckState } from "../../lib/bundle.js" */
/** @typedef {CheckState | "pending" | "absent"} State */
/** @typedef {{ title: string, text?: string, state: State, values?: object, more?: Child }} Step */

const SIGNS = { passed: "✓", failed: "✗", pending: "…", absent: "?", stated: "?" };

/**
 * The list of steps. Values are shown by name, and undefined ones are left out; `more` goes below
 * them. The state "absent" is for a step with nothing to check.
 * @type {(steps: Step[]) => HTMLElement}
 */
export function stepList(steps) {
  return h("ol", { class: "steps" }, steps.map(step));
}

/** @type {(one: Step) => HTMLElement} */
function step({ title, text, state, values = {}, more }) {
  const shown = Object.entries(values).filter(([, value]) => value !== undefined);
  return h("li", { class: `step step-${tone(state)}` },
    h("p", { class: "step-head" },
      h("span", { class: "step-sign", "aria-hidden": "true" }, SIGNS[state]),
      h("strong", {}, title), " ", h("span", { class: "step-state" }, t(`board.state.${state}`))),
    text && h("p", {}, text),
    (shown.length > 0 || more) && h("details", { class: "about" },
      h("summary", {}, t("board.values")),
      h("dl", { class: "facts facts-small" }, shown.map(([name, value]) => [
        h("dt", {}, t(/** @type {MessageKey} */ (`board.value.${name}`))), h("dd", { class: "hash" }, value === "" ?
           t("board.value.empty") : String(value))])),
      more));
}

/** The worst of states: "failed", "pending", "open" where something was not checked, or "passed".
 *  @template {State} Given
 *  @param {Given[]} states
 *  @returns {"failed" | "open" | "passed" | Extract<Given, "pending">} */
export function tone(...states) {
  if (states.some((state) => state === "failed")) return "failed";
  const pending = states.find((state) => state === "pending");
  if (pending) return /** @type {Extract<Given, "pending">} */ (pending);
  return states.every((state) => state === "passed") ? "passed" : "open";
}
