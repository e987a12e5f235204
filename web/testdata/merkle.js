import { notStrictEqual, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { hex, unhex } from "../static/lib/bytes.js";
import { climb, leafHash, merkleRoot } from "../static/lib/merkle.js";

const root = (leaf, proof) => {
  const climbed = climb(leaf, proof);
  return climbed && hex(climbed.root);
};

for (const { leaves, root: want, proofs } of JSON.parse(readFileSync(0))) {
  const hashes = leaves.map((leaf) => unhex(leaf));
  const treeSize = leaves.length;
  strictEqual(hex(merkleRoot(hashes)), want);
  hashes.forEach((leaf, index) => {
    const path = proofs[index].map((hash) => unhex(hash));
    strictEqual(hex(leaf), hex(leafHash(new TextEncoder().encode(`record ${index}`))));
    strictEqual(root(leaf, { index, treeSize, path }), want);
    notStrictEqual(root(leafHash(leaf), { index, treeSize, path }), want);
    if (path.length > 0) notStrictEqual(root(leaf, { index, treeSize, path: path.slice(1) }), want);
    strictEqual(root(leaf, { index, treeSize, path: [...path, leaf] }), null);
    strictEqual(root(leaf, { index: treeSize, treeSize, path }), null);
    strictEqual(root(leaf, { index: -1, treeSize, path }), null);
    strictEqual(root(leaf, { index: `${index}`, treeSize, path }), null);
    if (treeSize > 1) notStrictEqual(root(leaf, { index: (index + 1) % treeSize, treeSize, path }), want);
  });
}
