// The bundle of a counted election: everything public about it, checked and counted again. The
// rules and the names of the checks are those of BUNDLE.md. Other modules check a receipt against
// it.

/** @import { SignatureState } from "./ed25519.js" */
/** @import { Note, Seal } from "./note.js" */

import { compare, concat, hex, same, unbase32, unbase64, unhex } from "./bytes.js";
import { checkSignature } from "./ed25519.js";
import { leafHash, merkleRoot, merkleRoots } from "./merkle.js";
import { openNote, originOf, readCheckpoint, readSeal } from "./note.js";
import { sha256 } from "./sha256.js";
import { unzip } from "./zip.js";

const LIMIT = 64 * 2 ** 20; // unpacked bytes; `ostrakon verify` takes larger ones
const FILES = ["manifest.json", "checkpoint.txt", "seal.txt", "result.json", "leaves.txt", "ballots.txt", "codes.txt"];

/**
 * The files of a bundle as text, or as arrays of lines.
 * @typedef {{ manifest: string, checkpoint: string, seal: string, result: string, leaves: string[],
 *   ballots: string[], codes: string[] }} Bundle
 */

/**
 * A check of the bundle, by the name that the documentation gives it.
 * @typedef {"manifest" | "seal" | "checkpoint" | "castLog" | "history" | "ballots" | "codes" |
 *   "result"} CheckName
 * @typedef {Record<string, string | number | undefined>} Values
 * @typedef {{ name: CheckName, state: SignatureState, values: Values }} Check
 */

/**
 * What result.json says.
 * @typedef {{ outcome: Api.Outcome, winners: string[], ballots: number,
 *   candidates: { candidateId: string, votes: number, rank: number, winner: boolean }[] }} Result
 */

/** Reads a bundle. Throws an error if the bytes are not a bundle.
 *  @type {(bytes: Bytes) => Promise<Bundle>} */
export async function readBundle(bytes) {
  const files = await unzip(bytes, LIMIT);
  if (files.size !== FILES.length || !FILES.every((name) => files.has(name))) throw new Error("other files than a bundle has");
  /** @type {(name: string) => string} */
  const read = (name) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(files.get(name));
  /** @type {(name: string) => string[]} */
  const lines = (name) => {
    const split = read(name).split("\n");
    if (split.pop() !== "") throw new Error(`${name} has a last line without an end`);
    return split;
  };
  return {
    manifest: read("manifest.json"), checkpoint: read("checkpoint.txt"), seal: read("seal.txt"), result: read("result.json"),
    leaves: lines("leaves.txt"), ballots: lines("ballots.txt"), codes: lines("codes.txt"),
  };
}

/**
 * Checks a bundle against the text of the manifest on the board and the signed checkpoints on the
 * board.
 * @type {(bundle: Bundle, manifestText: string, checkpoints: string[]) =>
 *   Promise<{ checks: Check[], result: Result | null, seal: Seal | null }>}
 */
export async function checkBundle(bundle, manifestText, checkpoints) {
  /** @type {Api.Manifest} */
  const manifest = JSON.parse(manifestText);
  const key = unbase64(manifest.signingKey);
  if (!key) throw new Error("the manifest has no signing key");
  const origin = originOf(manifest.electionId);
  const sealNote = openNote(bundle.seal, origin, key);
  const seal = sealNote && readSeal(sealNote.text);
  if (!seal) return { checks: [check("seal", "failed", {})], result: null, seal: null };

  const manifestHash = hashOf("manifest", bundle.manifest);
  const committed = sha256(concat("ostrakon/tieseed/1\0", unhex(seal.tieSeed) ?? ""));
  const checkpoint = readSigned(bundle.checkpoint, origin, key);
  const leaves = bundle.leaves.map((line) => unhex(line, 32));
  const ballots = bundle.ballots.map((line) => unbase32(line, 16, true));
  const codes = bundle.codes.map((line) => unbase32(line, 10));
  const castRoot = rootOf(leaves);
  const ballotsRoot = rootOf(ballots, "counted");
  const codesRoot = rootOf(codes, "codes");
  const size = Number(seal.castSize);
  const counted = canonical(recount(manifest, bundle.ballots, seal.tieSeed, manifestHash));
  const checks = [
    check("manifest", held(bundle.manifest === manifestText && manifestHash === seal.manifest && canonical(manifest) === manifestText),
      { manifestHash }),
    check("seal", seal.election === manifest.electionId && hex(committed) === manifest.tieSeedCommitment
      ? await checkSignature(key, concat(sealNote.text), sealNote.signature) : "failed", { tieSeed: seal.tieSeed }),
    check("checkpoint", checkpoint && checkpoint.size === size && hex(checkpoint.root) === seal.castRoot
      ? await checkSignature(key, concat(checkpoint.note.text), checkpoint.note.signature) : "failed",
    { checkpointSize: checkpoint?.size }),
    check("castLog", held(castRoot === seal.castRoot && leaves.length === size && new Set(bundle.leaves).size === size
      && size <= (manifest.electorate?.size ?? size)), { castRoot }),
    check("history", held(isHistory(leaves, checkpoints.map((note) => readSigned(note, origin, key)))),
      { checkpoints: checkpoints.length }),
    check("ballots", held(ballotsRoot === seal.ballotsRoot && ballots.length === size && isSorted(ballots)), { ballotsRoot }),
    check("codes", held(codesRoot === seal.codesRoot && codes.length === size && isSorted(codes, true)), { codesRoot }),
    check("result", held(counted === bundle.result && hashOf("result", bundle.result) === seal.result), { resultHash: seal.result }),
  ];

  return { checks, result: JSON.parse(bundle.result), seal };
}

