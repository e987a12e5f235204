// A tablet in the hall that takes slips one after the other. It keeps nothing of anybody: whoever
// is done, or has gone, is signed out.

import { announce, h } from "../../lib/dom.js";
import { forgetDrafts } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go } from "../../lib/router.js";
import { current } from "../../lib/session.js";
import { keyIn, signOut } from "../../lib/signin.js";
import { slipForm } from "./slip.js";
import { envelopes } from "./waiting.js";

const KEY = "ostrakon.kiosk";
const AFTER_RECEIPT = 60_000; // milliseconds without a touch until the person is signed out
const AWAY = 180_000; // the same before they have cast their ballot

let here = read();
let camera = false; // somebody has opened it, so the next slips can be shown to it too
/** @type {ReturnType<typeof setTimeout> | undefined} */
let idle;

/** Whether this tab is a kiosk. */
export const isKiosk = () => here;

/** @type {() => boolean} */
function read() {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

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
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // The browser refuses storage: a reload ends the kiosk.
  }
  furnishKiosk();
}

// Plain HTTP has no camera, and not every browser reads codes.
const hasCamera = () => typeof BarcodeDetector === "function" && Boolean(navigator.mediaDevices);

/** Waits for the next slip.
 *  @type {View} */
export function kioskView(signal) {
  forgetDrafts();
  const typing = slipForm();
  const input = /** @type {HTMLInputElement} */ (typing.querySelector("input"));
  setTimeout(() => { if (!signal.aborted) input.focus(); }); // a hand scanner types, and presses Enter
  return h("article", { class: "narrow kiosk-start" },
    h("h1", {}, t("voter.kiosk")),
    h("p", { class: "lead" }, t(hasCamera() ? "voter.kiosk.lead" : "voter.kiosk.lead.typed")),
    h("section", { class: "panel" },
      hasCamera() && scanner(signal, (found) => {
        input.value = keyIn(found);
        typing.requestSubmit();
      }),
      typing));
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

/** A button that opens the camera, which looks for the code of a slip.
 *  @type {(signal: AbortSignal, onFound: (text: string) => void) => HTMLElement} */
function scanner(signal, onFound) {
  const video = h("video", { class: "kiosk-camera", hidden: true, "aria-label": t("voter.kiosk.camera.picture") });
  video.muted = true;
  video.playsInline = true;
  const problem = h("p", { class: "field-error", role: "alert" });
  const button = h("button", { type: "button", class: "button button-quiet button-wide", on: { click: open } },
    t("voter.kiosk.camera"));
  async function open() {
    button.hidden = true;
    problem.textContent = "";
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      const stop = () => { for (const track of stream.getTracks()) track.stop(); };
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop);
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      camera = true;
      announce(t("voter.kiosk.camera.picture"));
      look(new BarcodeDetector({ formats: ["qr_code"] }));
    } catch {
      button.hidden = false;
      video.hidden = true;
      problem.textContent = t("voter.kiosk.camera.failed");
    }
  }
  /** @type {(detector: BarcodeDetector) => Promise<void>} */
  async function look(detector) {
    const found = await detector.detect(video).catch(() => []);
    if (signal.aborted) return;
    if (found.length > 0) onFound(found[0].rawValue);
    setTimeout(look, found.length > 0 ? 3000 : 200, detector); // time to see what came of it
  }
  if (camera) open();
  return h("div", {}, button, video, problem);
}
