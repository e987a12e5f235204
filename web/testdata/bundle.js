import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { unbase64 } from "../static/lib/bytes.js";
import { checkBundle, holds, readBundle } from "../static/lib/bundle.js";
import { canonical, parseCanonical } from "../static/lib/canonical.js";
import { isPublicKey, verify } from "../static/lib/crypto/ed25519.js";
import { readManifest } from "../static/lib/manifest.js";
import { installationOf, openNote } from "../static/lib/note.js";
import { LONGEST, promiseOf, readReceipt } from "../static/lib/receipt.js";
import { crc32 } from "../static/lib/zipwriter.js";

const vectors = JSON.parse(readFileSync(0));
const zipped = unbase64(vectors.bundle);
const bundle = await readBundle(zipped);
const manifest = readManifest(bundle.manifest);
const { electionId, signingKey } = manifest;

const failing = (change, ...earlier) => {
  const { checks } = checkBundle({ ...bundle, ...change }, bundle.manifest,
    [bundle.checkpoint, vectors.checkpoint, ...earlier]);
  return checks.filter(({ state }) => state === "failed").map(({ name }) => name);
};
const swapped = (list) => [list[1], list[0], ...list.slice(2)];
const other = (text, from, to) => text.replace(from, to);

// As the server made it. The papers of one question are not public.
const { checks, result, seal } = checkBundle(bundle, bundle.manifest, [bundle.checkpoint, vectors.checkpoint]);
deepStrictEqual(checks.filter(({ state }) => state !== "passed"),
  [{ name: "result", state: "stated", values: { resultHash: seal.result } }]);
deepStrictEqual([result.people, result.cast, result.invalid, result.questions[0].quorum],
  [12, 16, 2, { needed: 5, met: true }]);
strictEqual(checks[0].values.keyNumber, vectors.keyNumber);
strictEqual(Number(seal.castSize), bundle.casts.length + bundle.handed.length + 1);
deepStrictEqual([seal.exports, seal.countedAt, seal.countedBy], ["1", "2026-05-03T10:00:00Z", "table"]);

// Any other content fails the checks that it concerns.
const late = ["castLog", "history", "codes", "counts", "result", "recounts"]; // without a seal the log has no end
const noSeal = ["seal", "notices", "checkpoint", ...late];
const lines = bundle.seal.split("\n");
// from the end: -2 is the last signature
const without = (...which) => lines.filter((_, i) => !which.includes(i - lines.length)).join("\n");
deepStrictEqual(failing({ manifest: other(bundle.manifest, '"title":"', '"title":"A') }),
  ["manifest", "seal", "notices", "checkpoint", "castLog", "history", "result"]);
deepStrictEqual(failing({ manifest: ` ${bundle.manifest}` }), ["manifest"]);
deepStrictEqual(failing({ seal: other(bundle.seal, "castSize ", "castSize 1") }), noSeal);
deepStrictEqual(failing({ seal: "" }), noSeal);
deepStrictEqual(failing({ seal: without(-2) }), noSeal);
deepStrictEqual(failing({ seal: without(-4) }), noSeal);
deepStrictEqual(failing({ seal: [...lines.slice(0, -4), lines.at(-2), lines.at(-3), lines.at(-4), ""].join("\n") }),
  []);
deepStrictEqual(failing({ notices: [] }), ["notices"]);
deepStrictEqual(failing({ notices: [...bundle.notices, ...bundle.notices] }), ["notices"]);
deepStrictEqual(failing({ checkpoint: "" }), ["checkpoint", "witnesses"]);
deepStrictEqual(failing({ checkpoint: vectors.checkpoint }), ["checkpoint", "witnesses"]);
deepStrictEqual(failing({ checkpoint: bundle.checkpoint.split("\n").toSpliced(-2, 1).join("\n") }), ["witnesses"]);
deepStrictEqual(failing({ checkpoint: bundle.checkpoint.split("\n").toSpliced(-3, 1).join("\n") }),
  ["checkpoint", "witnesses"]);
deepStrictEqual(failing({ casts: bundle.casts.slice(1) }), ["checkpoint", "castLog", "history", "counts", "result"]);
deepStrictEqual(failing({ casts: swapped(bundle.casts) }), ["checkpoint", "castLog", "history"]);
deepStrictEqual(failing({ casts: [{ ...bundle.casts[0], class: 2 }, ...bundle.casts.slice(1)] }),
  ["checkpoint", "castLog", "history", "counts", "result"]);
deepStrictEqual(failing({ casts: [{ ...bundle.casts[0], tag: bundle.casts[1].tag }, ...bundle.casts.slice(1)] }),
  ["checkpoint", "castLog", "history"]);
