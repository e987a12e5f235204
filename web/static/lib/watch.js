// Watching a log: what the board shows is compared with what it showed this browser before, as
// "ostrakon witness" does it.

import { concat, unbase64 } from "./bytes.js";
import { leafHash, onlyGrew } from "./merkle.js";
import { installationOf, openNote, readCheckpoint } from "./note.js";
import { sha256 } from "./sha256.js";
import { browser } from "./storage.js";

const KEY = "ostrakon.watch."; // before the id of an election, in the storage of the browser
const LONGEST_PROOF = 64; // hashes

/**
 * What the board shows at one moment. `ended`: before it gave the checkpoint, it said that the
 * election was counted or cancelled.
 * @typedef {{ manifest: string, checkpoint: string, ended: boolean }} Sight
 * @typedef {"fork" | "shrunk" | "manifest" | "seal"} Alarm
 * @typedef {{ alarm: Alarm } | { size: number, grown: number }} Seen
 */

/** @type {(bytes: Uint8Array) => Bytes} */
const openLeaf = (manifestHash) => leafHash(concat("ostrakon/open/4\0", manifestHash));

/**
 * Compares what the board shows with what it showed before, or with nothing. prove(from, to) asks for
 * a consistency proof in base64. Resolves to the size of the log and by how much it has grown, or to
 * an alarm. Throws an error for what is not signed.
 * @type {(before: Sight | null, now: Sight,
 *   prove: (from: number, to: number) => Promise<string[]>) => Promise<Seen>}
 */
export async function compareSights(before, now, prove) {
  if (before && before.manifest !== now.manifest) return { alarm: "manifest" };
  const to = signed(now);
  const opened = { size: 1, root: openLeaf(sha256(concat("ostrakon/manifest/4\0", now.manifest))) };
  const from = before ? signed(before) : opened;
  if (to.size < from.size) return { alarm: before ? "shrunk" : "manifest" };
  const proof = to.size === from.size ? [] : await prove(from.size, to.size);
  const hashes = proof.slice(0, LONGEST_PROOF + 1).map((text) => unbase64(text) ?? new Uint8Array());
  const grew = hashes.length <= LONGEST_PROOF && onlyGrew(from, to, hashes);
  if (before?.ended && (to.size !== from.size || !grew)) return { alarm: "seal" };
  if (!grew) return { alarm: before ? "fork" : "manifest" };
  return { size: to.size, grown: before ? to.size - from.size : 0 };
}

/** @type {(sight: Sight) => { size: number, root: Bytes }} */
function signed({ manifest, checkpoint }) {
  const installation = installationOf(JSON.parse(manifest));
  const note = openNote(checkpoint, [installation]);
  const read = note?.by.length === 1 ? readCheckpoint(note.text, installation.name) : null;
  if (!read) throw new Error("the checkpoint is not signed by the key of the manifest");
  return read;
}

/** What this browser has kept of an election, or null.
 *  @type {(id: string) => Sight | null} */
export function keptSight(id) {
  const sight = browser.read(KEY + id);
  const whole = sight && typeof sight.manifest === "string" && typeof sight.checkpoint === "string" &&
    typeof sight.ended === "boolean";
  return whole ? sight : null;
}

/** Keeps what was seen of an election. Returns false if the browser refuses.
 *  @type {(id: string, sight: Sight) => boolean} */
export const keepSight = (id, sight) => browser.write(KEY + id, sight);
