// The bundle of an election that was counted or cancelled: everything public about it, checked and
// counted again. The rules and the names of the checks are those of BUNDLE.md. Other modules check a
// receipt against it.

/** @import { Counts } from "./counts.js" */
/** @import { Handed } from "./handed.js" */
/** @import { Cast } from "./leaf.js" */
/** @import { Cancellation, Note, Notice, Seal, Signer } from "./note.js" */
/** @import { Credential, Stub } from "./pollbook.js" */
/** @import { KeptReceipt } from "./receipt.js" */
/** @import { Result } from "./recount.js" */
/** @import { Recounted } from "./recounts.js" */

import { compare, concat, hex, same, unbase32, unbase64, unhex } from "./bytes.js";
import { parseCanonical } from "./canonical.js";
import { readCounts } from "./counts.js";
import { castLog, fitsHanded, fitsPrinted, readHanded } from "./handed.js";
import { keyNumberOf, shortNumber } from "./keynumber.js";
import { ballotLeaf, NO_COMMITMENT, openLeaf } from "./leaf.js";
import { classesOf, isFor, readManifest, turnoutOf } from "./manifest.js";
import { leafHash, merkleRoot, merkleRoots } from "./merkle.js";
import { holdersOf, noteText, openSigned, originOf, readCancellation, readCheckpoint, readNotice, readSeal,
  witnessesOf } from "./note.js";
import { isPollBook, pollBookHash, readCredential, readStub, stubKey } from "./pollbook.js";
import { canProve, proofHash, provesCounts, questionsBy } from "./proof/bundle.js";
import { tagOf } from "./receipt.js";
import { recount, resultText } from "./recount.js";
import { isSorted, namesIn, recountsOf, rootOfCodes } from "./recounts.js";
import { sha256 } from "./sha256.js";
import { unzip } from "./zip.js";

const FILES = ["manifest.json", "checkpoint.txt", "seal.txt", "notices.json", "counts.txt", "codes.txt", "leaves.txt",
  "result.json", "invalid.txt", "proof.bin", "credentials.txt", "pollbook.txt", "handed.txt", "recounts.json"];
const CAST = /^([1-9]\d{0,2}|1000) ([0-9a-f]{64}) ([0-9a-f]{64})(?: (?!0{64})([0-9a-f]{64}))?$/;
const LEAF = /^[0-9a-f]{64}$/;
const LONGEST_JSON = 8 * 2 ** 20; // bytes

/**
 * What a bundle holds. A file that is not UTF-8 is a zero byte here, which is no file's form.
 * @typedef {{ manifest: string, checkpoint: string, seal: string, notices: string[], counts: string,
 *   codes: Bytes[], casts: Cast[], result: string, invalid: string[], proof: Bytes,
 *   credentials: Credential[], stubs: Stub[], handed: Handed[], recounts: string[], hash: string }} Bundle
 */

/**
 * A check of the bundle, by the name that the documentation gives it. `history` is of the
 * checkpoints on the board.
 * @typedef {"manifest" | "seal" | "notices" | "checkpoint" | "witnesses" | "castLog" | "pollBook" | "history" |
 *   "codes" | "counts" | "proof" | "result" | "recounts"} CheckName
 * @typedef {Record<string, string | number | undefined>} Values
 *
 * "stated": the papers of a question are not public, so its outcome was taken from the result.
 * @typedef {"passed" | "failed" | "stated"} CheckState
 * @typedef {{ name: CheckName, state: CheckState, values: Values }} Check
 *
 * The checks in order; the result as counted here, if the counts hold; the seal or the cancellation
 * if it can be read; the names of the holders who signed it; the notices and the second
 * counts, if they hold; and the hashes by which people compare bundles.
 * @typedef {{ checks: Check[], result: Result | null, seal: Seal | null,
 *   cancelled: Cancellation | null, signers: string[], notices: Notice[],
 *   recounts: Recounted[], hashes: { bundle: string, manifest: string, seal: string } }} Checked
 */

