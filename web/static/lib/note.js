// Signed notes (C2SP signed-note) and the kinds that an election has: checkpoints of its log (C2SP
// tlog-checkpoint), notices that moved its end, and what ended it: the seal of its count, or a
// cancellation.

import { concat, hex, unbase32, unbase64, unhex } from "./bytes.js";
import { verify } from "./crypto/ed25519.js";
import { sha256 } from "./sha256.js";

const MOST_SIGNATURES = 100;
const SIGNATURE = /^— ([!-*,-~]+) ([A-Za-z0-9+/=]+)$/; // a key name has no space and no plus
const CONTROL = /[\0-\x09\x0b-\x1f]/; // any but the line feed
const SIZE = /^(0|[1-9]\d{0,15})$/; // number of leaves, or of exports
const KEY_HASH = 4; // bytes
const TIME = 8; // bytes of a cosignature, before the signature itself

/** The name under which the installation signs the notes of an election.
 *  @type {(electionId: string) => string} */
export const originOf = (electionId) => `ostrakon/${electionId}`;

/**
 * Who signs notes. A witness cosigns checkpoints (C2SP tlog-cosignature): the signature has a time.
 * @typedef {{ name: string, key: Bytes, witness?: boolean }} Signer
 *
 * The text of a note, and the names of the known signers who signed it.
 * @typedef {{ text: string, by: string[] }} Note
 */

/** The installation, as it signs the notes of its elections.
 *  @type {(manifest: { electionId: string, signingKey: string }) => Signer} */
export const installationOf = ({ electionId, signingKey }) =>
  ({ name: originOf(electionId), key: unbase64(signingKey) ?? new Uint8Array() });

/** The holders of an election's keys, in the order of their numbers.
 *  @type {(manifest: Api.Manifest) => Signer[]} */
export const holdersOf = ({ electionId, holders }) => holders.map(({ signingKey }, i) =>
  ({ name: `${originOf(electionId)}/holder/${i + 1}`, key: unbase64(signingKey) ?? new Uint8Array() }));

/** The witnesses whom a manifest names.
 *  @type {(manifest: Api.Manifest) => Signer[]} */
export const witnessesOf = ({ witnesses }) =>
  (witnesses?.keys ?? []).map(({ name, key }) => ({ name, key: unbase64(key) ?? new Uint8Array(), witness: true }));

/** The text of a note: all before its signatures.
 *  @type {(note: string) => string} */
export const noteText = (note) => note.slice(0, note.lastIndexOf("\n\n") + 1) || note;

/**
 * Reads a note and checks the signatures of known signers. Returns null for what is not a note, or
 * for one that a known signer did not sign as it is. Lines of others tell nothing.
 * @type {(note: string, known: Signer[]) => Note | null}
 */
export function openNote(note, known) {
  const lines = linesOf(note);
  if (!lines) return null;
  const text = noteText(note);
  const by = [];
  for (const { name, key, witness } of known) {
    const keyHash = sha256(concat(name, "\n", Uint8Array.of(witness ? 4 : 1), key)).slice(0, KEY_HASH);
    const line = lines.get(`${name} ${hex(keyHash)}`);
    if (!line) continue;
    if (!(witness ? verify(key, cosigned(text, line), line.slice(TIME)) : verify(key, concat(text), line))) return null;
    by.push(name);
  }
  return { text, by };
}

/** Reads a note that the installation signed, and which of others.
 *  @type {(manifest: Api.Manifest, signed: string, others?: Signer[]) => Note | null} */
export function openSigned(manifest, signed, others = []) {
  const installation = installationOf(manifest);
  const note = openNote(signed, [installation, ...others]);
  return note && note.by.includes(installation.name) ? { ...note, by: note.by.slice(1) } : null;
}

// The signatures of a note by name and key hash, of each the first; null for what is not a note.
/** @type {(note: string) => Map<string, Bytes> | null} */
function linesOf(note) {
  const end = note.lastIndexOf("\n\n");
  const lines = note.slice(end + 2).split("\n");
  if (end < 0 || lines.pop() !== "" || lines.length === 0 || lines.length > MOST_SIGNATURES || CONTROL.test(note))
    return null;
  /** @type {Map<string, Bytes>} */
  const found = new Map();
  for (const line of lines) {
    const [, name, encoded] = SIGNATURE.exec(line) ?? [];
    const bytes = unbase64(encoded ?? "");
    if (!name || !bytes || bytes.length <= KEY_HASH) return null;
    const by = `${name} ${hex(bytes.slice(0, KEY_HASH))}`;
    if (!found.has(by)) found.set(by, bytes.slice(KEY_HASH));
  }
  return found;
}

