// Portraits of candidates. A photo needs the token, which an <img> cannot send, so it is fetched
// and shown from a blob.

import { h } from "./dom.js";
import { showIn } from "./looks.js";

/** @import { Look } from "./looks.js" */

/** @type {WeakMap<Element, Look>} */
const jobs = new WeakMap(); // by frame

// A photo is fetched when it comes near the screen, since a ballot may have a hundred of them.
const nearScreen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    nearScreen.unobserve(entry.target);
    load(entry.target);
  }
}, { rootMargin: "400px" });

/**
 * A frame of fixed size with the candidate's photo, or with the initials while there is none. The
 * name is beside it as text, so it is hidden from screen readers. The name of an option that is `none` has no initials.
 * @type {(person: { name: string, photo?: Look }, signal: AbortSignal, none?: boolean) => HTMLElement}
 */
export function portrait({ name, photo }, signal, none = false) {
  const frame = h("span", { class: none && !photo ? "portrait portrait-none" : "portrait", "aria-hidden": "true" },
    !none && initials(name));
  if (photo) {
    jobs.set(frame, photo);
    nearScreen.observe(frame);
    signal.addEventListener("abort", () => nearScreen.unobserve(frame));
  }
  return frame;
}

/** @type {(frame: Element) => Promise<void>} */
async function load(frame) {
  const job = jobs.get(frame);
  if (!job) return;
  const picture = h("img", { alt: "" });
  picture.addEventListener("error", () => picture.remove());
  try {
    await showIn(picture, job);
    frame.append(picture);
  } catch {
    // The initials stay.
  }
}

/** The first letters of a name, for where there is no photo.
 *  @type {(name: string) => string} */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => [...word][0].toLocaleUpperCase()).join("");
}
