// Portraits of candidates. A photo needs the token, which an <img> cannot send: it is fetched and shown from a blob.

import { image } from "./api.js";
import { h } from "./dom.js";

const jobs = new WeakMap(); // frame -> {url, signal}

// Photos are fetched when they come near the screen: a ballot may have a hundred of them.
const nearScreen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    nearScreen.unobserve(entry.target);
    load(entry.target);
  }
}, { rootMargin: "400px" });

/**
 * A frame of fixed size with the candidate's photo, or their initials where there is none (yet). The name stands beside
 * it in the text, so it is hidden from screen readers.
 */
export function portrait({ name, photo }, signal) {
  const frame = h("span", { class: "portrait", "aria-hidden": "true" }, initials(name));
  if (photo) {
    jobs.set(frame, { url: photo.url, signal });
    nearScreen.observe(frame);
    signal.addEventListener("abort", () => nearScreen.unobserve(frame));
  }
  return frame;
}

async function load(frame) {
  const { url, signal } = jobs.get(frame);
  let address;
  try {
    address = URL.createObjectURL(await image(url, signal));
  } catch {
    return; // the initials stay
  }
  const release = () => URL.revokeObjectURL(address);
  const picture = h("img", { alt: "", on: { load: release, error: () => { release(); picture.remove(); } } });
  picture.src = address;
  frame.append(picture);
}

/** The first letters of a name, for where there is no photo. */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => [...word][0].toLocaleUpperCase()).join("");
}
