// Merkle trees (RFC 6962): the root over leaves, and the way from one leaf to the root.

import { concat } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** The leaf hash of a record.
 *  @type {(record: Uint8Array) => Bytes} */
export const leafHash = (record) => sha256(concat(Uint8Array.of(0), record));

/** @type {(left: Uint8Array, right: Uint8Array) => Bytes} */
const nodeHash = (left, right) => sha256(concat(Uint8Array.of(1), left, right));

/** The root over leaf hashes. Without leaves it is the hash of nothing.
 *  @type {(leaves: Bytes[]) => Bytes} */
export const merkleRoot = (leaves) => /** @type {Bytes} */ (merkleRoots(leaves, [leaves.length]).get(leaves.length));

/** The roots over the first leaf hashes, by size. A size that is larger than the log is left out.
 *  @type {(leaves: Bytes[], sizes: number[]) => Map<number, Bytes>} */
export function merkleRoots(leaves, sizes) {
  const wanted = new Set(sizes);
  const roots = new Map();
  /** @type {Bytes[]} */
  const stack = []; // roots of full subtrees, largest first
  /** @type {(size: number) => void} */
  const note = (size) => {
    if (wanted.has(size)) roots.set(size, stack.length > 0 ? stack.reduceRight((right, left) => nodeHash(left, right)) : sha256(new Uint8Array()));
  };
  note(0);
  leaves.forEach((leaf, i) => {
    stack.push(leaf);
    for (let n = i + 1; n % 2 === 0; n /= 2) {
      const [left, right] = stack.splice(-2);
      stack.push(nodeHash(left, right));
    }
    note(i + 1);
  });
  return roots;
}

/** @typedef {{ side: "left" | "right", sibling: Bytes, hash: Bytes }} Climbed */

/**
 * Follows a proof from a leaf hash to the root (RFC 9162, section 2.1.3.2). `side` is where the
 * sibling is. Returns null if a proof of this length cannot belong to this place in a log of this
 * size.
 * @type {(leaf: Bytes, proof: { index: number, treeSize: number, path: Bytes[] }) => { root: Bytes,
 *   steps: Climbed[] } | null}
 */
export function climb(leaf, { index, treeSize, path }) {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(treeSize) && index >= 0 && index < treeSize)) return null;
  /** @type {Climbed[]} */
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
