// The bundle of a counted election: everything public about it, checked and counted again. The
// rules and the names of the checks are those of BUNDLE.md. Other modules check a receipt against
// it.

/** @import { Counts } from "./counts.js" */
/** @import { Note, Notice, Seal } from "./note.js" */
/** @import { Result } from "./recount.js" */

import { compare, concat, hex, same, unbase32, unbase64, unhex } from "./bytes.js";
import { parseCanonical } from "./canonical.js";
import { readCounts } from "./counts.js";
import { verify } from "./crypto/ed25519.js";
import { readManifest } from "./manifest.js";
import { leafHash, merkleRoot, merkleRoots } from "./merkle.js";
import { openNote, originOf, readCheckpoint, readNotice, readSeal } from "./note.js";
import { recount, resultText } from "./recount.js";
import { sha256 } from "./sha256.js";
import { unzip } from "./zip.js";

const FILES = ["manifest.json", "checkpoint.txt", "seal.txt", "notices.json", "counts.txt", "codes.txt", "leaves.txt", "result.json"];
const CAST = /^([1-9]\d{0,3}) ([0-9a-f]{64})$/;
const MOST_WEIGHT = 1000;
const LONGEST_JSON = 8 * 2 ** 20; // bytes

/**
 * What a bundle holds. A file that is not UTF-8 is "" here, which is no file's form.
 * @typedef {{ manifest: string, checkpoint: string, seal: string, notices: string[], counts: string,
 *   codes: Bytes[], casts: Cast[], result: string, hash: string }} Bundle
 *
 * A ballot that was cast, as the log has it.
 * @typedef {{ weight: number, sealed: Bytes }} Cast
 */

/**
 * A check of the bundle, by the name that the documentation gives it. `history` is of the
 * checkpoints on the board.
 * @typedef {"manifest" | "seal" | "notices" | "checkpoint" | "castLog" | "history" | "codes" |
 *   "counts" | "result"} CheckName
 * @typedef {Record<string, string | number | undefined>} Values
 *
 * "stated": the papers of a question are not public, so its outcome was taken from the result.
 * @typedef {"passed" | "failed" | "stated"} CheckState
 * @typedef {{ name: CheckName, state: CheckState, values: Values }} Check
 *
 * The checks in order; the result as counted here, if the counts hold; the notices that can be
 * read; and the hashes by which people compare bundles.
 * @typedef {{ checks: Check[], result: Result | null, seal: Seal | null, notices: Notice[],
 *   hashes: { bundle: string, manifest: string, seal: string } }} Checked
 */

/** Reads a bundle. Throws an error if the bytes are not a bundle in its one form.
 *  @type {(bytes: Bytes) => Promise<Bundle>} */
export async function readBundle(bytes) {
  const files = await unzip(bytes, FILES);
  if (files.some((file, i) => FILES[i].endsWith(".json") && file.length > LONGEST_JSON)) throw new Error("a file of JSON is too long");
  const [manifest, checkpoint, seal, noticesText, counts, , , result] = files.map(textOf);
  const [codes, leaves] = files.slice(5);
  const notices = parseCanonical(noticesText);
  if (!Array.isArray(notices) || !notices.every((notice) => typeof notice === "string")) throw new Error("notices.json is not a list of notes");
  return {
    manifest, checkpoint, seal, notices, counts, codes: linesOf(codes, (line) => unbase32(line, 10)),
    casts: linesOf(leaves, readCast), result, hash: hex(sha256(bytes)),
  };
}

/** @type {(bytes: Bytes) => string} */
const decode = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** @type {(bytes: Bytes) => string} */
function textOf(bytes) {
  try {
    return decode(bytes);
  } catch {
    return "";
  }
}

/** @type {<Value>(bytes: Bytes, read: (line: string) => Value | null) => Value[]} */
function linesOf(bytes, read) {
  const lines = decode(bytes).split("\n");
  if (lines.pop() !== "") throw new Error("a last line without an end");
  return lines.map((line) => {
    const value = read(line);
    if (value === null) throw new Error("a line in another form");
    return value;
  });
}

/** @type {(line: string) => Cast | null} */
function readCast(line) {
  const [, weight, sealed] = CAST.exec(line) ?? [];
  return weight && Number(weight) <= MOST_WEIGHT ? { weight: Number(weight), sealed: /** @type {Bytes} */ (unhex(sealed)) } : null;
}

