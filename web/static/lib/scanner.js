// The code of a slip by camera: in the page where browsers allow it, or in a photo that the device's own camera takes,
// which needs no secure connection. Where the browser cannot read codes, we do.

import { announce, h, uniqueId } from "./dom.js";
import { t } from "./i18n.js";
import { later } from "./later.js";
import { explain } from "./states.js";

let opened = false; // somebody has opened it in this tab, so the next slips can be shown to it too

const hasCamera = () => Boolean(navigator.mediaDevices);

/** Whether the device is held in the hand, as those are that take photos. */
const takesPhotos = () => matchMedia("(pointer: coarse)").matches;

/** Whether there is a camera: a page over plain HTTP has none of its own. */
export const canScan = () => hasCamera() || takesPhotos();

/** A button that opens the camera; nothing where there is none. onFound(text) is told what a code says.
 *  @type {(signal: AbortSignal, onFound: (text: string) => void) => Child} */
export function scanner(signal, onFound) {
  if (!canScan()) return null;
  const video = h("video", { class: "kiosk-camera", hidden: true, "aria-label": t("shell.scan.picture") });
  video.muted = true;
  video.playsInline = true;
  const problem = h("p", { class: "field-error", role: "alert" });
  const photo = photoButton(onFound, (words) => { problem.textContent = words; });
  photo.hidden = hasCamera();
  const button = h("button", { type: "button", class: "button button-quiet button-wide", hidden: !hasCamera(),
    on: { click: open } }, t("shell.scan"));
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
      look(await readerOf(video));
    } catch {
      button.hidden = false;
      video.hidden = true;
      photo.hidden = !takesPhotos();
      problem.textContent = t("shell.scan.failed");
    }
  }
  /** @type {(read: () => Promise<string | null>) => Promise<void>} */
  async function look(read) {
    const found = await read();
    if (signal.aborted) return;
    if (found !== null) onFound(found);
    setTimeout(look, found !== null ? 3000 : 200, read); // time to see what came of it
  }
  if (opened && hasCamera()) open();
  return h("div", {}, button, video, photo, problem);
}

/** What reads the code in a video, at the moment when it is asked.
 *  @type {(video: HTMLVideoElement) => Promise<() => Promise<string | null>>} */
async function readerOf(video) {
  if (typeof BarcodeDetector === "function") {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async () => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
  }
  const { readFrame } = await later(() => import("./qr/photo.js"));
  return async () => readFrame(video);
}

/** A button that takes a photo and reads its code, or says why it does not.
 *  @type {(onFound: (text: string) => void, onProblem: (words: string) => void) => HTMLElement} */
function photoButton(onFound, onProblem) {
  const id = uniqueId("photo");
  const input = h("input", { type: "file", id, accept: "image/*", capture: "environment", class: "picker-input",
    on: { change } });
  const label = h("label", { for: id, class: "button button-quiet button-wide" }, t("shell.scan.photo"));
  async function change() {
    const file = input.files?.[0];
    if (!file) return;
    onProblem("");
    label.textContent = t("shell.scan.reading");
    input.disabled = true;
    announce(t("shell.scan.reading"));
    try {
      const text = await (await later(() => import("./qr/photo.js"))).readPhoto(file);
      if (text === null) onProblem(t("shell.scan.none"));
      else onFound(text);
    } catch (error) {
      onProblem(explain(error));
    }
    input.value = ""; // the same file may be chosen again
    input.disabled = false;
    label.textContent = t("shell.scan.photo");
  }
  return h("div", {}, input, label);
}
