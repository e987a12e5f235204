// The checks of a receipt, one after the other: the name of each step, whether it passed, and its
// values.

import { codeOf, get } from "../../lib/api.js";
import { hex, unbase64, unhex } from "../../lib/bytes.js";
import { holds } from "../../lib/bundle.js";
import { verify } from "../../lib/crypto/ed25519.js";
import { climb } from "../../lib/merkle.js";
import { installationOf, openNote, readCheckpoint } from "../../lib/note.js";
import { promiseOf } from "../../lib/receipt.js";

/** @import { Bundle } from "../../lib/bundle.js" */
/** @import { Climbed } from "../../lib/merkle.js" */
/** @import { Signer } from "../../lib/note.js" */
/** @import { Given } from "../../lib/receipt.js" */
/** @import { Board } from "./election.js" */
/** @import { State } from "./steps.js" */

/**
 * A step of the check, named as in the catalogue.
 * @typedef {"election" | "promise" | "leafOnly" | "brokenPromise" | "leaf_pending" | "not_found" |
 *   "path" | "checkpoint" | "bundle" | "inBundle" | "owner" | "counted" | "cancelled"} StepName
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
  const installation = installationOf(manifest);
  /** @type {ReceiptStep[]} */
  const steps = [];
  /** @type {Add} */
  const add = (name, state, values, climbed) => steps.push({ name, state, values, climbed });

  if (given.signature) {
    add("election", given.electionId === id ? "passed" : "failed", { electionId: given.electionId });
    if (given.electionId !== id) return steps;
    add("promise", verify(installation.key, promiseOf(given), unbase64(given.signature)) ? "passed" : "failed",
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
  addInclusion(add, given.leaf, inclusion, installation);
  if (bundle) addCount(add, id, given, await bundle);
  return steps;
}

/** @type {(add: Add, leaf: string, inclusion: Api.Inclusion, installation: Signer) => void} */
function addInclusion(add, leaf, { proof, checkpoint: signed }, installation) {
  const note = openNote(signed, [installation]);
  const checkpoint = readCheckpoint(note?.text ?? "", installation.name);
  const from = unhex(leaf, 32);
  const path = proof.path.flatMap((hash) => unhex(hash, 32) ?? []);
  const climbed = from && path.length === proof.path.length ? climb(from, { ...proof, path }) : null;
  const root = climbed && hex(climbed.root);
  const leads = root && checkpoint && checkpoint.size === proof.treeSize && hex(checkpoint.root) === root;
  add("path", leads ? "passed" : "failed", {
    leaf, place: proof.index, treeSize: proof.treeSize, rootMade: root ?? undefined,
    rootSigned: checkpoint ? hex(checkpoint.root) : undefined,
  }, climbed?.steps);
  add("checkpoint", checkpoint && note?.by.length ? "passed" : "failed", { checkpointNote: signed });
}

/** @type {(add: Add, electionId: string, given: Given, bundle: Bundle | null) => void} */
function addCount(add, electionId, given, bundle) {
  if (!bundle) return add("bundle", "absent", {});
  const found = holds(bundle, electionId, given);
  add("inBundle", found.leaf ? "passed" : "failed", { leaf: given.leaf });
  if (!given.signature) return;
  const { name, owner, code } = given;
  if (found.owner !== undefined) add("owner", found.owner ? "passed" : "failed", { name, owner });
  if (!bundle.seal) add("cancelled", "absent", {});
  else if (found.code !== undefined) add("counted", found.code ? "passed" : "failed", { code });
}
