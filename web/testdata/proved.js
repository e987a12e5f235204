// Checks a bundle with a proof of the count, of an election that has questions of other methods too, and what becomes
// of it when something is changed. Standard input has the bundle, and that of the same election cancelled.

import { deepStrictEqual, rejects, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { hex, unbase64 } from "../static/lib/bytes.js";
import { checkBundle, leavesOf, readBundle } from "../static/lib/bundle.js";
import { canonical } from "../static/lib/canonical.js";
import { readManifest } from "../static/lib/manifest.js";
import { canProve, proofHash } from "../static/lib/proof/bundle.js";

const vectors = JSON.parse(readFileSync(0));
const bundle = await readBundle(unbase64(vectors.bundle));
const manifest = readManifest(bundle.manifest);
const leaves = leavesOf(manifest.electionId, bundle.casts).map(hex);
const failing = (change, of = bundle) => checkBundle({ ...of, ...change }, bundle.manifest, []).checks
  .filter(({ state }) => state === "failed").map(({ name }) => name);

const { checks } = checkBundle(bundle, bundle.manifest, []);
deepStrictEqual(failing({}), []);
deepStrictEqual(checks.map(({ name }) => name).slice(-5), ["codes", "counts", "proof", "result", "recounts"]);
deepStrictEqual(checks.find(({ name }) => name === "proof").values,
  { proved: "Accounts; Committee", vouchedFor: "Board; Chair; Place; Colour" });
deepStrictEqual(bundle.invalid, [leaves[0], leaves[11]]);
strictEqual(bundle.seal.includes(`\nproof ${proofHash(bundle)}\ncodesRoot `), true);

// The seal has the hash of both files.
const [first, second] = bundle.invalid;
for (const invalid of [[], [first], [second, first], [first, second, second], [first, leaves[4]]])
  deepStrictEqual(failing({ invalid }), ["proof"]);
for (const proof of [new Uint8Array(), bundle.proof.slice(0, -1), bundle.proof.with(1000, bundle.proof[1000] ^ 1)])
  deepStrictEqual(failing({ proof }), ["proof"]);
deepStrictEqual(failing({ seal: bundle.seal.replace(/\nproof .*/, "") }).includes("seal"), true);
deepStrictEqual(failing({ counts: "" }), ["counts", "proof", "result"]);
deepStrictEqual(failing({ casts: bundle.casts.map((cast, i) => (i === 3
  ? { ...cast, commitment: new Uint8Array(32) } : cast)) }).includes("castLog"), true);

// A cancelled election has nothing to prove.
const cancelled = await readBundle(unbase64(vectors.cancelled));
deepStrictEqual(failing({}, cancelled), []);
deepStrictEqual(failing({ invalid: [first] }, cancelled), ["proof"]);
deepStrictEqual(failing({ proof: bundle.proof }, cancelled), ["proof"]);

// A line of invalid.txt has one form.
const written = new TextDecoder("latin1").decode(unbase64(vectors.bundle));
await rejects(readBundle(Uint8Array.from(written.replace(`${second}\n`, `${second.toUpperCase()}\n`),
  (c) => c.charCodeAt(0))));

// A manifest asks for a proof only where there can be one.
strictEqual(canProve(manifest), true);
for (const proof of [false, 1, "true"]) strictEqual(readManifest(canonical({ ...manifest, proof })), null);
const { electorate, ...open } = manifest;
strictEqual(canProve(open), false);
strictEqual(canProve({ ...manifest, questions: manifest.questions.slice(2) }), false);
const classes = (weight, people) => ({ ...manifest, electorate: { ...electorate, classes: [{ weight, people }] } });
deepStrictEqual([2 ** 29, 2 ** 30 - 1, 2 ** 30].map((weight) => canProve(classes(weight, 1))), [true, true, false]);
deepStrictEqual([14_000, 20_000].map((people) => canProve(classes(1, people))), [true, false]);
