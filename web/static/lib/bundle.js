// The bundle of a counted election: everything public about it, checked and counted again. The rules are those of the bundle's own
// page of documentation, and the checks have its names; what needs a receipt is checked where the receipt is.

import { compare, concat, hex, unbase32, unbase64, unhex } from "./bytes.js";
import { checkSignature } from "./ed25519.js";
import { leafHash, merkleRoot, merkleRoots } from "./merkle.js";
import { openNote, originOf, readCheckpoint, readSeal } from "./note.js";
import { sha256 } from "./sha256.js";
import { unzip } from "./zip.js";

const LIMIT = 64 * 2 ** 20; // unpacked bytes; `ostrakon verify` takes larger ones
const FILES = ["manifest.json", "checkpoint.txt", "seal.txt", "result.json", "leaves.txt", "ballots.txt", "codes.txt"];

/** Reads a bundle: its files as text by name, and lines as arrays. Throws what is none. */
export async function readBundle(bytes) {
  const files = await unzip(bytes, LIMIT);
  if (files.size !== FILES.length || !FILES.every((name) => files.has(name))) throw new Error("other files than a bundle has");
  const read = (name) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(files.get(name));
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
 * Checks a bundle against the manifest that the board shows, as text, and the signed checkpoints that it has. Answers {checks,
 * result, seal}: each check is {name, state, values}, its state one of checkSignature's and its values an object of what was
 * compared.
 */
export async function checkBundle(bundle, manifestText, checkpoints) {
  const manifest = JSON.parse(manifestText);
  const key = unbase64(manifest.signingKey);
  const origin = originOf(manifest.electionId);
  const sealNote = openNote(bundle.seal, origin, key);
  const seal = sealNote && readSeal(sealNote.text);
  if (!seal) return { checks: [check("seal", "failed", {})], result: null, seal: null };

  const manifestHash = hashOf("manifest", bundle.manifest);
  const committed = sha256(concat("ostrakon/tieseed/1\0", unhex(seal.tieSeed)));
  const noteOfLog = openNote(bundle.checkpoint, origin, key);
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
    check("seal", held(seal.election === manifest.electionId && hex(committed) === manifest.tieSeedCommitment)
      ?? await checkSignature(key, concat(sealNote.text), sealNote.signature), { tieSeed: seal.tieSeed }),
    check("checkpoint", held(checkpoint && checkpoint.size === size && hex(checkpoint.root) === seal.castRoot)
      ?? await checkSignature(key, concat(noteOfLog.text), noteOfLog.signature), { checkpointSize: checkpoint?.size }),
    check("castLog", held(castRoot === seal.castRoot && leaves.length === size && new Set(bundle.leaves).size === size
      && size <= (manifest.electorate?.size ?? size)), { castRoot }),
    check("history", held(isHistory(leaves, checkpoints.map((note) => readSigned(note, origin, key)))),
      { checkpoints: checkpoints.length }),
    check("ballots", held(ballotsRoot === seal.ballotsRoot && ballots.length === size && isSorted(ballots)), { ballotsRoot }),
    check("codes", held(codesRoot === seal.codesRoot && codes.length === size && isSorted(codes, true)), { codesRoot }),
    check("result", held(counted === bundle.result && hashOf("result", bundle.result) === seal.result), { resultHash: seal.result }),
  ];
  for (const one of checks) one.state ??= "passed";
  return { checks, result: JSON.parse(bundle.result), seal };
}

const check = (name, state, values) => ({ name, state, values });

// Null lets a further condition decide.
const held = (condition) => (condition ? null : "failed");

const hashOf = (domain, text) => hex(sha256(concat(`ostrakon/${domain}/1\0`, text)));

// The root over records with a domain, or over leaf hashes without one; "" when one of them has no proper form.
function rootOf(records, domain) {
  if (records.includes(null)) return "";
  return hex(merkleRoot(domain ? records.map((record) => leafHash(concat(`ostrakon/${domain}/1\0`, record))) : records));
}

function readSigned(signed, origin, key) {
  const note = openNote(signed, origin, key);
  return note && readCheckpoint(note.text, origin);
}

// Whether the log was at every checkpoint what it is now at its beginning.
function isHistory(leaves, checkpoints) {
  if (checkpoints.includes(null) || leaves.includes(null)) return false;
  const roots = merkleRoots(leaves, checkpoints.map(({ size }) => size));
  return checkpoints.every(({ size, root }) => roots.has(size) && hex(roots.get(size)) === hex(root));
}

function isSorted(records, strictly = false) {
  return records.every((record, i) => i === 0 || compare(records[i - 1], record) < (strictly ? 0 : 1));
}

// Canonical JSON (RFC 8785) of what a manifest and a result hold: texts, whole numbers, booleans, lists and objects.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Counts the ballots, and answers what result.json has to say. */
function recount(manifest, ballots, tieSeed, manifestHash) {
  const votes = new Map(manifest.candidates.map(({ id }) => [id, 0]));
  for (const id of ballots) votes.set(id, votes.get(id) + 1); // a stranger's votes are not a number, and no result has those
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

function decide({ electionId, tieBreak }, ballots, first, tieSeed) {
  if (ballots === 0) return { outcome: "no_ballots", winners: [] };
  if (first.length === 1) return { outcome: "winner", winners: first };
  if (tieBreak !== "draw") return { outcome: "tie", winners: [] };
  const lots = first.map((id) => ({ id, lot: sha256(concat("ostrakon/draw/1\0", unhex(tieSeed), electionId, id)) }));
  lots.sort((a, b) => compare(a.lot, b.lot));
  return { outcome: "draw", winners: [lots[0].id] };
}

/** Whether a bundle holds the leaf of a receipt, and its code. */
export function holds({ leaves, codes }, { leaf, code }) {
  return { leaf: leaves.includes(leaf), code: codes.includes(code) };
}
