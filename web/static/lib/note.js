// Signed notes (C2SP signed-note) and the two kinds that an election has: checkpoints of its cast log (C2SP tlog-checkpoint)
// and the seal of its count.

import { concat, same, unbase64, unhex } from "./bytes.js";
import { sha256 } from "./sha256.js";

const MOST_SIGNATURES = 100;

/** The name that notes of an election are signed by. */
export const originOf = (electionId) => `ostrakon/${electionId}`;

/**
 * Takes a note apart: {text, signature}, the signature being that of a name and a key. Answers null for what is no note, or
 * for one without such a signature. Whether the signature is right is for checkSignature(key, text, signature) to say.
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

/** Reads the text of a checkpoint: {size, root}, or null when it is none of this log. */
export function readCheckpoint(text, origin) {
  const [name, size, root, ...rest] = text.split("\n");
  const bytes = unbase64(root ?? "");
  if (name !== origin || !/^(0|[1-9]\d{0,14})$/.test(size ?? "") || bytes?.length !== 32) return null;
  return rest.length === 1 && rest[0] === "" ? { size: Number(size), root: bytes } : null;
}

const SEAL = ["election", "manifest", "castSize", "castRoot", "ballotsRoot", "codesRoot", "result", "tieSeed"];

/** Reads the text of a seal: its values by name, hashes as hexadecimal text; or null. */
export function readSeal(text) {
  const lines = text.split("\n");
  if (lines.length !== SEAL.length + 2 || lines[0] !== "ostrakon/seal/1" || lines.at(-1) !== "") return null;
  const values = {};
  for (const [i, name] of SEAL.entries()) {
    if (!lines[i + 1].startsWith(`${name} `)) return null;
    values[name] = lines[i + 1].slice(name.length + 1);
  }
  const hashes = SEAL.filter((name) => name !== "election" && name !== "castSize");
  return hashes.every((name) => unhex(values[name], 32)) ? values : null;
}