deepStrictEqual(failing({ codes: swapped(bundle.codes) }), ["codes"]);
deepStrictEqual(failing({ codes: bundle.codes.slice(0, -1) }), ["codes", "counts", "result"]);
deepStrictEqual(failing({ counts: other(bundle.counts, "papers", "paper") }), ["counts", "result"]);
deepStrictEqual(failing({ counts: "" }), ["counts", "result"]);
deepStrictEqual(failing({ result: other(bundle.result, '"blank":', '"blank":1') }), ["result"]);
deepStrictEqual(failing({ result: ` ${bundle.result}` }), ["result"]);
for (const size of ["0", "10", "15"])
  deepStrictEqual(failing({}, vectors.checkpoint.replace("\n11\n", `\n${size}\n`)), ["history"]);
deepStrictEqual(failing({}, "no note"), ["history"]);

// A cancelled election has no seal and no count.
const cancelled = await readBundle(unbase64(vectors.cancelled));
const failingThen = (change) => checkBundle({ ...cancelled, ...change }, bundle.manifest, [vectors.checkpoint]).checks
  .filter(({ state }) => state !== "passed").map(({ name }) => name);
const read = checkBundle(cancelled, bundle.manifest, [cancelled.checkpoint, vectors.checkpoint]);
deepStrictEqual(read.checks.filter(({ state }) => state !== "passed"), []);
deepStrictEqual([read.result, read.seal, read.cancelled.reason, read.notices.length], [null, null, "Flood", 1]);
deepStrictEqual(failingThen({ notices: bundle.notices }), noSeal.filter((name) => name !== "history"));
deepStrictEqual(failingThen({ notices: [...cancelled.notices, cancelled.notices.at(-1)] }), ["notices"]);
deepStrictEqual(failingThen({ codes: bundle.codes }), ["codes"]);
deepStrictEqual(failingThen({ counts: bundle.counts }), ["counts"]);
deepStrictEqual(failingThen({ result: bundle.result }), ["result"]);
deepStrictEqual(failingThen({ casts: cancelled.casts.slice(1) }), ["checkpoint", "history"]);
deepStrictEqual(failing({ notices: cancelled.notices }), ["notices"]);

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
new DataView(notText.buffer).setUint32(inCodes - 25, crc32(notText.slice(inCodes, inCodes + 17 * bundle.codes.length)),
  true);
new DataView(notText.buffer).setUint32(written.lastIndexOf("codes.txt") - 30,
  new DataView(notText.buffer).getUint32(inCodes - 25, true), true);
await rejects(readBundle(notText), /encoded data/);

// A manifest has one form too.
const refused = (change) => strictEqual(readManifest(canonical({ ...manifest, ...change })), null,
  JSON.stringify(change));
const [motion, block, stv] = manifest.questions;
strictEqual(readManifest(`${bundle.manifest} `), null);
for (const name of Object.keys(manifest).filter((member) => !["quorum", "witnesses"].includes(member))) {
  const { [name]: gone, ...rest } = manifest;
  strictEqual(readManifest(canonical(rest)), null, name);
  refused({ [name]: Array.isArray(gone) ? {} : [] });
}
refused({ more: 1 });
refused({ version: 3 });
refused({ sealedSize: manifest.sealedSize + 1 });
refused({ closesAt: "2026-02-30T18:00:00Z" });
refused({ closesAt: "2026-05-01T18:00:00.0Z" });
refused({ quorum: { least: [5, 4] } });
refused({ quorum: { least: [1, 101] } });
refused({ electorate: { ...manifest.electorate, size: 21 } });
refused({ electorate: { ...manifest.electorate, classes: [{ weight: 3, people: 5 }, { weight: 1, people: 15 }] } });
refused({ electorate: {
  ...manifest.electorate, classes: [{ weight: 1, people: 15 }, { weight: 10_000_000_001, people: 5 }],
} });
refused({ electorate: { ...manifest.electorate, weightDecimals: 0 } });
refused({ electorate: { ...manifest.electorate, weightDecimals: 5 } });
for (const change of [{ custody: "server" }, { custody: "both" }, { threshold: 0 }, { threshold: 4 }, { holders: [] },
  { number: 31 }, { number: manifest.number + 1 }])
  refused(change);
