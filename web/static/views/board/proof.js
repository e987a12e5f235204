// The checks of a receipt, one after the other: the name of each step, whether it passed, and its
// values. The log and the bundle are searched here, so that the server does not learn whose ballot
// somebody looks for.

import { codeOf, text } from "../../lib/api.js";
import { base32, hex, unbase64, unhex } from "../../lib/bytes.js";
import { holds, leavesOf } from "../../lib/bundle.js";
import { verify } from "../../lib/crypto/ed25519.js";
import { ballotNumber, findLeaf } from "../../lib/leaf.js";
import { readLog } from "../../lib/log.js";
import { merkleRoot } from "../../lib/merkle.js";
import { installationOf, openNote, readCheckpoint } from "../../lib/note.js";
import { promiseOf } from "../../lib/receipt.js";
import { readTyped } from "./typed.js";

/** @import { CheckName } from "../../lib/bundle.js" */
/** @import { Given, KeptReceipt } from "../../lib/receipt.js" */
/** @import { Board } from "./election.js" */
/** @import { Counted } from "./result.js" */
/** @import { State } from "./steps.js" */

/**
 * A step of the check, named as in the catalogue.
 * @typedef {"election" | "promise" | "leafOnly" | "codeOnly" | "waiting" | "waitingOrLost" | "missing" |
 *   "lost" | "brokenPromise" | "leftOut" | "path" | "checkpoint" | "owner" | "stub" | "counted" |
 *   "notCounted" | "calledInvalid" | "foundAgain" | "doubtful" | "uncounted" | "cancelled"} StepName
 * @typedef {Record<string, string | number | undefined>} Values
 * @typedef {{ name: StepName, state: State, values: Values }} ReceiptStep
 * @typedef {(name: StepName, state: State, values: Values) => void} Add
 */

/**
 * Checks a receipt, or its ballot number or code alone, against the log or, after the count,
 * against the bundle. It stops at a step after which nothing can follow, and rejects if the server
 * does not answer.
 * @type {(given: Given, board: Board & { counted: Promise<Counted | null> | null }) =>
 *   Promise<ReceiptStep[]>}
 */
export async function checkReceipt(given, board) {
  const { id, manifest, election } = board;
  const { number, code } = given;
  const { line, owner } = /** @type {Partial<KeptReceipt>} */ (given);
  /** @type {ReceiptStep[]} */
  const steps = [];
  /** @type {Add} */
  const add = (name, state, values) => steps.push({ name, state, values });

  if (given.signature) {
    add("election", held(given.electionId === id), { electionId: given.electionId });
    if (given.electionId !== id) return steps;
    const { leaf, signature } = given;
    add("promise", held(verify(installationOf(manifest).key, promiseOf(given), unbase64(signature))),
      { leaf: ballotNumber(leaf), hash: leaf, signature, signingKey: manifest.signingKey });
    if (manifest.pollBook ? owner : line) add(line ? "stub" : "owner", "failed", { line, owner });
  } else if (given.leaf || number) {
    add("leafOnly", "absent", { leaf: number ?? ballotNumber(given.leaf ?? "") });
  } else {
    add("codeOnly", "absent", { code });
  }

  const counted = await board.counted;
  const leaf = given.leaf ?? (number && findLeaf(number, await leavesNow(board, counted)));
  if (leaf || number) {
    const promised = steps.some(({ name, state }) => name === "promise" && state === "passed");
    const there = leaf && (counted ? addBundle(add, id, { ...given, leaf }, counted) : await addLog(add, leaf, board));
    if (!there) {
      if (counted && line && manifest.pollBook && holds(counted.bundle, id, given).stub) {
        add("leftOut", "failed", { line, hash: leaf });
        return steps;
      }
      const values = { leaf: number ?? ballotNumber(leaf ?? ""), hash: leaf };
      const restored = election.stopped || election.notices.some(({ backupAt }) => backupAt);
      if (election.status === "ACTIVE") add(restored ? "waitingOrLost" : "waiting", "pending", values);
      else if (restored) add("lost", "failed", values);
      else add(promised ? "brokenPromise" : "missing", "failed", values);
      return steps;
    }
  }
  if (election.cancelled) add("cancelled", "absent", {});
  else if (leaf && counted?.bundle.invalid.includes(leaf)) add("calledInvalid", "failed", { hash: leaf });
  else if (code && counted) {
    if (stateOf(counted, "codes") !== "passed") add("doubtful", "failed", { code });
    else if (holds(counted.bundle, id, given).code) add("counted", "passed", { code });
    else {
      add("notCounted", "failed", { code });
      const again = counted.recounts.find(({ missing }) => missing.includes(code));
      if (again) add("foundAgain", "passed", { code, holders: again.holders.join(", ") });
    }
  }
  else if (code && election.resultsCalculated) add("counted", "absent", { code });
  else if (!leaf) add("uncounted", "pending", { code });
  return steps;
}

