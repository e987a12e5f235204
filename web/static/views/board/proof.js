// The checks of a receipt, one after the other: the name of each step, whether it passed, and its
// values. The log and the bundle are searched here, so that the server does not learn whose ballot
// somebody looks for.

import { codeOf, text } from "../../lib/api.js";
import { concat, hex, unbase64, unhex } from "../../lib/bytes.js";
import { codeOf as makeCode } from "../../lib/code.js";
import { holds } from "../../lib/bundle.js";
import { verify } from "../../lib/crypto/ed25519.js";
import { readLog } from "../../lib/log.js";
import { merkleRoot } from "../../lib/merkle.js";
import { openNote, originOf, readCheckpoint } from "../../lib/note.js";
import { promiseOf } from "../../lib/receipt.js";

/** @import { CheckName } from "../../lib/bundle.js" */
/** @import { Given } from "../../lib/receipt.js" */
/** @import { Board } from "./election.js" */
/** @import { Counted } from "./result.js" */
/** @import { State } from "./steps.js" */

/**
 * A step of the check, named as in the catalogue.
 * @typedef {"election" | "code" | "promise" | "leafOnly" | "codeOnly" | "waiting" | "missing" |
 *   "brokenPromise" | "path" | "checkpoint" | "counted" | "uncounted"} StepName
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
  const { leaf, code } = given;
  const key = unbase64(manifest.signingKey) ?? new Uint8Array();
  /** @type {ReceiptStep[]} */
  const steps = [];
  /** @type {Add} */
  const add = (name, state, values) => steps.push({ name, state, values });

  if (given.signature) {
    add("election", held(given.electionId === id), { electionId: given.electionId });
    if (given.electionId !== id) return steps;
    const { codeSalt, clientNonce } = given;
    const made = makeCode(codeSalt, clientNonce);
    add("code", held(made === code), { codeSalt, clientNonce, codeGiven: code, codeMade: made ?? undefined });
    add("promise", held(verify(key, promiseOf(given), unbase64(given.signature))), { leaf, signature: given.signature, signingKey: manifest.signingKey });
  } else {
    add(leaf ? "leafOnly" : "codeOnly", "absent", { leaf, codeGiven: code });
  }

  const counted = await board.counted;
  if (leaf) {
    const promised = steps.some(({ name, state }) => name === "promise" && state === "passed");
    const there = counted ? addBundle(add, id, leaf, counted) : await addLog(add, leaf, board, key);
    if (!there) {
      if (election.status === "ACTIVE") add("waiting", "pending", { leaf });
      else add(promised ? "brokenPromise" : "missing", "failed", { leaf });
      return steps;
    }
  }
  if (code && counted) add("counted", held(holds(counted.bundle, id, { leaf: leaf ?? "", code }).code && stateOf(counted, "codes") === "passed"), { codeGiven: code });
  else if (code && election.resultsCalculated) add("counted", "absent", { codeGiven: code });
  else if (!leaf) add("uncounted", "pending", { codeGiven: code });
  return steps;
}

/** @type {(condition: boolean) => State} */
const held = (condition) => (condition ? "passed" : "failed");

/** @type {(counted: Counted, check: CheckName) => State} */
const stateOf = ({ checks }, check) => checks.find(({ name }) => name === check)?.state ?? "failed";

// Whether the leaf is in the log of the bundle. If so, adds what the checks of the bundle found.
/** @type {(add: Add, electionId: string, leaf: string, counted: Counted) => boolean} */
function addBundle(add, electionId, leaf, counted) {
  const { bundle } = counted;
  if (!holds(bundle, electionId, { leaf }).leaf) return false;
  add("path", stateOf(counted, "castLog"), { leaf, treeSize: bundle.casts.length });
  add("checkpoint", stateOf(counted, "checkpoint"), { checkpointNote: bundle.checkpoint });
  return true;
}

// Whether the leaf is in the log that the server lists. If so, or if the list does not have the
// root of its checkpoint, adds what was found.
/** @type {(add: Add, leaf: string, board: Board, key: Bytes) => Promise<boolean>} */
async function addLog(add, leaf, { id, path, signal }, key) {
  const list = await listOf(path, signal);
  if (list === "") return false;
  const log = readLog(list);
  const origin = originOf(id);
  const note = log && openNote(log.checkpoint, origin, key);
  const checkpoint = note && readCheckpoint(note.text, origin);
  const root = log && hex(merkleRoot(log.leaves.map((one) => /** @type {Bytes} */ (unhex(one)))));
  const whole = log && checkpoint && checkpoint.size === log.leaves.length && hex(checkpoint.root) === root;
  const place = log?.leaves.indexOf(leaf) ?? -1;
  if (whole && place < 0) return false;
  add("path", held(Boolean(whole)), {
    leaf, place: place < 0 ? undefined : place + 1, treeSize: log?.leaves.length, rootMade: root ?? undefined,
    rootSigned: checkpoint ? hex(checkpoint.root) : undefined,
  });
  add("checkpoint", held(note !== null && verify(key, concat(note.text), note.signature)), { checkpointNote: log?.checkpoint });
  return true;
}

// The list of leaves, or "" before the first ballots are in the log.
/** @type {(path: Board["path"], signal: AbortSignal) => Promise<string>} */
async function listOf(path, signal) {
  try {
    return await text(`${path}/leaves`, signal);
  } catch (error) {
    if (codeOf(error) === "checkpoint_pending") return "";
    throw error;
  }
}