/** The leaves of the log of an election.
 *  @type {(electionId: string, casts: Cast[]) => Bytes[]} */
function leavesOf(electionId, casts) {
  const weighed = new DataView(new ArrayBuffer(4));
  return casts.map(({ weight, sealed }) => {
    weighed.setUint32(0, weight);
    return leafHash(concat("ostrakon/cast/3\0", electionId, new Uint8Array(weighed.buffer), sealed));
  });
}

/**
 * Checks a bundle against the text of the manifest on the board and the signed checkpoints on the
 * board.
 * @type {(bundle: Bundle, manifestText: string, checkpoints: string[]) => Checked}
 */
export function checkBundle(bundle, manifestText, checkpoints) {
  const manifestHash = hashOf("manifest", bundle.manifest);
  const hashes = { bundle: bundle.hash, manifest: manifestHash, seal: hex(sha256(concat(bundle.seal))) };
  const manifest = readManifest(bundle.manifest);
  const first = check("manifest", held(manifest !== null && bundle.manifest === manifestText), { manifestHash });
  if (!manifest) return { checks: [first], result: null, seal: null, notices: [], hashes };

  const key = unbase64(manifest.signingKey) ?? new Uint8Array();
  const origin = originOf(manifest.electionId);
  const sealed = openSigned(bundle.seal, origin, key);
  const read = sealed && readSeal(sealed.text);
  const seal = read ?? { election: "", manifest: "", castSize: "", castRoot: "", notices: "", counts: "", codesRoot: "", result: "" };
  const leaves = leavesOf(manifest.electionId, bundle.casts);
  const codesRoot = merkleRoot(bundle.codes.map((code) => leafHash(concat("ostrakon/codes/3\0", code))));
  const counts = hashOf("counts", bundle.counts) === seal.counts ? countsOf(manifest, bundle) : null;
  const counted = counts && countAgain(manifest, manifestHash, counts, bundle, codesRoot);
  const castRoot = hex(merkleRoot(leaves));
  const stated = manifest.questions.some(({ evidence }) => evidence === "stages");
  const checks = [
    first,
    check("seal", held(seal.election === manifest.electionId && seal.manifest === manifestHash), {}),
    check("notices", held(areNotices(bundle, manifest, manifestHash, seal, key)), { notices: bundle.notices.length }),
    check("checkpoint", held(isCheckpoint(bundle.checkpoint, origin, key, seal)), { checkpointSize: Number(seal.castSize) }),
    check("castLog", held(castRoot === seal.castRoot && String(leaves.length) === seal.castSize && fitsElectorate(manifest, bundle.casts)), { castRoot }),
    check("history", held(isHistory(leaves, checkpoints.map((note) => readSigned(note, origin, key)))), { checkpoints: checkpoints.length }),
    check("codes", held(hex(codesRoot) === seal.codesRoot && bundle.codes.length <= leaves.length && isSorted(bundle.codes)),
      { codesRoot: hex(codesRoot), codes: bundle.codes.length }),
    check("counts", held(counts !== null), { countsHash: seal.counts, invalid: counts?.invalid }),
    check("result", !counted || resultText(counted) !== bundle.result || hashOf("result", bundle.result) !== seal.result ? "failed"
      : stated ? "stated" : "passed", { resultHash: seal.result }),
  ];
  const notices = bundle.notices.flatMap((signed) => readNotice(openNote(signed, origin, key)?.text ?? "") ?? []);
  return { checks, result: counted, seal: read, notices, hashes };
}

/** @type {(name: CheckName, state: CheckState, values: Values) => Check} */
const check = (name, state, values) => ({ name, state, values });

/** @type {(condition: boolean) => CheckState} */
const held = (condition) => (condition ? "passed" : "failed");

/** @type {(domain: string, text: string) => string} */
const hashOf = (domain, text) => hex(sha256(concat(`ostrakon/${domain}/3\0`, text)));

// A note, if the signature holds.
/** @type {(signed: string, origin: string, key: Bytes) => Note | null} */
function openSigned(signed, origin, key) {
  const note = openNote(signed, origin, key);
  return note && verify(key, concat(note.text), note.signature) ? note : null;
}

