// X-Wing (draft-connolly-cfrg-xwing-kem): ML-KEM-768 and X25519 together. HPKE calls it
// MLKEM768X25519.

import { concat } from "../bytes.js";
import { sha3, shake } from "./keccak.js";
import { CIPHERTEXT_SIZE, decapsulate as decapsulateMLKEM, encapsulate as encapsulateMLKEM, KEY_SIZE,
  keyGen } from "./mlkem.js";
import { BASE, x25519 } from "./x25519.js";

/** Bytes of an encapsulation. */
export const ENC_SIZE = CIPHERTEXT_SIZE + 32;

/** @typedef {{ publicKey: Bytes, decapsulationKey: Bytes, scalar: Bytes }} KeyPair */

/** The key pair of a seed of 32 bytes (section 5.2).
 *  @type {(seed: Uint8Array) => KeyPair} */
export function keysOf(seed) {
  if (seed.length !== 32) throw new RangeError("a seed has 32 bytes");
  const expanded = shake(256, seed)(96);
  const { encapsulationKey, decapsulationKey } = keyGen(expanded.subarray(0, 64));
  const scalar = expanded.slice(64);
  return { publicKey: concat(encapsulationKey, /** @type {Bytes} */ (x25519(scalar, BASE))), decapsulationKey, scalar };
}

// The two secrets, the sender's point and the receiver's make one (section 5.3).
/** @type {(mlkem: Uint8Array, x: Uint8Array, enc: Uint8Array, key: Uint8Array) => Bytes} */
const combine = (mlkem, x, enc, key) => sha3(256, concat(mlkem, x, enc, key, "\\.//^\\"));

/** A shared secret and what carries it to a public key, of 64 random bytes (section 5.4.1). Throws a
 *  RangeError if it is no key, or its point is of low order.
 *  @type {(publicKey: Uint8Array, random: Uint8Array) => { secret: Bytes, enc: Bytes }} */
export function encapsulate(publicKey, random) {
  const { secret, ciphertext } = encapsulateMLKEM(publicKey.subarray(0, KEY_SIZE), random.subarray(0, 32));
  const [scalar, point] = [random.subarray(32), publicKey.subarray(KEY_SIZE)];
  const [enc, shared] = [x25519(scalar, BASE), x25519(scalar, point)];
  if (!enc || !shared) throw new RangeError("a point of low order");
  return { secret: combine(secret, shared, enc, point), enc: concat(ciphertext, enc) };
}

/** The shared secret (section 5.5), or null if the point is of low order.
 *  @type {(keys: KeyPair, enc: Uint8Array) => Bytes | null} */
export function decapsulate({ publicKey, decapsulationKey, scalar }, enc) {
  const point = enc.subarray(CIPHERTEXT_SIZE);
  const secret = decapsulateMLKEM(decapsulationKey, enc.subarray(0, CIPHERTEXT_SIZE));
  const shared = x25519(scalar, point);
  return shared && combine(secret, shared, point, publicKey.subarray(KEY_SIZE));
}
