// Ed25519 (RFC 8032, section 5.1). Keys and signatures have one form each, so that this judges as all
// verifiers of a bundle do.

import { concat, same } from "../bytes.js";
import { bytesOf, inverse, numberOf, P, reduce, times } from "./field.js";
import { sha512 } from "./sha512.js";

const L = 2n ** 252n + 27742317777372353535851937790883648493n; // the order of the base point
const D = reduce(-121665n * inverse(121666n)); // of the curve -x² + y² = 1 + dx²y²
const ROOT = power(2n, (P - 1n) / 4n); // of -1

// A point (X, Y, Z, T) with x = X/Z, y = Y/Z and xy = T/Z (section 5.1.4).
/** @typedef {readonly [bigint, bigint, bigint, bigint]} Point */

const ZERO = /** @type {Point} */ ([0n, 1n, 1n, 0n]);
const BASE = /** @type {Point} */ (decode(bytesOf(reduce(4n * inverse(5n)), 32)));

/** @type {(base: bigint, exponent: bigint) => bigint} */
function power(base, exponent) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = times(result, result);
    if (bit === "1") result = times(result, base);
  }
  return reduce(result);
}

// The sum of two points, which may be the same.
/** @type {(p: Point, q: Point) => Point} */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = times(y1 - x1, y2 - x2);
  const b = times(y1 + x1, y2 + x2);
  const c = times(2n * t1, times(D, t2));
  const d = times(2n * z1, z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [times(e, f), times(g, h), times(f, g), times(e, h)];
}

// n·p + m·q, for n and m below 2^255.
/** @type {(n: bigint, p: Point, m: bigint, q: Point) => Point} */
function combine(n, p, m, q) {
  const [ns, ms] = [n, m].map((number) => number.toString(2).padStart(255, "0"));
  const both = add(p, q);
  let sum = ZERO;
  for (let i = 0; i < 255; i++) {
    sum = add(sum, sum);
    if (ns[i] === "1" || ms[i] === "1") sum = add(sum, ns[i] === "0" ? q : ms[i] === "0" ? p : both);
  }
  return sum;
}

/** @type {(point: Point) => Bytes} */
function encode([x, y, z]) {
  const over = inverse(z);
  return bytesOf(reduce(y * over) | ((reduce(x * over) & 1n) << 255n), 32);
}

// The point of 32 bytes (section 5.1.3), or null if they are no point in its one form, or one of the
// eight of low order, under which a signature fits any text.
/** @type {(bytes: Uint8Array) => Point | null} */
function decode(bytes) {
  const n = numberOf(bytes);
  const [odd, y] = [n >> 255n, n & (2n ** 255n - 1n)];
  const [u, v] = [reduce(y * y - 1n), reduce(D * y * y + 1n)];
  const candidate = reduce(u * v ** 3n * power(reduce(u * v ** 7n), (P - 5n) / 8n));
  const root = reduce(v * candidate ** 2n) === u ? candidate : reduce(candidate * ROOT);
  if (y >= P || reduce(v * root ** 2n) !== u) return null;
  const x = (root & 1n) === odd ? root : P - root;
  /** @type {Point} */
  const point = [x, y, 1n, reduce(x * y)];
  let eight = point;
  for (let i = 0; i < 3; i++) eight = add(eight, eight);
  return reduce(eight[0]) === 0n ? null : point;
}

/** Whether a public key is in the one form of its point, and not of low order.
 *  @type {(key: Uint8Array) => boolean} */
export const isPublicKey = (key) => key.length === 32 && decode(key) !== null;

// What follows from a seed of 32 bytes (section 5.1.5): the secret scalar, and the prefix of signatures.
/** @type {(seed: Uint8Array) => { scalar: bigint, prefix: Bytes }} */
function expandSeed(seed) {
  const bytes = sha512(seed);
  bytes[0] &= 248;
  bytes[31] = (bytes[31] & 127) | 64;
  return { scalar: numberOf(bytes.subarray(0, 32)), prefix: bytes.slice(32) };
}

/** @type {(n: bigint) => Bytes} */
const timesBase = (n) => encode(combine(n, BASE, 0n, ZERO));

/** The public key of a seed of 32 bytes (section 5.1.5).
 *  @type {(seed: Uint8Array) => Bytes} */
export const publicKey = (seed) => timesBase(expandSeed(seed).scalar);

/** The signature of a message, 64 bytes, with a seed of 32 bytes (section 5.1.6).
 *  @type {(seed: Uint8Array, message: Uint8Array) => Bytes} */
export function sign(seed, message) {
  const { scalar, prefix } = expandSeed(seed);
  const nonce = numberOf(sha512(concat(prefix, message))) % L;
  const r = timesBase(nonce);
  const k = numberOf(sha512(concat(r, timesBase(scalar), message))) % L;
  return concat(r, bytesOf((nonce + k * scalar) % L, 32));
}

/** Whether a signature is of this message under this key (section 5.1.7): S·B - k·A must be R, byte
 *  for byte. Null is no key and no signature.
 *  @type {(key: Uint8Array | null, message: Uint8Array, signature: Uint8Array | null) => boolean} */
export function verify(key, message, signature) {
  if (key?.length !== 32 || signature?.length !== 64) return false;
  const point = decode(key);
  const r = signature.subarray(0, 32);
  const s = numberOf(signature.subarray(32));
  if (!point || s >= L) return false; // a larger S would be a second form of the signature
  const k = numberOf(sha512(concat(r, key, message))) % L;
  const [x, y, z, t] = point;
  return same(encode(combine(s, BASE, k, [-x, y, z, -t])), r);
}
