// Merkle trees (RFC 6962): the root over leaves, and the way from one leaf to the root.

import { concat } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** The leaf hash of a record. */
export const leafHash = (record) => sha256(concat(Uint8Array.of(0), record));

const nodeHash = (left, right) => sha256(concat(Uint8Array.of(1), left, right));

/** The root over leaf hashes; that over none is the hash of nothing. */
export const merkleRoot = (leaves) => merkleRoots(leaves, [leaves.length]).get(leaves.length);

/** The roots over the first so many leaf hashes, by each of the sizes that there are leaves for. */
export function merkleRoots(leaves, sizes) {
  const wanted = new Set(sizes);
  const roots = new Map();
  const stack = []; // roots of full subtrees, largest first
  const note = (size) => {
    if (wanted.has(size)) roots.set(size, stack.length > 0 ? stack.reduceRight((right, left) => nodeHash(left, right)) : sha256(new Uint8Array()));
  };
  note(0);
  leaves.forEach((leaf, i) => {
    stack.push(leaf);
    for (let n = i + 1; n % 2 === 0; n /= 2) {
      const right = stack.pop();
      stack.push(nodeHash(stack.pop(), right));
    }
    note(i + 1);
  });
  return roots;
}

/**
 * Goes from a leaf hash up a proof (RFC 9162, section 2.1.3.2): the steps are {side, sibling, hash}, side being where the sibling
 * stands, and the last hash is the root. Answers null when a proof of this length is none for this place in a log of this size.
 */
export function climb(leaf, { index, treeSize, path }) {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(treeSize) && index >= 0 && index < treeSize)) return null;
  const steps = [];
  let hash = leaf;
  let at = index;
  let last = treeSize - 1; // of the level that `at` is on
  const up = () => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  for (const sibling of path) {
    if (last === 0) return null;
    const left = at % 2 === 1 || at === last;
    hash = left ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
    // A leaf without a neighbour on its right moves up as it is.
    if (left) while (at % 2 === 0 && at !== 0) up();
    up();
    steps.push({ side: left ? "left" : "right", sibling, hash });
  }
  return last === 0 ? { root: hash, steps } : null;
}
