// Signed notes (C2SP signed-note) and the two kinds that an election has: checkpoints of its cast
// log (C2SP tlog-checkpoint) and the seal of its count.

import { concat, same, unbase64, unhex } from "./bytes.js";
import { sha256 } from "./sha256.js";

const MOST_SIGNATURES = 100;

/** The name under which notes of an election are signed.
 *  @type {(electionId: string) => string} */
export const originOf = (electionId) => `ostrakon/${electionId}`;

/** @typedef {{ text: string, signature: Bytes }} Note */

/**
 * Splits a note into its text and its signature by a name and a key. Returns null for what is not a
 * note, or for a note without such a signature. It does not check the signature: checkSignature
 * does.
 * @type {(note: string, name: string, key: Bytes) => Note | null}
 */
export function openNote(note, name, key) {
  const end = note.lastIndexOf("\n\n");
  const lines = note.slice(end + 2).split("\n");
  if (end < 0 || lines.pop() !== "" || lines.length > MOST_SIGNATURES) return null;
  const keyHash = sha256(concat(name, "\n", Uint8Array.of(1), key)).slice(0, 4);
  for (const line of lines) {
    const [dash, signer, encoded, ...rest] = line.split(" ");
    const bytes = unbase64(encoded ?? "");
    if (dash !== "—" || !bytes || rest.length > 0) return null;
    if (signer === name && same(bytes.slice(0, 4), keyHash)) {
      return { text: note.slice(0, end + 1), signature: bytes.slice(4) };
    }
  }
  return null;
}

/** Reads the text of a checkpoint, or returns null if it is not a checkpoint of this log.
 *  @type {(text: string, origin: string) => { size: number, root: Bytes } | null} */
export function readCheckpoint(text, origin) {
  const [name, size, root, ...rest] = text.split("\n");
  const bytes = unbase64(root ?? "");
  if (name !== origin || !/^(0|[1-9]\d{0,14})$/.test(size ?? "") || bytes?.length !== 32) return null;
  return rest.length === 1 && rest[0] === "" ? { size: Number(size), root: bytes } : null;
}

const SEAL = /** @type {const} */ (
  ["election", "manifest", "castSize", "castRoot", "ballotsRoot", "codesRoot", "result", "tieSeed"]);

/** @typedef {Record<typeof SEAL[number], string>} Seal */

/** Reads the text of a seal, with hashes as hexadecimal text, or returns null if it is not a seal.
 *  @type {(text: string) => Seal | null} */
export function readSeal(text) {
  const lines = text.split("\n");
  if (lines.length !== SEAL.length + 2 || lines[0] !== "ostrakon/seal/1" || lines.at(-1) !== "") return null;
  const values = /** @type {Seal} */ ({});
  for (const [i, name] of SEAL.entries()) {
    if (!lines[i + 1].startsWith(`${name} `)) return null;
    values[name] = lines[i + 1].slice(name.length + 1);
  }
  const hashes = SEAL.filter((name) => name !== "election" && name !== "castSize");
  return hashes.every((name) => unhex(values[name], 32)) ? values : null;
}
