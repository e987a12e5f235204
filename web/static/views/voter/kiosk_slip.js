// Where a kiosk takes slips: scanned, photographed or typed.

import { h } from "../../lib/dom.js";
import { forgetDrafts } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { canScan, scanner } from "../../lib/scanner.js";
import { slipForm } from "./slip.js";

/** Waits for the next slip.
 *  @type {View} */
export function kioskView(signal) {
  forgetDrafts();
  const typing = slipForm();
  const input = /** @type {HTMLInputElement} */ (typing.querySelector("input"));
  setTimeout(() => { if (!signal.aborted) input.focus(); }); // a hand scanner types, and presses Enter
  return h("article", { class: "narrow kiosk-start" },
    h("h1", {}, t("voter.kiosk")),
    h("p", { class: "lead" }, t(canScan() ? "voter.kiosk.lead" : "voter.kiosk.lead.typed")),
    h("section", { class: "panel" },
      scanner(signal, (found) => {
        input.value = found;
        typing.requestSubmit();
      }),
      typing));
}
