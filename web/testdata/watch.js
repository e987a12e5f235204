import { deepStrictEqual, rejects, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { unhex } from "../static/lib/bytes.js";
import { onlyGrew } from "../static/lib/merkle.js";
import { compareSights } from "../static/lib/watch.js";

const { proofs, sights } = JSON.parse(readFileSync(0));

for (const { from, to, fromRoot, toRoot, proof } of proofs) {
  const [old, now] = [{ size: from, root: unhex(fromRoot) }, { size: to, root: unhex(toRoot) }];
  const hashes = proof.map((hash) => unhex(hash));
  strictEqual(onlyGrew(old, now, hashes), true, `from ${from} to ${to}`);
  const zeros = new Uint8Array(32);
  strictEqual(onlyGrew({ ...old, root: zeros }, now, hashes), false);
  strictEqual(onlyGrew(old, { ...now, root: zeros }, hashes), false);
  strictEqual(onlyGrew(old, now, [...hashes, zeros]), false);
  strictEqual(onlyGrew({ ...old, size: 0 }, now, hashes), false);
  hashes.forEach((_, i) => {
    strictEqual(onlyGrew(old, now, hashes.toSpliced(i, 1)), false);
    strictEqual(onlyGrew(old, now, hashes.with(i, zeros)), false);
    strictEqual(onlyGrew(old, now, hashes.with(i, zeros.slice(1))), false);
  });
}

for (const { name, before, now, proof, want } of sights) {
  deepStrictEqual(await compareSights(before, now, async () => proof), want, name);
  if (!("size" in want)) continue;
  await rejects(compareSights(before, { ...now, checkpoint: now.checkpoint.replace("\n— ostrakon/", "\n— elsewhere/") },
    async () => proof), name);
  if (proof.length > 0) deepStrictEqual(await compareSights(before, now, async () => []),
    { alarm: before ? "fork" : "manifest" }, name);
}
