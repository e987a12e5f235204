import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { base64, hex, unbase64, unhex } from "../static/lib/bytes.js";
import { publicKey, sign, verify } from "../static/lib/crypto/ed25519.js";
import { noteText, openNote, readCancellation, readCheckpoint, readNotice, readSeal } from "../static/lib/note.js";

const { seeds, key: encoded, witness: encodedWitness, cosigned, name, note, size, root, promise, signature } =
  JSON.parse(readFileSync(0));
const key = unbase64(encoded);
const spoil = (bytes) => bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte));

ok(verify(key, unhex(promise), unbase64(signature)));
ok(!verify(key, spoil(unhex(promise)), unbase64(signature)));
ok(!verify(key, unhex(promise), spoil(unbase64(signature))));
ok(!verify(spoil(key), unhex(promise), unbase64(signature)));
ok(!verify(key.slice(1), unhex(promise), unbase64(signature)));
ok(!verify(key, unhex(promise), null));

// Each seed has a public key and a signature of as many bytes of the promise as the seed's place.
seeds.forEach(([seed, its, signed], n) => {
  strictEqual(hex(publicKey(unhex(seed))), its);
  strictEqual(hex(sign(unhex(seed), unhex(promise).slice(0, n))), signed);
});

// RFC 8032, section 7.1: TEST 1, 2, 3 and SHA(abc).
for (const [seed, its, message, signed] of [
  ["9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
    + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"],
  ["4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"],
  ["c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
    + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"],
  ["833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
    "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
    + "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"],
]) {
  strictEqual(hex(publicKey(unhex(seed))), its);
  strictEqual(hex(sign(unhex(seed), unhex(message))), signed);
  ok(verify(unhex(its), unhex(message), unhex(signed)));
}

// A note and those who signed it.
const server = { name, key };
const opened = openNote(note, [server]);
deepStrictEqual(opened?.by, [name]);
const checkpoint = readCheckpoint(opened.text, name);
strictEqual(checkpoint.size, size);
strictEqual(hex(checkpoint.root), root);
for (const read of [readSeal, readNotice, readCancellation]) strictEqual(read(opened.text, {}), null);

// Others may sign beside the server; what they sign tells nothing.
const [text, lines] = [note.slice(0, note.indexOf("\n\n") + 2), note.slice(note.indexOf("\n\n") + 2)];
deepStrictEqual(openNote(`${text}— witness.example AAAAAAAA\n${lines}`, [server]), opened);
deepStrictEqual(openNote(note, [{ name: `${name}x`, key }])?.by, []);
deepStrictEqual(openNote(note, [{ name, key: spoil(key) }])?.by, []);
strictEqual(noteText(note), opened.text);

for (const other of ["", "\n\n", text, note.slice(0, -1), `${note}\n`, note.replace("—", "-"),
  note.replace("\n40\n", "\n41\n")]) {
  strictEqual(openNote(other, [server]), null);
}
for (const other of ["", opened.text + "\n", opened.text.replace("40", "040"), opened.text.replace("40", "-1"),
  opened.text.slice(0, -2)]) {
  strictEqual(readCheckpoint(other, name), null);
}

// A witness's line has a time, and another kind of key hash than the same key would have elsewhere.
const witness = { name: "witness.example/w", key: unbase64(encodedWitness), witness: true };
deepStrictEqual(openNote(cosigned, [server, witness])?.by, [name, witness.name]);
deepStrictEqual(openNote(note, [witness])?.by, []);
deepStrictEqual(openNote(cosigned, [{ ...witness, witness: false }])?.by, []);
const line = unbase64(cosigned.split("\n").at(-2).split(" ")[2]);
for (const wrong of [...[4, 11, 12, 75].map((at) => line.map((byte, i) => (i === at ? byte ^ 1 : byte))),
  line.slice(0, 8), line.slice(0, -1), new Uint8Array([...line, 0])]) {
  strictEqual(openNote(`${note}— ${witness.name} ${base64(wrong)}\n`, [server, witness]), null);
}
// Of two lines by one key the first counts.
deepStrictEqual(openNote(`${cosigned}— ${witness.name} ${base64(line.slice(0, 8))}\n`, [witness])?.by, [witness.name]);

// How an election ends.
const hash = "5a".repeat(32);
const cancellation = `ostrakon/cancelled/4\nelection e\nmanifest ${hash}\nreason Flood\n`;
deepStrictEqual(readCancellation(cancellation), { election: "e", manifest: hash, reason: "Flood" });
for (const other of ["", "x".repeat(501)]) strictEqual(readCancellation(cancellation.replace("Flood", other)), null);
const values = {
  election: "h2w6r4ty7kq3zx5mcnv2bjd6ae",
  manifest: hash, castSize: "5", castRoot: hash, ballots: hash, notices: hash, counts: hash,
  codesRoot: hash, result: hash,
  exports: "0", countedAt: "2026-05-02T18:00:00Z", countedBy: "table",
};
/** @type {(changed: object) => string} */
const seal = (changed) => `ostrakon/seal/4\n${Object.entries({ ...values, ...changed }).map((pair) => `${pair.join(
  " ")}\n`).join("")}`;
deepStrictEqual(readSeal(seal({}), {}), values);
deepStrictEqual(readSeal(seal({ countedBy: "server" }), {})?.countedBy, "server");
for (const [name, wrong] of [["exports", "00"], ["exports", ""], ["castSize", "-1"], ["ballots", "5a"],
  ["countedAt", ""], ["countedAt", "2026-02-30T18:00:00Z"],
  ["countedBy", ""], ["countedBy", "home"]]) {
  strictEqual(readSeal(seal({ [name]: wrong }), {}), null, `${name} ${wrong}`);
}

// Two lines are there exactly if the manifest has a poll book, and a proof of the count.
const { codesRoot, result, exports, countedAt, countedBy, counts, ...before } = values;
const after = { codesRoot, result, exports, countedAt, countedBy };
const [pollBook, proof] = [{ lines: 1, hash }, true];
for (const manifest of [{}, { pollBook }, { proof }, { pollBook, proof }]) {
  const own = { ...before, ...(manifest.pollBook && { pollBook: hash }), counts,
    ...(manifest.proof && { proof: hash }), ...after };
  const text = `ostrakon/seal/4\n${Object.entries(own).map((pair) => `${pair.join(" ")}\n`).join("")}`;
  for (const other of [{}, { pollBook }, { proof }, { pollBook, proof }]) {
    const same = Boolean(manifest.pollBook) === Boolean(other.pollBook) && manifest.proof === other.proof;
    deepStrictEqual(readSeal(text, other), same ? own : null);
  }
}
