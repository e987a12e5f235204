import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { unbase64 } from "../static/lib/bytes.js";
import { checkBundle, holds, readBundle } from "../static/lib/bundle.js";
import { canonical, parseCanonical } from "../static/lib/canonical.js";
import { codeFollows } from "../static/lib/code.js";
import { isPublicKey, verify } from "../static/lib/crypto/ed25519.js";
import { readManifest } from "../static/lib/manifest.js";
import { openNote, originOf } from "../static/lib/note.js";
import { LONGEST, promiseOf, readReceipt } from "../static/lib/receipt.js";
import { crc32 } from "../static/lib/zipwriter.js";

const vectors = JSON.parse(readFileSync(0));
const zipped = unbase64(vectors.bundle);
const bundle = await readBundle(zipped);
const manifest = readManifest(bundle.manifest);
const { electionId, signingKey } = manifest;

const failing = (change, ...earlier) => {
  const { checks } = checkBundle({ ...bundle, ...change }, bundle.manifest, [bundle.checkpoint, vectors.checkpoint, ...earlier]);
  return checks.filter(({ state }) => state === "failed").map(({ name }) => name);
};
const swapped = (list) => [list[1], list[0], ...list.slice(2)];
const other = (text, from, to) => text.replace(from, to);

// As the server made it. The papers of one question are not public.
const { checks, result, seal } = checkBundle(bundle, bundle.manifest, [bundle.checkpoint, vectors.checkpoint]);
deepStrictEqual(checks.filter(({ state }) => state !== "passed"), [{ name: "result", state: "stated", values: { resultHash: seal.result } }]);
deepStrictEqual([result.people, result.cast, result.invalid, result.quorum], [12, 16, 2, { needed: 5, met: true }]);
strictEqual(Number(seal.castSize), bundle.casts.length);

// Any other content fails the checks that it concerns.
const late = ["castLog", "codes", "counts", "result"];
deepStrictEqual(failing({ manifest: other(bundle.manifest, '"title":"', '"title":"A') }), ["manifest", "seal", "notices", "result"]);
deepStrictEqual(failing({ manifest: ` ${bundle.manifest}` }), ["manifest"]);
deepStrictEqual(failing({ seal: other(bundle.seal, "castSize ", "castSize 1") }), ["seal", "notices", "checkpoint", ...late]);
deepStrictEqual(failing({ seal: "" }), ["seal", "notices", "checkpoint", ...late]);
deepStrictEqual(failing({ notices: [] }), ["notices"]);
deepStrictEqual(failing({ notices: [...bundle.notices, ...bundle.notices] }), ["notices"]);
deepStrictEqual(failing({ checkpoint: "" }), ["checkpoint"]);
deepStrictEqual(failing({ checkpoint: vectors.checkpoint }), ["checkpoint"]);
deepStrictEqual(failing({ casts: bundle.casts.slice(1) }), ["castLog", "history", "counts", "result"]);
deepStrictEqual(failing({ casts: swapped(bundle.casts) }), ["castLog", "history"]);
deepStrictEqual(failing({ casts: [{ ...bundle.casts[0], weight: 2 }, ...bundle.casts.slice(1)] }), ["castLog", "history", "counts", "result"]);
deepStrictEqual(failing({ codes: swapped(bundle.codes) }), ["codes"]);
deepStrictEqual(failing({ codes: bundle.codes.slice(0, -1) }), ["codes"]);
deepStrictEqual(failing({ counts: other(bundle.counts, "papers", "paper") }), ["counts", "result"]);
deepStrictEqual(failing({ counts: "" }), ["counts", "result"]);
deepStrictEqual(failing({ result: other(bundle.result, '"blank":', '"blank":1') }), ["result"]);
deepStrictEqual(failing({ result: ` ${bundle.result}` }), ["result"]);
deepStrictEqual(failing({}, vectors.checkpoint.replace("\n10\n", "\n9\n")), ["history"]);
deepStrictEqual(failing({}, vectors.checkpoint.replace("\n10\n", "\n13\n")), ["history"]);
deepStrictEqual(failing({}, "no note"), ["history"]);

// A file has one form.
await rejects(readBundle(zipped.slice(0, -30)));
await rejects(readBundle(zipped.slice(30)));
await rejects(readBundle(new Uint8Array()));
await rejects(readBundle(new Uint8Array([...zipped, ...zipped])));
await rejects(readBundle(new Uint8Array([...zipped, 0])));
for (const at of [4, 6, 8, 10, 12, 14, 22, 26, 28, zipped.length - 1, zipped.length - 6]) {
  await rejects(readBundle(zipped.map((byte, i) => (i === at ? byte ^ 1 : byte))), `byte ${at}`);
}

