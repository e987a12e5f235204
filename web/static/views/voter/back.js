// The way back to the list of elections.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** The link at the top of a view of one election. */
export function backLink() {
  return h("p", { class: "back" }, h("a", { href: "#" }, t("voter.back")));
}