/** @type {(name: CheckName, state: SignatureState, values: Values) => Check} */
const check = (name, state, values) => ({ name, state, values });

/** @type {(condition: boolean) => SignatureState} */
const held = (condition) => (condition ? "passed" : "failed");

/** @type {(domain: string, text: string) => string} */
const hashOf = (domain, text) => hex(sha256(concat(`ostrakon/${domain}/1\0`, text)));

// The root over records with a domain, or over leaf hashes without one. It is "" if one of them has
// a wrong form.
/** @type {(records: (Bytes | null)[], domain?: string) => string} */
function rootOf(records, domain) {

  if (!records.every((record) => record !== null)) return "";
  return hex(merkleRoot(domain ? records.map((record) => leafHash(concat(`ostrakon/${domain}/1\0`, record))) : records));
}

/** @type {(signed: string, origin: string, key: Bytes) => { size: number, root: Bytes,
 *   note: Note } | null} */
function readSigned(signed, origin, key) {
  const note = openNote(signed, origin, key);
  const read = note && readCheckpoint(note.text, origin);
  return read && { ...read, note };
}

// Whether the log at each checkpoint was the beginning of the log as it is now.
/** @type {(leaves: (Bytes | null)[], checkpoints: ({ size: number, root: Bytes } | null)[]) =>
 *   boolean} */
function isHistory(leaves, checkpoints) {
  if (!checkpoints.every((read) => read !== null) || !leaves.every((leaf) => leaf !== null)) return false;
  const roots = merkleRoots(leaves, checkpoints.map(({ size }) => size));
  return checkpoints.every(({ size, root }) => same(root, roots.get(size) ?? new Uint8Array()));
}

/** @type {(records: (Bytes | null)[], strictly?: boolean) => boolean} */
function isSorted(records, strictly = false) {
  return records.every((record, i) => {
    const before = i > 0 && records[i - 1];
    return !before || !record || compare(before, record) < (strictly ? 0 : 1);
  });
}

// Canonical JSON (RFC 8785) of what a manifest and a result hold: texts, whole numbers, booleans,
// lists and objects.
/** @type {(value: unknown) => string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

/** Counts the ballots, and returns what result.json must say.
 *  @type {(manifest: Api.Manifest, ballots: string[], tieSeed: string, manifestHash: string) =>
 *   object} */
function recount(manifest, ballots, tieSeed, manifestHash) {
  const votes = new Map(manifest.candidates.map(({ id }) => [id, 0]));
  for (const id of ballots) votes.set(id, (votes.get(id) ?? NaN) + 1); // no result has votes for a stranger
  const order = [...votes].sort(([, a], [, b]) => b - a); // stable: equal votes stay in the manifest's order
  const most = order[0][1];
  const first = order.filter(([, n]) => n === most).map(([id]) => id);
  const { outcome, winners } = decide(manifest, ballots.length, first, tieSeed);
  return {
    version: 1, electionId: manifest.electionId, manifest: manifestHash, method: manifest.method, ballots: ballots.length, outcome,
    winners,
    candidates: order.map(([id, n]) => ({
      candidateId: id, votes: n, rank: 1 + order.filter(([, more]) => more > n).length, winner: winners.includes(id),
    })),
  };
}

/** @type {(manifest: Api.Manifest, ballots: number, first: string[], tieSeed: string) =>
 *   { outcome: Api.Outcome, winners: string[] }} */
function decide({ electionId, tieBreak }, ballots, first, tieSeed) {
  if (ballots === 0) return { outcome: "no_ballots", winners: [] };
  if (first.length === 1) return { outcome: "winner", winners: first };
  if (tieBreak !== "draw") return { outcome: "tie", winners: [] };
  const lots = first.map((id) => ({ id, lot: sha256(concat("ostrakon/draw/1\0", unhex(tieSeed) ?? "", electionId, id)) }));
  lots.sort((a, b) => compare(a.lot, b.lot));
  return { outcome: "draw", winners: [lots[0].id] };
}

/** Whether a bundle holds the leaf of a receipt, and its code.
 *  @type {(bundle: Bundle, receipt: { leaf: string, code?: string }) => { leaf: boolean,
 *   code: boolean }} */
export function holds({ leaves, codes }, { leaf, code }) {
  return { leaf: leaves.includes(leaf), code: code !== undefined && codes.includes(code) };
}
