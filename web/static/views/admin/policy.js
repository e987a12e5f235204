// Who may vote, in words, for the pages where it matters.
//
// keys: settings.policy.*

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";

/** Whether anybody can register with invented letters and digits.
 *  @type {(info: Api.Info) => boolean} */
const isOpenDoor = ({ identity: { policy, nationalId, voterId } }) =>
  policy === "number" && (nationalId.scheme === "any" || voterId.scheme === "any");

/** The warning that anybody can register, if that is so.
 *  @type {(info: Api.Info) => Child} */
export const openDoor = (info) => isOpenDoor(info) && notice("info", h("p", {}, t("settings.policy.open")));

/** By which policy people are admitted, and where that is changed.
 *  @type {(info: Api.Info) => Child} */
export const policyLine = (info) => [
  h("p", { class: "muted" }, t("settings.policy.now", { policy: t(`settings.policy.${info.identity.policy}`) }), " ",
    h("a", { href: "#settings" }, t("settings.policy.change"))),
  openDoor(info),
];