/**
 * The election that a bundle is of, the leaves of its ballots, and what its log has: the open leaf, a leaf for each
 * ballot and, where it can be read, that of the end; and the root of the log before its end.
 * @typedef {{ bundle: Bundle, manifest: Api.Manifest, manifestHash: string, ballots: Bytes[], log: Bytes[],
 *   castRoot: Bytes, end: End | null }} Case
 *
 * What ended an election: the seal of its count, or a cancellation. `by` are the keys of holders.
 * @typedef {{ text: string, by: string[], seal: Seal | null, cancelled: Cancellation | null }} End
 */

/** Reads a bundle. Throws an error if the bytes are not a bundle in its one form.
 *  @type {(bytes: Bytes) => Promise<Bundle>} */
export async function readBundle(bytes) {
  const files = await unzip(bytes, FILES);
  if (files.some((file, i) => FILES[i].endsWith(".json") && file.length > LONGEST_JSON))
    throw new Error("a file of JSON is too long");
  const [manifest, checkpoint, seal, notices, counts] = files.map(textOf);
  const [codes, leaves, result, invalid, proof, credentials, stubs, handed, recounts] = files.slice(5);
  return {
    manifest, checkpoint, seal, notices: readNotes(notices), recounts: readNotes(textOf(recounts)), counts,
    codes: linesOf(codes, (line) => unbase32(line, 10)), casts: linesOf(leaves, readCast), result: textOf(result),
    invalid: linesOf(invalid, (line) => (LEAF.test(line) ? line : null)), proof,
    credentials: linesOf(credentials, readCredential), stubs: linesOf(stubs, readStub),
    handed: linesOf(handed, readHanded), hash: hex(sha256(bytes)),
  };
}

/** @type {(text: string) => string[]} */
function readNotes(text) {
  const notes = parseCanonical(text);
  if (Array.isArray(notes) && notes.every((note) => typeof note === "string")) return notes;
  throw new Error("not a list of notes");
}

