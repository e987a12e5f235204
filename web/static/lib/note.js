// Signed notes (C2SP signed-note) and the three kinds that an election has: checkpoints of its cast
// log (C2SP tlog-checkpoint), notices that moved its end, and the seal of its count.

import { concat, same, unbase64, unhex } from "./bytes.js";
import { sha256 } from "./sha256.js";

const MOST_SIGNATURES = 100;
const SIGNATURE = /^— ([!-*,-~]+) ([A-Za-z0-9+/=]+)$/; // a key name has no space and no plus
const CONTROL = /[\0-\x09\x0b-\x1f]/; // any but the line feed
const SIZE = /^(0|[1-9]\d{0,15})$/; // number of leaves

/** The name under which notes of an election are signed.
 *  @type {(electionId: string) => string} */
export const originOf = (electionId) => `ostrakon/${electionId}`;

/** @typedef {{ text: string, signature: Bytes }} Note */

/**
 * Splits a note into its text and its first signature by a name and a key. Returns null for what is
 * not a note, or for a note without such a signature. It does not check the signature.
 * @type {(note: string, name: string, key: Bytes) => Note | null}
 */
export function openNote(note, name, key) {
  const end = note.lastIndexOf("\n\n");
  const lines = note.slice(end + 2).split("\n");
  if (end < 0 || lines.pop() !== "" || lines.length === 0 || lines.length > MOST_SIGNATURES || CONTROL.test(note)) return null;
  const keyHash = sha256(concat(name, "\n", Uint8Array.of(1), key)).slice(0, 4);
  /** @type {Note | null} */
  let found = null;
  for (const line of lines) {
    const [, signer, encoded] = SIGNATURE.exec(line) ?? [];
    const bytes = unbase64(encoded ?? "");
    if (!signer || !bytes || bytes.length <= keyHash.length) return null;
    if (signer === name && same(bytes.slice(0, 4), keyHash)) found ??= { text: note.slice(0, end + 1), signature: bytes.slice(4) };
  }
  return found;
}

/** Reads the text of a checkpoint, or returns null if it is not a checkpoint of this log.
 *  @type {(text: string, origin: string) => { size: number, root: Bytes } | null} */
export function readCheckpoint(text, origin) {
  const [name, size, root, ...rest] = text.split("\n");
  const bytes = unbase64(root ?? "");
  if (name !== origin || !SIZE.test(size ?? "") || bytes?.length !== 32) return null;
  return rest.length === 1 && rest[0] === "" ? { size: Number(size), root: bytes } : null;
}

const SEAL = /** @type {const} */ (
  ["election", "manifest", "castSize", "castRoot", "notices", "counts", "codesRoot", "result"]);
const NOTICE = /** @type {const} */ (["election", "manifest", "closesAt", "reason"]);
const LONGEST_REASON = 500; // characters

/** @typedef {Record<typeof SEAL[number], string>} Seal
 *  @typedef {Record<typeof NOTICE[number], string>} Notice */

/** The values of a text of lines: a title, and then a name and a value each.
 *  @template {string} Name
 *  @param {string} text
 *  @param {string} title
 *  @param {readonly Name[]} names
 *  @returns {Record<Name, string> | null} */
function readValues(text, title, names) {
  const lines = text.split("\n");
  if (lines.length !== names.length + 2 || lines[0] !== title || lines.at(-1) !== "") return null;
  if (!names.every((name, i) => lines[i + 1].startsWith(`${name} `))) return null;
  return /** @type {Record<Name, string>} */ (Object.fromEntries(names.map((name, i) => [name, lines[i + 1].slice(name.length + 1)])));
}

/** Reads the text of a seal, with hashes as hexadecimal text, or returns null if it is not a seal.
 *  @type {(text: string) => Seal | null} */
export function readSeal(text) {
  const seal = readValues(text, "ostrakon/seal/3", SEAL);
  const hashes = SEAL.filter((name) => name !== "election" && name !== "castSize");
  return seal && SIZE.test(seal.castSize) && hashes.every((name) => unhex(seal[name], 32)) ? seal : null;
}

/** Reads the text of a notice that moved the end of an election, or returns null.
 *  @type {(text: string) => Notice | null} */
export function readNotice(text) {
  const notice = readValues(text, "ostrakon/notice/3", NOTICE);
  if (!notice || !isTime(notice.closesAt) || !unhex(notice.manifest, 32)) return null;
  const characters = [...notice.reason].length;
  return characters > 0 && characters <= LONGEST_REASON ? notice : null;
}

/** Whether a text is a time in the one form that manifests and notices have, in UTC and to the
 *  second, so that times compare as texts.
 *  @type {(text: string) => boolean} */
export function isTime(text) {
  const time = new Date(text);
  return text.length === 20 && text >= "0001" && !Number.isNaN(time.getTime()) && time.toISOString() === text.replace("Z", ".000Z");
}
