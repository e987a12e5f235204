// What candidates look like: photos and solids, each fetched once. Else the last page before casting,
// which shows whom a voter chose, would ask the server for the photo of nobody but them.

import { blob } from "./api.js";

/** @typedef {{ url: string, sha256?: string }} Look */

/** @type {Map<string, Promise<Blob>>} */
const fetched = new Map(); // by path and hash: a draft may get another photo at the same path

/** The bytes of a photo or a solid.
 *  @type {(look: Look) => Promise<Blob>} */
export function look({ url, sha256 = "" }) {
  const key = `${url} ${sha256}`;
  const known = fetched.get(key);
  if (known) return known;
  const coming = blob(url);
  fetched.set(key, coming);
  coming.catch(() => fetched.delete(key));
  return coming;
}

/** Shows a photo in an image, which gets its events.
 *  @type {(picture: HTMLImageElement, photo: Look) => Promise<void>} */
export async function showIn(picture, photo) {
  const address = URL.createObjectURL(await look(photo));
  for (const end of ["load", "error"])
    picture.addEventListener(end, () => URL.revokeObjectURL(address), { once: true });
  picture.src = address;
}

/** Fetches the photos or the solids of all these candidates that are not here yet, in their order.
 *  @type {(candidates: { photo?: Look, solid?: Look }[], what: "photo" | "solid") => void} */
export function lookAtAll(candidates, what) {
  for (const candidate of candidates) {
    const one = candidate[what];
    if (one) look(one).catch(() => {}); // whoever shows it says so
  }
}
