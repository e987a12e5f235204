// Opens a holder's shares of all ballots in a thread of its own, so that the page stays usable.

import { RECORD, readRecord } from "./shares.js";
import { shareOpener } from "./sealing.js";

/**
 * What a worker is asked: the election and the hash of its manifest, the holder's number and secret, the records of all
 * ballots, and the leaves that they must have, in hexadecimal and in order. It answers how many it has opened, again
 * and again, and in the end the shares, or null if the ballots are others than those in the log.
 * @typedef {{ election: string, manifest: Bytes, number: number, secret: Bytes, records: Blob,
 *   leaves: string[] }} Question
 * @typedef {{ opened: number } | { shares: Bytes | null }} Answer
 */

const SHARE = 32; // bytes
const STEP = 20; // ballots from one answer to the next

self.addEventListener("message", async (/** @type {MessageEvent<Question>} */ { data }) => {
  self.postMessage({ shares: await sharesOf(data) });
});

/** @type {(question: Question) => Promise<Bytes | null>} */
async function sharesOf({ election, manifest, number, secret, records, leaves }) {
  const bytes = new Uint8Array(await records.arrayBuffer());
  if (bytes.length !== RECORD * leaves.length) return null;
  const open = shareOpener({ election, manifest }, number, secret);
  const shares = new Uint8Array(SHARE * leaves.length); // zeros for one that does not open
  for (const [i, expected] of leaves.entries()) {
    const { leaf, part } = readRecord(election, bytes.subarray(RECORD * i, RECORD * (i + 1)));
    if (leaf !== expected) return null;
    shares.set(open(part) ?? [], SHARE * i);
    if ((i + 1) % STEP === 0) self.postMessage({ opened: i + 1 });
  }
  return shares;
}