/** @type {(signed: string, origin: string, key: Bytes, seal: Seal) => boolean} */
function isCheckpoint(signed, origin, key, seal) {
  const note = openSigned(signed, origin, key);
  const read = note && readCheckpoint(note.text, origin);
  const size = note?.text.split("\n")[1]; // as text: a number of 16 digits may not be exact here
  return read !== null && size === seal.castSize && hex(read.root) === seal.castRoot;
}

// Notices are signed, belong to this manifest, and each moves the end to a later time.
/** @type {(bundle: Bundle, manifest: Api.Manifest, manifestHash: string, seal: Seal, key: Bytes) =>
 *   boolean} */
function areNotices({ notices }, { electionId, closesAt }, manifestHash, seal, key) {
  if (hashOf("notices", JSON.stringify(notices)) !== seal.notices) return false;
  let before = closesAt;
  for (const signed of notices) {
    const note = openSigned(signed, originOf(electionId), key);
    const notice = note && readNotice(note.text);
    if (!notice || notice.election !== electionId || notice.manifest !== manifestHash || notice.closesAt <= before) return false;
    before = notice.closesAt;
  }
  return true;
}

// Whether no ballot is there twice, and no more of a weight than people on the roll have it.
// Without a roll every ballot has weight 1.
/** @type {(manifest: Api.Manifest, casts: Cast[]) => boolean} */
function fitsElectorate({ electorate }, casts) {
  const left = new Map(electorate ? electorate.weights.map(([weight, people]) => [weight, people]) : [[1, casts.length]]);
  for (const { weight } of casts) left.set(weight, (left.get(weight) ?? 0) - 1);
  return [...left.values()].every((n) => n >= 0) && new Set(casts.map(({ sealed }) => hex(sealed))).size === casts.length;
}

// The counts, if they add up to what was cast.
/** @type {(manifest: Api.Manifest, bundle: Bundle) => Counts | null} */
function countsOf({ questions }, { counts: text, casts, codes }) {
  try {
    const counts = readCounts(text, questions);
    const cast = weightOf(casts);
    const addUp = counts.evidence.every(({ papers, blank }) => papers + blank + counts.invalid === cast);
    return addUp && casts.length - codes.length <= counts.invalid ? counts : null;
  } catch {
    return null;
  }
}

/** @type {(casts: Cast[]) => number} */
const weightOf = (casts) => casts.reduce((sum, { weight }) => sum + weight, 0);

/** @type {(manifest: Api.Manifest, manifestHash: string, counts: Counts, bundle: Bundle,
 *   codesRoot: Bytes) => Result | null} */
function countAgain(manifest, manifestHash, counts, { casts, result }, codesRoot) {
  try {
    return recount(manifest, manifestHash, counts, { people: casts.length, cast: weightOf(casts) }, codesRoot, result);
  } catch {
    return null;
  }
}

/** @type {(signed: string, origin: string, key: Bytes) => { size: number, root: Bytes } | null} */
function readSigned(signed, origin, key) {
  const note = openNote(signed, origin, key);
  return note && readCheckpoint(note.text, origin);
}

// Whether the log at each checkpoint was the beginning of the log as it is now.
/** @type {(leaves: Bytes[], checkpoints: ({ size: number, root: Bytes } | null)[]) => boolean} */
function isHistory(leaves, checkpoints) {
  if (!checkpoints.every((read) => read !== null)) return false;
  const roots = merkleRoots(leaves, checkpoints.map(({ size }) => size));
  return checkpoints.every(({ size, root }) => same(root, roots.get(size) ?? new Uint8Array()));
}

/** @type {(codes: Bytes[]) => boolean} */
const isSorted = (codes) => codes.every((code, i) => i === 0 || compare(codes[i - 1], code) <= 0);

/** Whether a bundle holds the leaf of a receipt of its election, and its code.
 *  @type {(bundle: Bundle, electionId: string, receipt: { leaf: string, code?: string }) =>
 *   { leaf: boolean, code: boolean }} */
export function holds({ casts, codes }, electionId, { leaf, code }) {
  const wanted = code === undefined ? null : unbase32(code, 10);
  return {
    leaf: leavesOf(electionId, casts).some((hash) => hex(hash) === leaf),
    code: wanted !== null && codes.some((one) => same(one, wanted)),
  };
}
