// Checks as a list: what was checked, whether it holds, and with which values.
//
// keys: board.state.* board.value.*

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

const SIGNS = { passed: "✓", failed: "✗", pending: "…", insecure: "?", unsupported: "?", absent: "?" };

/**
 * The list of steps {title, text, state, values, more}: values are shown by name, empty ones are left out; `more` is a node
 * below them. The state is one of those of checkSignature, "pending", or "absent" for what there was nothing to check with.
 */
export function stepList(steps) {
  return h("ol", { class: "steps" }, steps.map(step));
}

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
        h("dt", {}, t(`board.value.${name}`)), h("dd", { class: "hash" }, value === "" ? t("board.value.empty") : String(value))])),
      more));
}

/** The worst of states: "failed", "pending", "open" where something was not checked, or "passed". */
export function tone(...states) {
  for (const worst of ["failed", "pending"]) if (states.includes(worst)) return worst;
  return states.every((state) => state === "passed") ? "passed" : "open";
}
