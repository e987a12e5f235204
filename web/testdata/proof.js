// Commits to ballots and checks proofs of the count with the page's modules. Standard input has the known answers of
// store/ballotbox/proof, the proof among them in base64, and proofs of other elections.

import { deepStrictEqual, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { concat, hex, unbase64, unhex } from "../static/lib/bytes.js";
import { isProof } from "../static/lib/proof/check.js";
import { commit, commitmentOf } from "../static/lib/proof/commit.js";
import { P, product, residue } from "../static/lib/proof/field.js";
import { cellsOf, formOf } from "../static/lib/proof/form.js";
import { bytesOf, Hash, WORDS } from "../static/lib/proof/hash.js";
import { sha256 } from "../static/lib/sha256.js";

const { known: { ballots, proof }, bytes } = JSON.parse(readFileSync(0));

// A hash goes on over the ends of blocks, wherever the domain has put them.
for (const domain of ["a", "ab", "abc", "abcd"]) {
  for (let n = 0; n < 40; n++) {
    const words = Uint32Array.from({ length: n }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
    const out = new Uint32Array(WORDS);
    for (const last of [[], [7]]) {
      const hash = new Hash(domain);
      hash.addAll(words, 0, n);
      for (const byte of last) hash.addByte(byte);
      hash.end(out, 0);
      strictEqual(hex(bytesOf(out)), hex(sha256(concat(domain, bytesOf(words), Uint8Array.from(last)))));
    }
  }
}

// The field is exact where a number is not.
for (const a of [0, 1, 2, 65_535, 65_536, P - 2, P - 1]) {
  for (const b of [0, 1, 3, 65_535, 65_537, P - 2, P - 1])
    strictEqual(product(a, b), Number(BigInt(a) * BigInt(b) % BigInt(P)));
}
for (const n of [0, P - 1, P, P + 1, 2 * P, 2 ** 34, 2 ** 53 - 1]) strictEqual(residue(n), n % P);

/** A manifest with questions as the known answers have them. */
const manifestOf = (questions) => ({ questions: questions.map(({ options, min, max, yesNo, people }) => ({
  method: yesNo ? "confirm" : "block", min, max, options: Array.from({ length: options }),
  ...(people && { peopleThreshold: {} }),
})) });

for (const { questions = proof.questions, seed, tag, marks, cells, split, commitment } of [...ballots,
  ...proof.ballots]) {
  const [manifest, paper] = [manifestOf(questions), concat(...marks.map((of) => unhex(of)))];
  deepStrictEqual(cellsOf(manifest, paper), cells);
  strictEqual(hex(commit(unhex(split), cells)), commitment);
  strictEqual(hex(commitmentOf(manifest, unhex(seed), unhex(tag), paper)), commitment);
}

const form = formOf(manifestOf(proof.questions));
const statement = {
  manifest: unhex(proof.manifest), log: unhex(proof.log), invalid: unhex(proof.invalid), totals: proof.totals,
  scales: proof.scales,
  ballots: proof.ballots.map(({ class: number, commitment }) => ({ class: number, commitment: unhex(commitment) })),
};
const file = unbase64(bytes);
const holds = (change, other = file) => isProof(form, { ...statement, ...change }, other);
strictEqual(holds({}), true);

// Nothing else holds: another statement, and any other byte.
const [first, ...others] = statement.ballots;
for (const name of ["manifest", "log", "invalid"]) strictEqual(holds({ [name]: new Uint8Array(32) }), false, name);
proof.totals.forEach((total, i) => {
  for (const wrong of [total + 1, total + P]) strictEqual(holds({ totals: proof.totals.with(i, wrong) }), false);
});
for (const number of [0, 3, 3 - first.class])
  strictEqual(holds({ ballots: [{ ...first, class: number }, ...others] }), false, `class ${number}`);
strictEqual(holds({ ballots: others }), false);
strictEqual(holds({ ballots: [others[0], first, ...others.slice(1)] }), false);
strictEqual(holds({ ballots: [{ ...first, commitment: new Uint8Array(32) }, ...others] }), false);
for (const other of [file.slice(0, -1), new Uint8Array([...file, 0]), new Uint8Array(), file.slice(4)])
  strictEqual(holds({}, other), false);
for (let at = 0; at < file.length; at += 997)
  strictEqual(holds({}, file.with(at, file[at] ^ 1)), false, `byte ${at}`);

// An element has one form: P is not 0.
const words = new DataView(file.slice().buffer);
for (let at = 0; at < file.length; at += 4) {
  if (words.getUint32(at) !== 0) continue;
  words.setUint32(at, P);
  strictEqual(holds({}, new Uint8Array(words.buffer)), false, `P at ${at}`);
  words.setUint32(at, 0);
}
