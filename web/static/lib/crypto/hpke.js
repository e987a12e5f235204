// HPKE (RFC 9180) in base mode, with the suite MLKEM768X25519 (draft-ietf-hpke-pq), HKDF-SHA256,
// ChaCha20-Poly1305.

import { concat } from "../bytes.js";
import { expand, extract } from "./hkdf.js";
import { decapsulate, encapsulate } from "./xwing.js";

/** @import { KeyPair } from "./xwing.js" */

/** What both sides have (section 5.1): the key and the nonce of the first message, and the secret that
 *  others follow from.
 *  @typedef {{ key: Bytes, nonce: Bytes, exporter: Bytes }} Context */

const SUITE = concat("HPKE", Uint8Array.of(25722 >> 8, 25722 & 255, 0, 1, 0, 3));
const NONE = new Uint8Array();

// Section 4.
/** @type {(salt: Uint8Array, label: string, secret: Uint8Array) => Bytes} */
const labeledExtract = (salt, label, secret) => extract(salt, concat("HPKE-v1", SUITE, label, secret));

/** @type {(prk: Uint8Array, label: string, info: Uint8Array, length: number) => Bytes} */
const labeledExpand = (prk, label, info, length) =>
  expand(prk, concat(Uint8Array.of(length >> 8, length), "HPKE-v1", SUITE, label, info), length);

// Section 5.1, in mode 0 and without a key that was shared before.
/** @type {(shared: Uint8Array, info: Uint8Array) => Context} */
function keySchedule(shared, info) {
  const context = concat(Uint8Array.of(0), labeledExtract(NONE, "psk_id_hash", NONE),
    labeledExtract(NONE, "info_hash", info));
  const secret = labeledExtract(shared, "secret", NONE);
  return {
    key: labeledExpand(secret, "key", context, 32),
    nonce: labeledExpand(secret, "base_nonce", context, 12),
    exporter: labeledExpand(secret, "exp", context, 32),
  };
}

/** The sender's side (section 5.1.1), of 64 random bytes. Throws a RangeError if it is no public key.
 *  @type {(publicKey: Uint8Array, info: Uint8Array, random: Uint8Array) =>
 *   { enc: Bytes, context: Context }} */
export function setupSender(publicKey, info, random) {
  const { secret, enc } = encapsulate(publicKey, random);
  return { enc, context: keySchedule(secret, info) };
}

/** The receiver's side, or null if the encapsulation is of low order.
 *  @type {(keys: KeyPair, info: Uint8Array, enc: Uint8Array) => Context | null} */
export function setupReceiver(keys, info, enc) {
  const secret = decapsulate(keys, enc);
  return secret && keySchedule(secret, info);
}

/** A secret for a purpose (section 5.3).
 *  @type {(context: Context, purpose: Uint8Array, length: number) => Bytes} */
export const exportSecret = ({ exporter }, purpose, length) => labeledExpand(exporter, "sec", purpose, length);
