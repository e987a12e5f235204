// The checks of a receipt, one after the other: what each step is called, whether it holds, and with which values.

import { get } from "../../lib/api.js";
import { concat, hex, unbase64, unhex } from "../../lib/bytes.js";
import { codeOf } from "../../lib/code.js";
import { holds } from "../../lib/bundle.js";
import { checkSignature } from "../../lib/ed25519.js";
import { climb } from "../../lib/merkle.js";
import { openNote, originOf, readCheckpoint } from "../../lib/note.js";
import { promiseOf } from "../../lib/receipt.js";

/**
 * Checks a receipt, or a leaf alone, against the board. `bundle` is a promise of the bundle when the ballots are counted, or
 * null. Answers the steps {name, state, values, climbed}; it stops where nothing can follow. It rejects when the server does not
 * answer, for then nothing is known.
 */
export async function checkReceipt(given, { id, path, manifest, signal, bundle }) {
  const key = unbase64(manifest.signingKey);
  const steps = [];
  const add = (name, state, values, climbed) => steps.push({ name, state, values, climbed });

  if (given.signature) {
    add("election", given.electionId === id ? "passed" : "failed", { electionId: given.electionId });
    if (given.electionId !== id) return steps;
    const { codeSalt, clientNonce } = given;
    const code = codeOf(codeSalt, clientNonce);
    add("code", code === given.code ? "passed" : "failed", { codeSalt, clientNonce, codeGiven: given.code, codeMade: code });
    add("promise", await checkSignature(key, promiseOf(given), unbase64(given.signature)),
      { leaf: given.leaf, signature: given.signature, signingKey: manifest.signingKey });
  } else {
    add("leafOnly", "absent", { leaf: given.leaf });
  }

  let inclusion;
  try {
    inclusion = await get(`${path}/receipts/${given.leaf}`, signal);
  } catch (error) {
    if (error.code !== "leaf_pending" && error.code !== "not_found") throw error;
    const broken = error.code === "not_found" && steps.some(({ name, state }) => name === "promise" && state === "passed");
    add(broken ? "brokenPromise" : error.code, error.code === "leaf_pending" ? "pending" : "failed", { leaf: given.leaf });
    return steps;
  }
  await addInclusion(add, given.leaf, inclusion, originOf(id), key);
  if (bundle) await addCount(add, given, await bundle);
  return steps;
}

async function addInclusion(add, leaf, { proof, checkpoint: signed }, origin, key) {
  const note = openNote(signed, origin, key);
  const checkpoint = note && readCheckpoint(note.text, origin);
  const path = proof.path.map((hash) => unhex(hash, 32));
  const climbed = path.includes(null) ? null : climb(unhex(leaf, 32), { ...proof, path });
  const root = climbed && hex(climbed.root);
  const leads = root && checkpoint && checkpoint.size === proof.treeSize && hex(checkpoint.root) === root;
  add("path", leads ? "passed" : "failed", {
    leaf, place: proof.index + 1, treeSize: proof.treeSize, rootMade: root ?? undefined,
    rootSigned: checkpoint ? hex(checkpoint.root) : undefined,
  }, climbed?.steps);
  add("checkpoint", checkpoint ? await checkSignature(key, concat(note.text), note.signature) : "failed", { checkpointNote: signed });
}

async function addCount(add, given, bundle) {
  if (!bundle) return add("counted", "absent", {});
  const found = holds(bundle, given);
  const all = found.leaf && (found.code || !given.code);
  return add(given.code ? "counted" : "countedLeaf", all ? "passed" : "failed", { leaf: given.leaf, codeGiven: given.code });
}
