// Coming with a signed link of the members' portal: straight to the ballot, or why not.

import { codeOf, post } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { explain, notice } from "../../lib/states.js";
import { enter } from "./slip.js";

/** Signs in with the token of a link. Where that fails for good, the page says so.
 *  @type {(signal: AbortSignal, token: string) => Promise<HTMLElement | undefined>} */
export async function portalView(signal, token) {
  try {
    await enter({ ...await post("/api/auth/portal", { token }, signal), byKey: true });
    return undefined;
  } catch (error) {
    if (signal.aborted || codeOf(error) === "unreachable") throw error;
    return h("article", { class: "narrow" },
      h("h1", {}, t("voter.portal.wrong")),
      notice("problem", h("p", {}, explain(error))),
      h("p", {}, h("a", { href: "#" }, t("voter.portal.other"))));
  }
}
