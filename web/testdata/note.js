import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { base64, hex, unbase64, unhex } from "../static/lib/bytes.js";
import { publicKey, verify } from "../static/lib/crypto/ed25519.js";
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

for (const [seed, its] of seeds) strictEqual(hex(publicKey(unhex(seed))), its);

// A note and those who signed it.
const server = { name, key };
const opened = openNote(note, [server]);
deepStrictEqual(opened?.by, [name]);
const checkpoint = readCheckpoint(opened.text, name);
strictEqual(checkpoint.size, size);
strictEqual(hex(checkpoint.root), root);
for (const read of [readSeal, readNotice, readCancellation]) strictEqual(read(opened.text), null);

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
  election: "e", manifest: hash, castSize: "5", castRoot: hash, ballots: hash, notices: hash, counts: hash,
  codesRoot: hash, result: hash,
  exports: "0", countedAt: "2026-05-02T18:00:00Z", countedBy: "table",
};
/** @type {(changed: object) => string} */
const seal = (changed) => `ostrakon/seal/4\n${Object.entries({ ...values, ...changed }).map((pair) => `${pair.join(
  " ")}\n`).join("")}`;
deepStrictEqual(readSeal(seal({})), values);
deepStrictEqual(readSeal(seal({ countedBy: "server" }))?.countedBy, "server");
for (const [name, wrong] of [["exports", "00"], ["exports", ""], ["castSize", "-1"], ["ballots", "5a"],
  ["countedAt", ""], ["countedAt", "2026-02-30T18:00:00Z"],
  ["countedBy", ""], ["countedBy", "home"]]) {
  strictEqual(readSeal(seal({ [name]: wrong })), null, `${name} ${wrong}`);
}
