// The checks of a receipt, one after the other: the name of each step, whether it passed, and its
// values.

import { codeOf, get } from "../../lib/api.js";
import { concat, hex, unbase64, unhex } from "../../lib/bytes.js";
import { codeOf as makeCode } from "../../lib/code.js";
import { holds } from "../../lib/bundle.js";
import { verify } from "../../lib/crypto/ed25519.js";
import { climb } from "../../lib/merkle.js";
import { openNote, originOf, readCheckpoint } from "../../lib/note.js";
import { promiseOf } from "../../lib/receipt.js";

/** @import { Bundle } from "../../lib/bundle.js" */
/** @import { Climbed } from "../../lib/merkle.js" */
/** @import { Given } from "../../lib/receipt.js" */
/** @import { Board } from "./election.js" */
/** @import { State } from "./steps.js" */

/**
 * A step of the check, named as in the catalogue.
 * @typedef {"election" | "code" | "promise" | "leafOnly" | "brokenPromise" | "leaf_pending" |
 *   "not_found" | "path" | "checkpoint" | "counted" | "countedLeaf"} StepName
 * @typedef {Record<string, string | number | null | undefined>} Values
 * @typedef {{ name: StepName, state: State, values: Values, climbed?: Climbed[] }} ReceiptStep
 * @typedef {(name: StepName, state: State, values: Values, climbed?: Climbed[]) => void} Add
 */

/**
 * Checks a receipt, or a leaf alone, against the board and, after the count, against the bundle. It
 * stops at a step after which nothing can follow, and rejects if the server does not answer.
 * @type {(given: Given, board: Board & { bundle: Promise<Bundle | null> | null }) =>
 *   Promise<ReceiptStep[]>}
 */
export async function checkReceipt(given, { id, path, manifest, signal, bundle }) {
  const key = unbase64(manifest.signingKey) ?? new Uint8Array();
  /** @type {ReceiptStep[]} */
  const steps = [];
  /** @type {Add} */
  const add = (name, state, values, climbed) => steps.push({ name, state, values, climbed });

  if (given.signature) {
    add("election", given.electionId === id ? "passed" : "failed", { electionId: given.electionId });
    if (given.electionId !== id) return steps;
    const { codeSalt, clientNonce } = given;
    const code = makeCode(codeSalt, clientNonce);
    add("code", code === given.code ? "passed" : "failed", { codeSalt, clientNonce, codeGiven: given.code, codeMade: code ?? undefined });
    add("promise", verify(key, promiseOf(given), unbase64(given.signature)) ? "passed" : "failed",
      { leaf: given.leaf, signature: given.signature, signingKey: manifest.signingKey });
  } else {
    add("leafOnly", "absent", { leaf: given.leaf });
  }

  let inclusion;
  try {
    inclusion = await get(`${path}/receipts/${given.leaf}`, signal);
  } catch (error) {
    const code = codeOf(error);
    if (code !== "leaf_pending" && code !== "not_found") throw error;
    const broken = code === "not_found" && steps.some(({ name, state }) => name === "promise" && state === "passed");
    add(broken ? "brokenPromise" : code, code === "leaf_pending" ? "pending" : "failed", { leaf: given.leaf });
    return steps;
  }
  addInclusion(add, given.leaf, inclusion, originOf(id), key);
  if (bundle) addCount(add, id, given, await bundle);
  return steps;
}

/** @type {(add: Add, leaf: string, inclusion: Api.Inclusion, origin: string, key: Bytes) => void} */
function addInclusion(add, leaf, { proof, checkpoint: signed }, origin, key) {
  const note = openNote(signed, origin, key);
  const checkpoint = note && readCheckpoint(note.text, origin);
  const from = unhex(leaf, 32);
  const path = proof.path.flatMap((hash) => unhex(hash, 32) ?? []);
  const climbed = from && path.length === proof.path.length ? climb(from, { ...proof, path }) : null;
  const root = climbed && hex(climbed.root);
  const leads = root && checkpoint && checkpoint.size === proof.treeSize && hex(checkpoint.root) === root;
  add("path", leads ? "passed" : "failed", {
    leaf, place: proof.index + 1, treeSize: proof.treeSize, rootMade: root ?? undefined,
    rootSigned: checkpoint ? hex(checkpoint.root) : undefined,
  }, climbed?.steps);
  const signs = note && checkpoint && verify(key, concat(note.text), note.signature);
  add("checkpoint", signs ? "passed" : "failed", { checkpointNote: signed });
}

/** @type {(add: Add, electionId: string, given: Given, bundle: Bundle | null) => void} */
function addCount(add, electionId, given, bundle) {
  if (!bundle) return add("counted", "absent", {});
  const found = holds(bundle, electionId, given);
  const all = found.leaf && (found.code || !given.code);
  return add(given.code ? "counted" : "countedLeaf", all ? "passed" : "failed", { leaf: given.leaf, codeGiven: given.code });
}
