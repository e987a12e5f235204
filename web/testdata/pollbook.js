import { strictEqual } from "node:assert";
import { hex } from "../static/lib/bytes.js";
import { pbkdf2 } from "../static/lib/crypto/hmac.js";

const bytes = (text) => new TextEncoder().encode(text);

// The first 32 bytes of those of RFC 7914, section 11.
for (const [password, salt, iterations, key] of [
  ["passwd", "salt", 1, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"],
  ["Password", "NaCl", 80000, "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"],
]) {
  strictEqual(hex(pbkdf2(bytes(password), bytes(salt), iterations)), key);
}
