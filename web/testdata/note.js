import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { concat, hex, unbase64, unhex } from "../static/lib/bytes.js";
import { publicKey, verify } from "../static/lib/crypto/ed25519.js";
import { openNote, readCheckpoint, readSeal } from "../static/lib/note.js";

const { seeds, key: encoded, name, note, size, root, promise, signature } = JSON.parse(readFileSync(0));
const key = unbase64(encoded);
const spoil = (bytes) => bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte));

ok(verify(key, unhex(promise), unbase64(signature)));
ok(!verify(key, spoil(unhex(promise)), unbase64(signature)));
ok(!verify(key, unhex(promise), spoil(unbase64(signature))));
ok(!verify(spoil(key), unhex(promise), unbase64(signature)));
ok(!verify(key.slice(1), unhex(promise), unbase64(signature)));
ok(!verify(key, unhex(promise), null));

for (const [seed, its] of seeds) strictEqual(hex(publicKey(unhex(seed))), its);

const opened = openNote(note, name, key);
ok(verify(key, concat(opened.text), opened.signature));
const checkpoint = readCheckpoint(opened.text, name);
strictEqual(checkpoint.size, size);
strictEqual(hex(checkpoint.root), root);
strictEqual(readSeal(opened.text), null);

// Witnesses may sign beside the server.
const [text, lines] = [note.slice(0, note.indexOf("\n\n") + 2), note.slice(note.indexOf("\n\n") + 2)];
deepStrictEqual(openNote(`${text}— witness.example AAAAAAAA\n${lines}`, name, key), opened);

for (const other of ["", "\n\n", text, note.slice(0, -1), `${note}\n`, note.replace("—", "-"), note.replaceAll("ostrakon", "other")]) {
  strictEqual(openNote(other, name, key), null);
}
strictEqual(openNote(note, `${name}x`, key), null);
strictEqual(openNote(note, name, spoil(key)), null);
for (const other of ["", opened.text + "\n", opened.text.replace("40", "040"), opened.text.replace("40", "-1"), opened.text.slice(0, -2)]) {
  strictEqual(readCheckpoint(other, name), null);
}
const changed = openNote(note.replace("\n40\n", "\n41\n"), name, key);
ok(!verify(key, concat(changed.text), changed.signature));
