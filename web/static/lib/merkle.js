// Merkle trees (RFC 6962): the root over leaves.

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
