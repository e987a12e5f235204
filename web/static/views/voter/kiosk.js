// A tablet in the hall that takes slips one after the other. It keeps nothing of anybody: whoever
// is done, or has gone, is signed out.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { go } from "../../lib/router.js";
import { current } from "../../lib/session.js";
import { signOut } from "../../lib/signin.js";
import { tab } from "../../lib/storage.js";
import { envelopes } from "./waiting.js";

const KEY = "ostrakon.kiosk";
const AFTER_RECEIPT = 60_000; // milliseconds without a touch until the person is signed out
const AWAY = 180_000; // the same before they have cast their ballot

let here = tab.read(KEY) !== null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let idle;

/** Whether this tab is a kiosk. */
export const isKiosk = () => here;

/** Looks like a kiosk, if this tab is one. */
export function furnishKiosk() {
  if (!here) return;
  document.documentElement.classList.add("kiosk");
  for (const type of ["pointerdown", "keydown", "hashchange"]) window.addEventListener(type, wait);
}

/** Makes this tab a kiosk until it is closed. */
export function becomeKiosk() {
  if (here) return;
  here = true;
  tab.write(KEY, true); // where the browser refuses, a reload ends the kiosk
  furnishKiosk();
}

/** The receipt's way out: the next person comes.
 *  @type {() => HTMLElement} */
export function doneButton() {
  wait();
  return h("button", { type: "button", class: "button", on: { click: signOut } }, t("voter.kiosk.done"));
}

// Whoever goes away without a word is signed out. A ballot that is on its way has time.
function wait() {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (current() && envelopes().length > 0) wait();
    else if (current()) signOut();
    else if (!document.querySelector(".kiosk-start")) go("kiosk");
  }, location.hash.endsWith("/receipt") ? AFTER_RECEIPT : AWAY);
}
