// The log of an election as the board lists it: a signed checkpoint, an empty line, and the leaves
// that the checkpoint covers.

import { concat, hex, same, unhex } from "./bytes.js";
import { openLeaf } from "./leaf.js";
import { leafHash, merkleRoot } from "./merkle.js";
import { holdersOf, installationOf, openNote, openSigned, readCheckpoint, readSeal, witnessesOf } from "./note.js";
import { sha256 } from "./sha256.js";

const LEAF = /^[0-9a-f]{64}$/;

/**
 * Reads the list, with leaf hashes as hexadecimal text. Returns null for any other text. It checks
 * neither the signature nor the root.
 * @type {(text: string) => { checkpoint: string, leaves: string[] } | null}
 */
export function readLog(text) {
  const end = text.indexOf("\n\n", text.indexOf("\n\n") + 2); // the first ends the text of the checkpoint
  const leaves = text.slice(end + 2).split("\n");
  return end > 0 && leaves.pop() === "" && leaves.every((leaf) => LEAF.test(leaf))
    ? { checkpoint: text.slice(0, end + 1), leaves } : null;
}

/**
 * A log at one size, as its checkpoint and its leaves agree on it, and the names of the witnesses who have cosigned it.
 * After the count `sealed` is the text of the seal that ended the log, which is then without its end.
 * @typedef {{ size: number, root: Bytes, leaves: string[], witnesses: string[], sealed?: string }} Closed
 */

/** The log at the close, from the whole log of an election that was counted and the signed seal with which it ends.
 *  Returns null for another seal.
 *  @type {(log: Closed, signed: string, manifest: Api.Manifest) => Closed | null} */
export function beforeSeal({ leaves, witnesses }, signed, manifest) {
  const note = openSigned(manifest, signed, holdersOf(manifest));
  const enough = note && note.by.length >= manifest.threshold;
  const seal = enough ? readSeal(note.text, manifest) : null;
  const before = leaves.slice(0, -1);
  const root = merkleRoot(before.map((leaf) => unhex(leaf, 32) ?? new Uint8Array()));
  const ends = note && hex(leafHash(concat("ostrakon/end/4\0", sha256(concat(note.text))))) === leaves.at(-1);
  return note && ends && seal?.castRoot === hex(root)
    ? { size: before.length, root, leaves: before, witnesses, sealed: note.text } : null;
}

/** Checks the list against a manifest: its signatures, its root, and that it begins with this manifest. Returns null
 *  for any other text.
 *  @type {(text: string, frozen: import("./ballot.js").Frozen) => Closed | null} */
export function checkLog(text, { manifest, hash }) {
  const log = readLog(text);
  const own = installationOf(manifest);
  const note = log && openNote(log.checkpoint, [own, ...witnessesOf(manifest)]);
  const point = note?.by.includes(own.name) ? readCheckpoint(note.text, own.name) : null;
  if (!log || !note || point?.size !== log.leaves.length || log.leaves[0] !== hex(openLeaf(hash))) return null;
  const root = merkleRoot(log.leaves.map((leaf) => unhex(leaf, 32) ?? new Uint8Array()));
  const { size } = point;
  return same(root, point.root) ? { size, root, leaves: log.leaves, witnesses: note.by.filter((name) =>
    name !== own.name) } : null;
}

/** The name of a file with a checkpoint.
 *  @type {(election: string, size: number) => string} */
export const checkpointName = (election, size) => `ostrakon-${election}-checkpoint-${size}.txt`;

/** A root in groups, as people compare it.
 *  @type {(root: string) => string} */
export const rootWords = (root) => (root.match(/.{8}/g) ?? []).join(" ");
