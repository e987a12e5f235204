// Reads and checks a bundle in a thread of its own, so that the page stays usable: signatures and
// hashes take long on a phone.

import { checkBundle, readBundle } from "./bundle.js";

/**
 * What a worker is asked, and what it answers; null for what is no bundle.
 * @typedef {{ zipped: Blob, manifestText: string, checkpoints: string[] }} Question
 * @typedef {{ bundle: import("./bundle.js").Bundle, checked: import("./bundle.js").Checked } | null} Answer
 */

self.addEventListener("message", async (/** @type {MessageEvent<Question>} */ { data }) => {
  self.postMessage(await answer(data));
});

/** @type {(question: Question) => Promise<Answer>} */
async function answer({ zipped, manifestText, checkpoints }) {
  try {
    const bundle = await readBundle(new Uint8Array(await zipped.arrayBuffer()));
    const checked = checkBundle(bundle, manifestText, checkpoints);
    return { bundle: { ...bundle, proof: new Uint8Array() }, checked }; // the page has no use for so many bytes
  } catch {
    return null;
  }
}
