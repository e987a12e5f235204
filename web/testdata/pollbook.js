import { deepStrictEqual, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { hex, unhex } from "../static/lib/bytes.js";
import { pbkdf2 } from "../static/lib/crypto/hmac.js";
import { issue, readPeople } from "../static/lib/slipissue.js";
import { isKey, keyOf, loginHash, loginOf, parseCode, printed, voteKey,
  voteSeed } from "../static/lib/slipcode.js";
import { bound, signStub, stubPad } from "../static/lib/stub.js";

const bytes = (text) => new TextEncoder().encode(text);

// The first 32 bytes of those of RFC 7914, section 11.
for (const [password, salt, iterations, key] of [
  ["passwd", "salt", 1, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"],
  ["Password", "NaCl", 80000, "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"],
]) {
  strictEqual(hex(pbkdf2(bytes(password), bytes(salt), iterations)), key);
}

// What slips give, as standard input says: the keys of codes, what people type, and the stubs of ballots.
const asked = JSON.parse(readFileSync(0));
for (const { code, assembly, key, login, loginHash: hash, votes } of asked.codes) {
  const symbols = parseCode(code);
  strictEqual(printed(symbols), code);
  strictEqual(parseCode(code.toLowerCase().replaceAll("1", "l").replaceAll("0", "o").replaceAll("-", " ")), symbols);
  deepStrictEqual([parseCode(login) !== null, isKey(login), isKey(code)], [false, true, false]);
  const mine = keyOf(symbols, assembly);
  strictEqual(hex(mine), key);
  strictEqual(loginOf(mine), login);
  strictEqual(hex(loginHash(login)), hash);
  for (const { number, owner, seed, public: publicKey } of votes) {
    strictEqual(hex(voteSeed(mine, number, owner)), seed);
    strictEqual(hex(voteKey(mine, number, owner)), publicKey);
  }
}
for (const { typed, ok } of asked.typed) strictEqual(parseCode(typed) !== null, ok, typed);

for (const { random, leaf, election, manifest, seed, pad, bound: tie, stub } of asked.stubs) {
  strictEqual(hex(stubPad(unhex(random))), pad);
  strictEqual(hex(bound(unhex(pad), unhex(leaf))), tie);
  strictEqual(hex(signStub(unhex(seed), election, unhex(manifest), unhex(tie))), stub);
}

// The registrar's files.
const people = readPeople(asked.people);
const codes = asked.drawn.map(([one, other]) => ({ printed: parseCode(one), reserve: parseCode(other) }));
const shares = [];
strictEqual(await issue(people, codes, async (share) => { shares.push(share); }), asked.credentials);
strictEqual(shares.at(-1), 1);
for (const damaged of asked.damaged) strictEqual(readPeople(damaged), null, damaged);