const [ada, grace, mary] = manifest.holders;
const [named] = manifest.witnesses.keys;
for (const change of [{ name: "" }, { name: "é".repeat(101) }, { publicKey: grace.publicKey },
  { publicKey: signingKey }, { signingKey: grace.signingKey },
  { signingKey }, { signingKey: named.key }, { signingKey: "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" },
  { root: "" }, { root: grace.root }, { path: [] }, { path: "" }, { path: ada.path.slice(1) },
  { path: [...ada.path, ada.root] }, { path: ada.path.with(0, "AQ==") }, { more: "" }]) {
  refused({ holders: [{ ...ada, ...change }, grace, mary] });
}
for (const change of [{ needed: 0 }, { needed: 2 }, { keys: [] }, { needed: 0, keys: [] }, { keys: [named, named] },
  { keys: [{ ...named, key: ada.signingKey }] },
  ...["", "a+b", "a b", "é", "ostrakon/a", "a".repeat(101)].map((name) => ({ keys: [{ ...named, name }] }))]) {
  refused({ witnesses: { ...manifest.witnesses, ...change } });
}
strictEqual(readManifest(canonical(
  { ...manifest, holders: [{ ...ada, name: "𝄞".repeat(100) }, grace, mary] })) !== null, true);
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
for (const text of ["1.5", "-1", "-0", "1e1", "4503599627370496", '"\\ud800"', "null", '{"b":1,"a":1}', '{"a":1,"a":1}',
  "[1 ]"]) {
  strictEqual(parseCanonical(text), undefined, text);
}

// No key of low order, and none in another form than its own.
const key = unbase64(signingKey);
strictEqual(isPublicKey(key), true);
const point = (first, rest = 0, last = rest) =>
  Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? first : i === 31 ? last : rest));
const p = [0xed, 0xff, 0x7f];
for (const low of [point(0), point(1), point(1, 0, 0x80), point(0xec, 0xff, 0x7f), point(...p), point(0xee, 0xff, 0x7f),
  point(0xff, 0xff), new Uint8Array(31),
  Uint8Array.from(Buffer.from("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "hex")),
  Uint8Array.from(Buffer.from("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "hex"))]) {
  strictEqual(isPublicKey(low), false, Buffer.from(low).toString("hex"));
}

// A signature line has one form.
const installation = installationOf(manifest);
const line = bundle.seal.split("\n").at(-2);
strictEqual(openNote(bundle.seal, [installation]) !== null, true);
for (const bad of [`${line} `, line.replace("— ", "—  "), line.replace("— ", "- "), `${line}=`,
  `— a+b ${line.split(" ")[2]}`, "— a AAAA", ""]) {
  strictEqual(openNote(`${bundle.seal}${bad}\n`, [installation]), null, bad);
}
strictEqual(openNote(bundle.seal.replace("castSize", "cast\tSize"), [installation]), null);

// A receipt: read strictly, promised by the key, and in the bundle.
const text = JSON.stringify(vectors.receipt);
const receipt = readReceipt(text);
deepStrictEqual(receipt, vectors.receipt);
ok(verify(key, promiseOf(receipt), unbase64(receipt.signature)));
deepStrictEqual(holds(bundle, electionId, receipt), { leaf: true, owner: true, code: true });
deepStrictEqual(holds(bundle, electionId, { ...receipt, owner: electionId }), { leaf: true, owner: false, code: true });
deepStrictEqual(holds(bundle, electionId, { ...receipt, code: "A".repeat(16) }),
  { leaf: true, owner: true, code: false });
deepStrictEqual(holds(bundle, electionId, { leaf: receipt.leaf }), { leaf: true, owner: undefined, code: undefined });
deepStrictEqual(holds(bundle, electionId, { ...receipt, leaf: "0" }), { leaf: false, owner: false, code: true });
deepStrictEqual(readReceipt(`see ${receipt.leaf} there`), { leaf: receipt.leaf });
for (const nothing of ["", "{", "null", '"x"', "0".repeat(63), `${receipt.leaf} ${"0".repeat(64)}`,
  " ".repeat(LONGEST + 1)]) {
  strictEqual(readReceipt(nothing), null);
}
for (const name of ["electionId", "leaf", "signature"]) {
  for (const value of [undefined, 7, "", receipt[name].slice(1), `${receipt[name]}=`]) {
    const changed = JSON.stringify({ ...receipt, [name]: value });
    deepStrictEqual(readReceipt(changed), { fault: name });
  }
}
for (const name of ["code", "pad", "owner", "name"]) {
  for (const value of [7, ""])
    deepStrictEqual(readReceipt(JSON.stringify({ ...receipt, [name]: value })), { fault: name });
}
for (const name of ["pad", "owner"])
  deepStrictEqual(readReceipt(JSON.stringify({ ...receipt, [name]: undefined })), { fault: name });
for (const [name, value] of [["code", "A"], ["pad", "AA=="], ["owner", "a"]])
  deepStrictEqual(readReceipt(JSON.stringify({ ...receipt, [name]: value })), { fault: name });
