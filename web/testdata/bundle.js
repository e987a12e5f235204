import { deepStrictEqual, rejects, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { unbase64 } from "./static/lib/bytes.js";
import { checkBundle, holds, readBundle } from "./static/lib/bundle.js";
import { codeFollows } from "./static/lib/code.js";
import { checkSignature } from "./static/lib/ed25519.js";
import { LONGEST, promiseOf, readReceipt } from "./static/lib/receipt.js";
import { unzip } from "./static/lib/zip.js";

const vectors = JSON.parse(readFileSync(0));
const zipped = unbase64(vectors.bundle);
const bundle = await readBundle(zipped);
const { signingKey } = JSON.parse(bundle.manifest);

const failing = async (change, ...earlier) => {
  const { checks } = await checkBundle({ ...bundle, ...change }, bundle.manifest, [bundle.checkpoint, ...earlier]);
  return checks.filter(({ state }) => state !== "passed").map(({ name }) => name);
};
const swapped = (lines) => [lines[1], lines[0], ...lines.slice(2)];
const other = (text, from, to) => text.replace(from, to);

deepStrictEqual(await failing({}), []);
const { result, seal } = await checkBundle(bundle, bundle.manifest, []);
strictEqual(result.ballots, bundle.ballots.length);
strictEqual(Number(seal.castSize), bundle.leaves.length);

deepStrictEqual(await failing({ manifest: other(bundle.manifest, '"title":"', '"title":"A') }), ["manifest", "result"]);
deepStrictEqual(await failing({ seal: other(bundle.seal, "castSize ", "castSize 1") }), ["seal", "checkpoint", "castLog", "ballots", "codes"]);
deepStrictEqual(await failing({ seal: "" }), ["seal"]);
deepStrictEqual(await failing({ checkpoint: "" }), ["checkpoint"]);
deepStrictEqual(await failing({ leaves: bundle.leaves.slice(1) }), ["castLog", "history"]);
deepStrictEqual(await failing({ leaves: swapped(bundle.leaves) }), ["castLog", "history"]);
deepStrictEqual(await failing({ leaves: ["x", ...bundle.leaves.slice(1)] }), ["castLog", "history"]);
deepStrictEqual(await failing({ ballots: bundle.ballots.toReversed() }), ["ballots"]);
deepStrictEqual(await failing({ ballots: bundle.ballots.slice(1) }), ["ballots", "result"]);
deepStrictEqual(await failing({ ballots: bundle.ballots.map(() => bundle.ballots[0]) }), ["ballots", "result"]);
deepStrictEqual(await failing({ ballots: ["aaaaaaaaaaaaaaaaaaaaaaaaaa", ...bundle.ballots.slice(1)] }), ["ballots", "result"]);
deepStrictEqual(await failing({ codes: swapped(bundle.codes) }), ["codes"]);
deepStrictEqual(await failing({ codes: [bundle.codes[0], ...bundle.codes.slice(0, -1)] }), ["codes"]);
deepStrictEqual(await failing({ result: other(bundle.result, '"votes":', '"votes":1') }), ["result"]);
deepStrictEqual(await failing({ result: ` ${bundle.result}` }), ["result"]);

deepStrictEqual(await failing({}, bundle.checkpoint.replace("\n14\n", "\n13\n")), ["history"]);
deepStrictEqual(await failing({}, bundle.checkpoint.replace("\n14\n", "\n15\n")), ["history"]);
deepStrictEqual(await failing({}, "no note"), ["history"]);

await rejects(readBundle(zipped.slice(0, -30)));
await rejects(readBundle(zipped.slice(30)));
await rejects(readBundle(new Uint8Array()));
await rejects(unzip(zipped, 1000), /too large/);

// A receipt: read strictly, promised by the key, and in the bundle.
const text = JSON.stringify(vectors.receipt);
const receipt = readReceipt(text);
strictEqual(await codeFollows(receipt), true);
strictEqual(await checkSignature(unbase64(signingKey), promiseOf(receipt), unbase64(receipt.signature)), "passed");
deepStrictEqual(holds(bundle, receipt), { leaf: true, code: true });
deepStrictEqual(holds(bundle, { leaf: "0", code: "A" }), { leaf: false, code: false });
deepStrictEqual(readReceipt(`see ${receipt.leaf} there`), { leaf: receipt.leaf });
for (const nothing of ["", "{", "{}", "null", "[]", '"x"', "0".repeat(63), `${receipt.leaf} ${"0".repeat(64)}`, " ".repeat(LONGEST + 1)]) {
  strictEqual(readReceipt(nothing), null);
}
for (const name of ["electionId", "leaf", "signature", "code", "codeSalt"]) {
  for (const value of [undefined, 7, "", receipt[name].slice(1), `${receipt[name]}=`]) {
    const changed = JSON.stringify({ ...receipt, leaf: receipt.leaf, [name]: value });
    if (name === "leaf" && value === undefined) strictEqual(readReceipt(changed), null);
    else deepStrictEqual(readReceipt(changed), { fault: name });
  }
}
deepStrictEqual(readReceipt(JSON.stringify({ ...receipt, clientNonce: 7 })), { fault: "clientNonce" });
strictEqual(readReceipt(JSON.stringify({ ...receipt, clientNonce: undefined })).clientNonce, "");