/** @type {(bytes: Bytes) => string} */
const decode = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** @type {(bytes: Bytes) => string} */
function textOf(bytes) {
  try {
    return decode(bytes);
  } catch {
    return "\0";
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
  const [, number, ...hashes] = CAST.exec(line) ?? [];
  const [tag, sealed, commitment] = hashes.map((hash) => (hash ? /** @type {Bytes} */ (unhex(hash)) : NO_COMMITMENT));
  return number ? { class: Number(number), tag, sealed, commitment } : null;
}

/** The leaves of the ballots in the log of an election.
 *  @type {(electionId: string, casts: Cast[]) => Bytes[]} */
export const leavesOf = (electionId, casts) => casts.map((cast) => ballotLeaf(electionId, cast));

/**
 * Checks a bundle against the text of the manifest on the board and the signed checkpoints on the
 * board.
 * @type {(bundle: Bundle, manifestText: string, checkpoints: string[]) => Checked}
 */
export function checkBundle(bundle, manifestText, checkpoints) {
  const manifestHash = hashOf("manifest", bundle.manifest);
  const hashes = { bundle: bundle.hash, manifest: manifestHash, seal: hex(sha256(concat(noteText(lastNote(bundle))))) };
  const read = readManifest(bundle.manifest);
  const manifest = read && canProve(read) ? read : null;
  const first = check("manifest", held(manifest !== null && bundle.manifest === manifestText), {
    manifestHash, keyNumber: manifest && shortNumber(keyNumberOf(manifest)) || undefined, keysNumber: manifest?.number,
  });
  if (!manifest) return { checks: [first], result: null, seal: null, cancelled: null, signers: [], notices: [],
    recounts: [], hashes };

  const end = readEnd(bundle, manifest, manifestHash);
  const ballots = leavesOf(manifest.electionId, bundle.casts);
  const { log, placed } = castLog(openLeaf(unhex(manifestHash) ?? new Uint8Array()), ballots, bundle.handed,
    manifest.electionId);
  const root = merkleRoot(log);
  const castRoot = hex(root);
  const sealed = {
    castSize: String(log.length), castRoot, ballots: hex(sha256(concat("ostrakon/ballots/4\0", sorted(log.slice(1))))),
  };
  if (end) log.push(leafHash(concat("ostrakon/end/4\0", sha256(concat(end.text)))));
  const of = { bundle, manifest, manifestHash, ballots, log, castRoot: root, end };
  const notices = noticesOf(of);
  const witnesses = cosignersOf(of);
  const checks = [
    first,
    check("seal", held(agrees(end, { election: manifest.electionId, manifest: manifestHash })),
      { holders: end?.seal ? end.by.length : undefined }),
    check("notices", held(notices !== null), { notices: notices?.length }),
    check("checkpoint", held(isCheckpoint(of)), { checkpointSize: log.length }),
    check("witnesses", held(witnesses !== null), { witnesses: witnesses?.join(", ") }),
    check("castLog", held(agrees(end, sealed) && placed && fitsElectorate(manifest, bundle.casts) &&
      bundle.casts.every(({ commitment }) => commitment.some(Boolean) === Boolean(manifest.proof)) &&
      fitsPrinted(manifest, bundle.casts.length, bundle.handed)), { castRoot }),
    check("pollBook", held(hasStubs(of)), manifest.pollBook
      ? { stubs: bundle.stubs.length, lines: bundle.credentials.length } : {}),
    check("history", held(isHistory(of, checkpoints)), { checkpoints: checkpoints.length }),
  ];
  const restored = notices?.some(({ backupAt }) => backupAt) ?? false;
  const { result, checks: counted } = end?.cancelled
    ? { result: null, checks: notCounted(bundle) } : countChecks(of, restored);
  const recounts = recountsOf(bundle, manifest, end?.seal ? end.text : "");
  return {
    checks: [...checks, ...counted, check("recounts", held(end !== null && recounts !== null &&
      recounts.every((one) => one.same)), { recounts: recounts?.length })],
    result, seal: end?.seal ?? null, cancelled: end?.cancelled ?? null, signers: namesIn(manifest, end?.by ?? []),
    notices: notices ?? [], recounts: recounts ?? [], hashes,
  };
}

// Leaves by their bytes, one after the other.
/** @type {(leaves: Bytes[]) => Bytes} */
function sorted(leaves) {
  const joined = new Uint8Array(32 * leaves.length);
  [...leaves].sort(compare).forEach((leaf, i) => joined.set(leaf, 32 * i));
  return joined;
}

// The note with which the log ends: the seal, or the last notice where there is none.
/** @type {(bundle: Bundle) => string} */
const lastNote = ({ seal, notices }) => seal || (notices.at(-1) ?? "");

/** @type {(bundle: Bundle, manifest: Api.Manifest, manifestHash: string) => End | null} */
function readEnd(bundle, manifest, manifestHash) {
  const note = openSigned(manifest, lastNote(bundle), bundle.seal ? holdersOf(manifest) : []);
  if (!note) return null;
  if (bundle.seal) {
    const seal = readSeal(note.text, manifest);
    return seal && note.by.length >= manifest.threshold ? { ...note, seal, cancelled: null } : null;
  }
  const cancelled = readCancellation(note.text);
  return cancelled && cancelled.election === manifest.electionId && cancelled.manifest === manifestHash
    ? { ...note, seal: null, cancelled } : null;
}

// Whether the end can be read and says these values. A cancellation does not say them.
/** @type {(end: End | null, values: Partial<Seal>) => boolean} */
const agrees = (end, values) => end !== null && Object.entries(values).every(([name, value]) =>
  !end.seal || end.seal[/** @type {keyof Seal} */ (name)] === value);

// The checks of what was counted, and the result. Nothing proves a count after a backup was restored.
/** @type {(of: Case, restored: boolean) => { checks: Check[], result: Result | null }} */
function countChecks(of, restored) {
  const { bundle, manifest, manifestHash, end } = of;
  const codesRoot = rootOfCodes(bundle.codes);
  const [countsHash, resultHash] = [hashOf("counts", bundle.counts), hashOf("result", bundle.result)];
  const counts = agrees(end, { counts: countsHash }) ? countsOf(manifest, bundle) : null;
  const result = counts && countAgain(manifest, manifestHash, counts, bundle, codesRoot);
  const holds = result !== null && resultText(result) === bundle.result && agrees(end, { result: resultHash });
  const proved = manifest.proof && !restored;
  const stated = manifest.questions.some(({ evidence }) => evidence === "stages");
  return {
    result,
    checks: [
      check("codes", held(agrees(end, { codesRoot: hex(codesRoot) }) && bundle.codes.length <= bundle.casts.length &&
        isSorted(bundle.codes)),
        { codesRoot: hex(codesRoot), codes: bundle.codes.length }),
      check("counts", held(counts !== null), { countsHash, invalid: counts?.invalid }),
      check("proof", held((!manifest.proof || agrees(end, { proof: proofHash(bundle) })) &&
        (proved ? counts !== null && provesCounts(of, counts) : hasNoProof(bundle))), proved ? {
        proved: titlesOf(questionsBy(manifest, true)), vouchedFor: titlesOf(questionsBy(manifest, false)),
      } : {}),
      check("result", !holds ? "failed" : stated ? "stated" : "passed", { resultHash }),
    ],
  };
}

// In a bundle of a cancelled election the files of the count are empty.
/** @type {(bundle: Bundle) => Check[]} */
const notCounted = (bundle) => [
  check("codes", held(bundle.codes.length === 0), {}), check("counts", held(bundle.counts === ""), {}),
  check("proof", held(hasNoProof(bundle)), {}), check("result", held(bundle.result === ""), {}),
];

/** @type {(questions: Api.FrozenQuestion[]) => string | undefined} */
const titlesOf = (questions) => questions.map(({ title }) => title).join("; ") || undefined;

/** @type {(bundle: Bundle) => boolean} */
const hasNoProof = ({ invalid, proof }) => invalid.length === 0 && proof.length === 0;

/** @type {(name: CheckName, state: CheckState, values: Values) => Check} */
const check = (name, state, values) => ({ name, state, values });

/** @type {(condition: boolean) => CheckState} */
const held = (condition) => (condition ? "passed" : "failed");

/** @type {(domain: string, text: string) => string} */
const hashOf = (domain, text) => hex(sha256(concat(`ostrakon/${domain}/4\0`, text)));

/** @type {(of: Case) => boolean} */
function isCheckpoint(of) {
  const note = openSigned(of.manifest, of.bundle.checkpoint);
  const read = readCheckpoint(note?.text ?? "", originOf(of.manifest.electionId));
  return of.end !== null && read !== null && read.size === of.log.length && same(read.root, merkleRoot(of.log));
}

// The witnesses who cosigned the last checkpoint, or null if more are needed.
/** @type {(of: Case) => string[] | null} */
function cosignersOf({ bundle, manifest }) {
  if (!manifest.witnesses) return [];
  const note = openSigned(manifest, bundle.checkpoint, witnessesOf(manifest));
  return note && readCheckpoint(note.text, originOf(manifest.electionId)) &&
    note.by.length >= manifest.witnesses.needed ? note.by : null;
}

// The notices, or null if one is not signed, does not belong to this manifest or moves the end, but
// not to a later time.
/** @type {(of: Case) => Notice[] | null} */
function noticesOf(of) {
  const { bundle, manifest, manifestHash, end } = of;
  if (!agrees(end, { notices: hashOf("notices", JSON.stringify(bundle.notices)) })) return null;
  const notices = [];
  let closesAt = manifest.closesAt;
  for (const signed of bundle.seal ? bundle.notices : bundle.notices.slice(0, -1)) {
    const notice = readNotice(openSigned(manifest, signed)?.text ?? "");
    if (!notice || notice.election !== manifest.electionId || notice.manifest !== manifestHash) return null;
    if (notice.closesAt && notice.closesAt <= closesAt) return null;
    closesAt = notice.closesAt ?? closesAt;
    notices.push(notice);
  }
  return notices;
}

// Whether each ballot has its stub in the poll book that was sealed, or there is no poll book.
/** @type {(of: Case) => boolean} */
const hasStubs = ({ bundle, manifest, manifestHash, end }) => isPollBook(manifest, manifestHash, bundle) &&
  (!manifest.pollBook || agrees(end, { pollBook: pollBookHash(bundle.stubs) }));

// Whether the log at each checkpoint was the beginning of the log as it is now.
/** @type {(of: Case, checkpoints: string[]) => boolean} */
function isHistory({ manifest, log }, checkpoints) {
  const read = checkpoints.map((signed) => readCheckpoint(noteText(signed), originOf(manifest.electionId)));
  const roots = merkleRoots(log, read.map((checkpoint) => checkpoint?.size ?? 0));
  return read.every((checkpoint) => checkpoint && checkpoint.size > 0 &&
    same(checkpoint.root, roots.get(checkpoint.size) ?? new Uint8Array()));
}

// Whether no ballot is there twice, and no more of a class than people belong to it.
/** @type {(manifest: Api.Manifest, casts: Cast[]) => boolean} */
function fitsElectorate(manifest, casts) {
  const left = new Map(classesOf(manifest).map(({ people }, i) => [i + 1, people]));
  for (const cast of casts) left.set(cast.class, (left.get(cast.class) ?? 0) - 1);
  return [...left.values()].every((n) => n >= 0) &&
    new Set(casts.map(({ sealed }) => hex(sealed))).size === casts.length;
}

// The counts, if they add up to what was cast.
/** @type {(manifest: Api.Manifest, bundle: Bundle) => Counts | null} */
function countsOf(manifest, { counts: text, casts, codes, handed }) {
  try {
    const counts = readCounts(text, manifest);
    const all = turnoutOf(manifest, casts, () => true).cast;
    const closed = casts.length - codes.length; // each of these weighs at least 1
    const [lightest, heaviest] = [0, -1].map((at) => classesOf(manifest).at(at)?.weight ?? 0);
    // Of each question what is missing is invalid, and what else is invalid was cast by others.
    /** @type {(missing: number, invalid: number, others: number) => boolean} */
    const addsUp = (missing, invalid, others) => missing <= invalid && missing >= Math.max(0, invalid - others);
    const addUp = counts.evidence.every(({ papers, blank, used, votes, people }, i) => {
      const turnout = turnoutOf(manifest, casts, (one) => isFor(manifest.questions[i], one));
      const missing = people.reduce((left, n) => left - n, turnout.people);
      return addsUp(turnout.cast - papers - blank, counts.invalid, all - turnout.cast)
        && (people.length === 0 || addsUp(missing, closed, casts.length - turnout.people))
        && people.every((n, at) => n * lightest <= votes[at] && votes[at] <= n * heaviest)
        && used.length <= codes.length;
    });
    const most = closed * heaviest;
    const printed = fitsHanded(counts, handed.length, manifest.papers ?? 0);
    return addUp && printed && closed <= counts.invalid && counts.invalid <= most ? counts : null;
  } catch {
    return null;
  }
}

/** @type {(manifest: Api.Manifest, manifestHash: string, counts: Counts, bundle: Bundle,
 *   codesRoot: Bytes) => Result | null} */
function countAgain(manifest, manifestHash, counts, { casts, result }, codesRoot) {
  try {
    return recount(manifest, manifestHash, counts, casts, codesRoot, result);
  } catch {
    return null;
  }
}

/**
 * What a bundle says of a receipt of its election, or of a leaf or a code alone: whether it has the
 * leaf; if the receipt says for whom it was cast, whether the ballot's tag is theirs; if it has a line
 * of the poll book, whether that has the stub of the leaf, and whether the tag fits its key, too; and if
 * there is a code, whether the bundle has it.
 * @type {(bundle: Bundle, electionId: string, given: Partial<KeptReceipt>) =>
 *   { leaf: boolean, owner?: boolean, stub?: boolean, tied?: boolean, code?: boolean }}
 */
export function holds(bundle, electionId, given) {
  const { casts, codes } = bundle;
  const { leaf, code, pad, owner, line } = given;
  const at = leaf ? leavesOf(electionId, casts).findIndex((hash) => hex(hash) === leaf) : -1;
  const wanted = code && unbase32(code, 10);
  /** @type {(whose: string | Uint8Array) => boolean} */
  const isTagOf = (whose) => at >= 0 && same(casts[at].tag, tagOf(unbase64(pad ?? "") ?? new Uint8Array(), whose));
  const voter = line ? stubKey(bundle, given) : null;
  return {
    leaf: at >= 0,
    owner: pad && owner ? isTagOf(owner) : undefined,
    ...(line && { stub: voter !== null, tied: voter !== null && isTagOf(voter) }),
    code: code ? codes.some((one) => wanted && same(one, wanted)) : undefined,
  };
}
