// HKDF-SHA256 (RFC 5869).

import { concat } from "../bytes.js";
import { hmac } from "./hmac.js";

/** Section 2.2. No salt is a salt without bytes.
 *  @type {(salt: Uint8Array, secret: Uint8Array) => Bytes} */
export const extract = (salt, secret) => hmac(salt)(secret);

/** Section 2.3. Throws a RangeError for more than 8160 bytes.
 *  @type {(prk: Uint8Array, info: Uint8Array, length: number) => Bytes} */
export function expand(prk, info, length) {
  if (length > 255 * 32) throw new RangeError("too many bytes");
  const bytes = new Uint8Array(Math.ceil(length / 32) * 32);
  const mac = hmac(prk);
  let last = new Uint8Array();
  for (let n = 1; 32 * (n - 1) < length; n++) {
    last = mac(concat(last, info, Uint8Array.of(n)));
    bytes.set(last, 32 * (n - 1));
  }
  return bytes.slice(0, length);
}
