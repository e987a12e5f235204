// Merkle trees (RFC 6962): the root over leaves, and proofs that a tree only grew.

import { concat, same } from "./bytes.js";
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
    if (wanted.has(size)) roots.set(size,
      stack.length > 0 ? stack.reduceRight((right, left) => nodeHash(left, right)) : sha256(new Uint8Array()));
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

/** The root of a tree, from the leaf hash at a place and the hashes beside the way up (RFC 6962, section 2.1.1);
 *  null if they are not as many as there must be.
 *  @type {(leaf: Bytes, at: number, size: number, path: Uint8Array[]) => Bytes | null} */
export function rootFrom(leaf, at, size, path) {
  const beside = path.at(-1);
  if (size === 1 || !beside) return size === 1 && !beside ? leaf : null;
  const left = 2 ** Math.floor(Math.log2(size - 1)); // the largest power of two below
  const below = at < left ? rootFrom(leaf, at, left, path.slice(0, -1))
    : rootFrom(leaf, at - left, size - left, path.slice(0, -1));
  return below && (at < left ? nodeHash(below, beside) : nodeHash(beside, below));
}

/**
 * Whether a proof shows that the tree of one size begins with that of another (RFC 9162, section
 * 2.1.4.2). Sizes are from 1 to 2^53 - 1.
 * @type {(from: { size: number, root: Uint8Array }, to: { size: number, root: Uint8Array },
 *   proof: Uint8Array[]) => boolean}
 */
export function onlyGrew(from, to, proof) {
  if (from.size < 1 || from.size > to.size || proof.some((hash) => hash.length !== 32)) return false;
  if (from.size === to.size) return proof.length === 0 && same(from.root, to.root);
  // Numbers are divided and not shifted: shifts would cut them to 32 bits.
  const half = (/** @type {number} */ n) => Math.floor(n / 2);
  let [place, last] = [from.size - 1, to.size - 1];
  for (; place % 2 === 1; place = half(place)) last = half(last);
  const path = place === 0 ? [from.root, ...proof] : proof; // a full tree is its own first hash
  if (path.length === 0) return false;
  let [old, now] = [path[0], path[0]];
  for (const hash of path.slice(1)) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [old, now] = [nodeHash(hash, old), nodeHash(hash, now)];
      for (; place % 2 === 0 && place !== 0; place = half(place)) last = half(last);
    } else {
      now = nodeHash(now, hash);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(old, from.root) && same(now, to.root);
}
