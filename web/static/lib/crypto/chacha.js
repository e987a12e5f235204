// ChaCha20-Poly1305 (RFC 8439).

import { concat, same } from "../bytes.js";
import { bytesOf, numberOf } from "./field.js";

const TAG = 16; // bytes
const START = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574); // section 2.3

/** @type {(s: Uint32Array, a: number, b: number, c: number, d: number) => void} */
function quarter(s, a, b, c, d) {
  s[a] += s[b];
  s[d] = turn(s[d] ^ s[a], 16);
  s[c] += s[d];
  s[b] = turn(s[b] ^ s[c], 12);
  s[a] += s[b];
  s[d] = turn(s[d] ^ s[a], 8);
  s[c] += s[d];
  s[b] = turn(s[b] ^ s[c], 7);
}

/** @type {(word: number, by: number) => number} */
const turn = (word, by) => (word << by) | (word >>> (32 - by));

// The block of a counter (section 2.3).
/** @type {(key: Uint8Array, nonce: Uint8Array, counter: number) => Bytes} */
function block(key, nonce, counter) {
  const view = new DataView(concat(key, new Uint8Array(4), nonce).buffer);
  const start = new Uint32Array(16);
  start.set(START);
  for (let i = 0; i < 12; i++) start[4 + i] = view.getUint32(4 * i, true);
  start[12] = counter;
  const s = start.slice();
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(s, i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(s, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  const out = new DataView(new ArrayBuffer(64));
  s.forEach((word, i) => out.setUint32(4 * i, word + start[i], true));
  return new Uint8Array(out.buffer);
}

// Section 2.4, from counter 1 on.
/** @type {(key: Uint8Array, nonce: Uint8Array, text: Uint8Array) => Bytes} */
function encrypt(key, nonce, text) {
  const out = new Uint8Array(text);
  for (let at = 0; at < out.length; at += 64) {
    const stream = block(key, nonce, 1 + at / 64);
    for (let i = 0; i < Math.min(64, out.length - at); i++) out[at + i] ^= stream[i];
  }
  return out;
}

// Poly1305 over what section 2.8 says (section 2.5.1).
/** @type {(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, ciphertext: Uint8Array) => Bytes} */
function tagOf(key, nonce, aad, ciphertext) {
  const once = block(key, nonce, 0);
  const r = numberOf(once.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  const lengths = new DataView(new ArrayBuffer(16));
  lengths.setBigUint64(0, BigInt(aad.length), true);
  lengths.setBigUint64(8, BigInt(ciphertext.length), true);
  /** @type {(bytes: Uint8Array) => Uint8Array} */
  const filled = (bytes) => concat(bytes, new Uint8Array(-bytes.length & 15));
  const message = concat(filled(aad), filled(ciphertext), new Uint8Array(lengths.buffer));
  let sum = 0n;
  for (let at = 0; at < message.length; at += 16) {
    sum = ((sum + numberOf(message.subarray(at, at + 16)) + (1n << 128n)) * r) % (2n ** 130n - 5n);
  }
  sum += numberOf(once.subarray(16, 32));
  return bytesOf(sum, TAG);
}

/** @type {(key: Uint8Array, nonce: Uint8Array) => void} */
function check(key, nonce) {
  if (key.length !== 32 || nonce.length !== 12) throw new RangeError("32 bytes of key and 12 of nonce");
}

/** The ciphertext and its tag (section 2.8).
 *  @type {(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, plaintext: Uint8Array) => Bytes} */
export function seal(key, nonce, aad, plaintext) {
  check(key, nonce);
  const ciphertext = encrypt(key, nonce, plaintext);
  return concat(ciphertext, tagOf(key, nonce, aad, ciphertext));
}

/** The plaintext, or null if the tag is another.
 *  @type {(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, sealed: Uint8Array) => Bytes | null} */
export function open(key, nonce, aad, sealed) {
  check(key, nonce);
  if (sealed.length < TAG) return null;
  const ciphertext = sealed.subarray(0, -TAG);
  return same(tagOf(key, nonce, aad, ciphertext), sealed.subarray(-TAG)) ? encrypt(key, nonce, ciphertext) : null;
}
