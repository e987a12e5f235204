// The camera, which looks for the code of a slip.

import { announce, h } from "./dom.js";
import { t } from "./i18n.js";

let opened = false; // somebody has opened it in this tab, so the next slips can be shown to it too

/** Whether there is a camera that reads codes: plain HTTP has none, and not every browser reads them. */
export const hasCamera = () => typeof BarcodeDetector === "function" && Boolean(navigator.mediaDevices);

/** A button that opens the camera; nothing where there is none. onFound(text) is told what a code says.
 *  @type {(signal: AbortSignal, onFound: (text: string) => void) => Child} */
export function scanner(signal, onFound) {
  if (!hasCamera()) return null;
  const video = h("video", { class: "kiosk-camera", hidden: true, "aria-label": t("shell.scan.picture") });
  video.muted = true;
  video.playsInline = true;
  const problem = h("p", { class: "field-error", role: "alert" });
  const button = h("button", { type: "button", class: "button button-quiet button-wide", on: { click: open } },
    t("shell.scan"));
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
      opened = true;
      announce(t("shell.scan.picture"));
      look(new BarcodeDetector({ formats: ["qr_code"] }));
    } catch {
      button.hidden = false;
      video.hidden = true;
      problem.textContent = t("shell.scan.failed");
    }
  }
  /** @type {(detector: BarcodeDetector) => Promise<void>} */
  async function look(detector) {
    const found = await detector.detect(video).catch(() => []);
    if (signal.aborted) return;
    if (found.length > 0) onFound(found[0].rawValue);
    setTimeout(look, found.length > 0 ? 3000 : 200, detector); // time to see what came of it
  }
  if (opened) open();
  return h("div", {}, button, video, problem);
}