const written = new TextDecoder("latin1").decode(zipped);
const inCodes = written.indexOf("codes.txt") + "codes.txt".length;
const notText = zipped.map((byte, i) => (i === inCodes ? 0xff : byte));
new DataView(notText.buffer).setUint32(inCodes - 25, crc32(notText.slice(inCodes, inCodes + 17 * bundle.codes.length)), true);
new DataView(notText.buffer).setUint32(written.lastIndexOf("codes.txt") - 30, new DataView(notText.buffer).getUint32(inCodes - 25, true), true);
await rejects(readBundle(notText), /encoded data/);

// A manifest has one form too.
const refused = (change) => strictEqual(readManifest(canonical({ ...manifest, ...change })), null, JSON.stringify(change));
const [motion, block, stv] = manifest.questions;
strictEqual(readManifest(`${bundle.manifest} `), null);
for (const name of Object.keys(manifest).filter((member) => member !== "quorum")) {
  const { [name]: gone, ...rest } = manifest;
  strictEqual(readManifest(canonical(rest)), null, name);
  refused({ [name]: Array.isArray(gone) ? {} : [] });
}
refused({ more: 1 });
refused({ version: 4 });
refused({ sealedSize: manifest.sealedSize + 1 });
refused({ closesAt: "2026-02-30T18:00:00Z" });
refused({ closesAt: "2026-05-01T18:00:00.0Z" });
refused({ quorum: { least: [5, 4] } });
refused({ quorum: { least: [1, 101] } });
refused({ electorate: { ...manifest.electorate, size: 21 } });
refused({ electorate: { ...manifest.electorate, weights: [[3, 5], [1, 15]] } });
refused({ electorate: { ...manifest.electorate, weights: [[1, 15], [1001, 5]] } });
const asked = (question) => refused({ questions: [question, ...manifest.questions.slice(1)] });
asked({ ...motion, id: block.id });
asked({ ...motion, threshold: { ...motion.threshold, more: [1, 2] } });
asked({ ...motion, threshold: { more: [2, 2], of: "decided" } });
asked({ ...motion, threshold: { least: [2, 3], of: "all" } });
asked({ ...motion, method: "borda" });
asked({ ...motion, evidence: "stages" });
asked({ ...motion, options: motion.options.toReversed() });
refused({ questions: [motion, { ...block, max: 4 }, ...manifest.questions.slice(2)] });
refused({ questions: [motion, block, { ...stv, draw: false }, ...manifest.questions.slice(3)] });
for (const text of ["1.5", "-1", "-0", "1e1", "4503599627370496", '"\\ud800"', "null", '{"b":1,"a":1}', '{"a":1,"a":1}', "[1 ]"]) {
  strictEqual(parseCanonical(text), undefined, text);
}

// No key of low order, and none in another form than its own.
const key = unbase64(signingKey);
strictEqual(isPublicKey(key), true);
const point = (first, rest = 0, last = rest) => Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? first : i === 31 ? last : rest));
const p = [0xed, 0xff, 0x7f];
for (const low of [point(0), point(1), point(1, 0, 0x80), point(0xec, 0xff, 0x7f), point(...p), point(0xee, 0xff, 0x7f), point(0xff, 0xff), new Uint8Array(31),
  Uint8Array.from(Buffer.from("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "hex")),
  Uint8Array.from(Buffer.from("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "hex"))]) {
  strictEqual(isPublicKey(low), false, Buffer.from(low).toString("hex"));
}

// A signature line has one form.
const origin = originOf(electionId);
const line = bundle.seal.split("\n").at(-2);
strictEqual(openNote(bundle.seal, origin, key) !== null, true);
for (const bad of [`${line} `, line.replace("— ", "—  "), line.replace("— ", "- "), `${line}=`, `— a+b ${line.split(" ")[2]}`, "— a AAAA", ""]) {
  strictEqual(openNote(`${bundle.seal}${bad}\n`, origin, key), null, bad);
}
strictEqual(openNote(bundle.seal.replace("castSize", "cast\tSize"), origin, key), null);

// A receipt: read strictly, promised by the key, and in the bundle.
const text = JSON.stringify(vectors.receipt);
const receipt = readReceipt(text);
strictEqual(await codeFollows(receipt), true);
ok(verify(key, promiseOf(receipt), unbase64(receipt.signature)));
deepStrictEqual(holds(bundle, electionId, receipt), { leaf: true, code: true });
deepStrictEqual(holds(bundle, electionId, { leaf: "0", code: "A" }), { leaf: false, code: false });
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
