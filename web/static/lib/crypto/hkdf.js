// HKDF-SHA256 (RFC 5869) and the HMAC below it (RFC 2104).

import { concat } from "../bytes.js";
import { sha256 } from "../sha256.js";

const BLOCK = 64; // bytes

/** @type {(key: Uint8Array, message: Uint8Array) => Bytes} */
function hmac(key, message) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(concat(padded.map((byte) => byte ^ 0x36), message));
  return sha256(concat(padded.map((byte) => byte ^ 0x5c), inner));
}

/** Section 2.2. No salt is a salt without bytes.
 *  @type {(salt: Uint8Array, secret: Uint8Array) => Bytes} */
export const extract = (salt, secret) => hmac(salt, secret);

/** Section 2.3. Throws a RangeError for more than 8160 bytes.
 *  @type {(prk: Uint8Array, info: Uint8Array, length: number) => Bytes} */
export function expand(prk, info, length) {
  if (length > 255 * 32) throw new RangeError("too many bytes");
  const bytes = new Uint8Array(Math.ceil(length / 32) * 32);
  let last = new Uint8Array();
  for (let n = 1; 32 * (n - 1) < length; n++) {
    last = hmac(prk, concat(last, info, Uint8Array.of(n)));
    bytes.set(last, 32 * (n - 1));
  }
  return bytes.slice(0, length);
}
