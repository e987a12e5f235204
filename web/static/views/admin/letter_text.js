// The club's own text of letters.

import { h } from "../../lib/dom.js";
import { areaField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";

const KEY = "ostrakon.letter";

/** The text of letters, which this browser keeps.
 *  @type {(changed: () => void) => { node: HTMLElement, value(): string }} */
export function letterText(changed) {
  // The names stay in braces: they are filled in for each person.
  const names = { name: "{name}", election: "{election}", end: "{end}", organisation: "{organisation}", contact: "{contact}" };
  const ours = t("roll.letter.text", names);
  const input = () => {
    keep(area.value() === ours ? "" : area.value());
    changed();
  };
  const area = areaField({
    name: "text", label: t("roll.letter.label"), hint: t("roll.letter.hint", names), missing: " ", value: kept() || ours, rows: "14",
    maxlength: "4000", on: { change: input },
  });
  const reset = () => {
    area.set(ours);
    input();
  };
  return {
    node: h("div", {}, area.node, h("p", {}, h("button", { type: "button", class: "plain", on: { click: reset } }, t("roll.letter.reset")))),
    value: area.value,
  };
}

function kept() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // the browser refuses storage
  }
}

/** @type {(text: string) => void} */
function keep(text) {
  try {
    if (text) localStorage.setItem(KEY, text);
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