// What a witness signs (cosignature/v1), with the time in seconds since 1970 that the line says.
/** @type {(text: string, line: Bytes) => Bytes} */
const cosigned = (text, line) => concat(`cosignature/v1\ntime ${BigInt(`0x${hex(line.slice(0, TIME))}`)}\n`, text);

/** Reads the text of a checkpoint, or returns null if it is not a checkpoint of this log.
 *  @type {(text: string, origin: string) => { size: number, root: Bytes } | null} */
export function readCheckpoint(text, origin) {
  const [name, size, root, ...rest] = text.split("\n");
  const bytes = unbase64(root ?? "");
  if (name !== origin || !SIZE.test(size ?? "") || bytes?.length !== 32) return null;
  return rest.length === 1 && rest[0] === "" ? { size: Number(size), root: bytes } : null;
}

const SEAL = /** @type {const} */ ([
  "election", "manifest", "castSize", "castRoot", "ballots", "notices", "counts", "codesRoot", "result", "exports",
  "countedAt", "countedBy",
]);
const OF_SOME = /** @type {const} */ ([{ name: "pollBook", after: "notices" }, { name: "proof", after: "counts" }]);
const HASHES = /** @type {const} */ (["manifest", "castRoot", "ballots", "notices", "counts", "codesRoot", "result"]);
const NOTICE = /** @type {const} */ (["election", "manifest", "closesAt", "reason"]);
const RESUMED = /** @type {const} */ (["election", "manifest", "backupAt", "reason"]);
const CANCELLED = /** @type {const} */ (["election", "manifest", "reason"]);
const LONGEST_REASON = 500; // characters

/** The values of a seal; pollBook only with a poll book, and proof only with a proof of the count.
 *  @typedef {Record<typeof SEAL[number], string> & { pollBook?: string, proof?: string }} Seal
 *  @typedef {{ election: string, manifest: string, closesAt?: string, backupAt?: string, reason: string }} Notice
 *  @typedef {Record<typeof CANCELLED[number], string>} Cancellation */

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
  return /** @type {Record<Name, string>} */ (Object.fromEntries(names.map((name, i) => [name, lines[i +
     1].slice(name.length + 1)])));
}

/** Reads the text of a seal, with hashes as hexadecimal text, or returns null if it is not a seal with the lines of an
 *  election with this manifest.
 *  @type {(text: string, manifest: Pick<Api.Manifest, "pollBook" | "proof">) => Seal | null} */
export function readSeal(text, manifest) {
  const more = OF_SOME.filter(({ name }) => manifest[name]);
  const seal = readValues(text, "ostrakon/seal/4",
    SEAL.flatMap((line) => [line, ...more.filter(({ after }) => after === line).map(({ name }) => name)]));
  const hashes = [...HASHES, ...more.map(({ name }) => name)];
  if (!seal || !unbase32(seal.election, 16, true) || !hashes.every((name) => unhex(seal[name], 32)) ||
    ![seal.castSize, seal.exports].every((n) => SIZE.test(n))) return null;
  return isTime(seal.countedAt) && ["server", "table"].includes(seal.countedBy) ? /** @type {Seal} */ (seal) : null;
}

/** Reads the text of a notice, or returns null. It moved the end of an election, or it says that
 *  voting went on after a backup was restored, without the ballots that were cast after the backup.
 *  @type {(text: string) => Notice | null} */
export function readNotice(text) {
  const moved = readValues(text, "ostrakon/notice/4", NOTICE);
  const resumed = readValues(text, "ostrakon/resumed/4", RESUMED);
  const notice = moved ?? resumed;
  return notice && isTime(moved?.closesAt ?? resumed?.backupAt ?? "") && isReason(notice.reason) ? notice : null;
}

/** Reads the text of the notice that cancelled an election, or returns null.
 *  @type {(text: string) => Cancellation | null} */
export function readCancellation(text) {
  const cancellation = readValues(text, "ostrakon/cancelled/4", CANCELLED);
  return cancellation && isReason(cancellation.reason) ? cancellation : null;
}

/** @type {(reason: string) => boolean} */
const isReason = (reason) => reason !== "" && [...reason].length <= LONGEST_REASON;

/** Whether a text is a time in the one form that manifests and notices have, in UTC and to the
 *  second, so that times compare as texts.
 *  @type {(text: string) => boolean} */
export function isTime(text) {
  const time = new Date(text);
  return text.length === 20 && text >= "0001" && !Number.isNaN(time.getTime()) &&
    time.toISOString() === text.replace("Z", ".000Z");
}
