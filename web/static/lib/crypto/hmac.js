// HMAC-SHA256 (RFC 2104) and PBKDF2 over it (RFC 8018, section 5.2).

import { concat } from "../bytes.js";
import { hashAfter, sha256, stateAfter } from "../sha256.js";

const BLOCK = 64; // bytes

/** The HMAC of messages under a key: what is the same for all of them is computed once.
 *  @type {(key: Uint8Array) => (message: Uint8Array) => Bytes} */
export function hmac(key) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const [inner, outer] = [0x36, 0x5c].map((mask) => stateAfter(padded.map((byte) => byte ^ mask)));
  return (message) => hashAfter(outer, BLOCK, hashAfter(inner, BLOCK, message));
}

/** The first 32 bytes of PBKDF2.
 *  @type {(password: Uint8Array, salt: Uint8Array, iterations: number) => Bytes} */
export function pbkdf2(password, salt, iterations) {
  const mac = hmac(password);
  let last = mac(concat(salt, Uint8Array.of(0, 0, 0, 1)));
  const sum = last.slice();
  for (let n = 1; n < iterations; n++) {
    last = mac(last);
    for (let i = 0; i < 32; i++) sum[i] ^= last[i];
  }
  return sum;
}