/**
 * The ballots and codes that somebody may have meant who typed a number or a code from paper. Without any it is the
 * whole number or code as it was typed, if it was whole. null for text that is neither.
 * @type {(text: string, board: Board & { counted: Promise<Counted | null> | null }) => Promise<Given[] | null>}
 */
export async function findTyped(text, board) {
  const typed = readTyped(text);
  if (!typed) return null;
  const { pattern, whole } = typed;
  const counted = await board.counted;
  const leaves = (await leavesNow(board, counted)).filter((leaf) => pattern.test(ballotNumber(leaf)));
  const codes = (counted?.bundle.codes ?? []).map(base32).filter((code) => pattern.test(code));
  const found = [...leaves.map((leaf) => ({ leaf })), ...codes.map((code) => ({ code }))];
  return found.length === 0 && whole ? [whole] : found;
}

// The leaves of the ballots: after the count those of the bundle, before it what the server lists.
/** @type {(board: Board, counted: Counted | null) => Promise<string[]>} */
async function leavesNow({ id, path, signal }, counted) {
  if (counted) return leavesOf(id, counted.bundle.casts).map(hex);
  return readLog(await listOf(path, signal))?.leaves ?? [];
}

/** @type {(condition: boolean) => State} */
const held = (condition) => (condition ? "passed" : "failed");

/** @type {(counted: Counted, check: CheckName) => State} */
const stateOf = ({ checks }, check) => checks.find(({ name }) => name === check)?.state ?? "failed";

// Whether the leaf is in the log of the bundle. If so, adds what the checks of the bundle found.
/** @type {(add: Add, electionId: string, given: Given, counted: Counted) => boolean} */
function addBundle(add, electionId, given, counted) {
  const { bundle } = counted;
  const found = holds(bundle, electionId, given);
  if (!found.leaf) return false;
  add("path", stateOf(counted, "castLog"),
    { leaf: ballotNumber(given.leaf ?? ""), hash: given.leaf,
      treeSize: bundle.casts.length + bundle.handed.length + 2 });
  add("checkpoint", stateOf(counted, "checkpoint"), { checkpointNote: bundle.checkpoint });
  if (given.signature && found.owner !== undefined)
    add("owner", held(found.owner), { owner: given.owner });
  if (given.signature && found.tied !== undefined) add("stub", held(found.tied), { line: given.line });
  return true;
}

// Whether the leaf is in the log that the server lists. If so, or if the list does not have the
// root of its checkpoint, adds what was found.
/** @type {(add: Add, leaf: string, board: Board) => Promise<boolean>} */
async function addLog(add, leaf, { manifest, path, signal }) {
  const list = await listOf(path, signal);
  if (list === "") return false;
  const log = readLog(list);
  const installation = installationOf(manifest);
  const note = log && openNote(log.checkpoint, [installation]);
  const checkpoint = note && readCheckpoint(note.text, installation.name);
  const root = log && hex(merkleRoot(log.leaves.map((one) => /** @type {Bytes} */ (unhex(one)))));
  const whole = log && checkpoint && checkpoint.size === log.leaves.length && hex(checkpoint.root) === root;
  const place = log?.leaves.indexOf(leaf) ?? -1;
  if (whole && place < 0) return false;
  add("path", held(Boolean(whole)), {
    leaf: ballotNumber(leaf), hash: leaf, place: place < 0 ? undefined : place + 1, treeSize: log?.leaves.length,
    rootMade: root ?? undefined,
    rootSigned: checkpoint ? hex(checkpoint.root) : undefined,
  });
  add("checkpoint", held(note !== null && note.by.length > 0), { checkpointNote: log?.checkpoint });
  return true;
}

/** The list of leaves, or "" before the first ballots are in the log.
 *  @type {(path: Board["path"], signal: AbortSignal) => Promise<string>} */
export async function listOf(path, signal) {
  try {
    return await text(`${path}/leaves`, signal);
  } catch (error) {
    if (codeOf(error) === "checkpoint_pending") return "";
    throw error;
  }
}
