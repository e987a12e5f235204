// ML-KEM-768 (FIPS 203). Functions are named as its algorithms are.

import { concat, same } from "../bytes.js";
import { sha3, shake } from "./keccak.js";

/** @typedef {Uint16Array} Polynomial its 256 coefficients, 0 to q - 1 */

const Q = 3329;
const N = 256;
const K = 3;
const DU = 10; // bits of a coefficient in the two parts of a ciphertext
const DV = 4;
const VECTOR = 384 * K; // bytes of a vector of polynomials in full

/** Bytes of an encapsulation key. */
export const KEY_SIZE = VECTOR + 32;
/** Bytes of a ciphertext. */
export const CIPHERTEXT_SIZE = 32 * (DU * K + DV);

// The powers of 17 that sections 4.3 and 4.3.1 use, by the reversed seven bits of i.
const ZETAS = new Uint16Array(128);
const GAMMAS = new Uint16Array(128);
for (let i = 0; i < 128; i++) {
  let power = 1;
  for (let bit = 0, by = 17; bit < 7; bit++, by = (by * by) % Q) if ((i << bit) & 64) power = (power * by) % Q;
  ZETAS[i] = power;
  GAMMAS[i] = (power * power * 17) % Q;
}

/** @type {<Item>(item: (i: number) => Item) => Item[]} */
const three = (item) => [item(0), item(1), item(2)];

// Algorithms 5 and 6: coefficients of d bits each.
/** @type {(d: number, f: Polynomial) => Bytes} */
function byteEncode(d, f) {
  const bytes = new Uint8Array(32 * d);
  for (let i = 0, at = 0, bits = 0, held = 0; i < N; i++) {
    bits |= f[i] << held;
    for (held += d; held >= 8; held -= 8, bits >>>= 8) bytes[at++] = bits;
  }
  return bytes;
}

/** @type {(d: number, bytes: Uint8Array) => Polynomial} */
function byteDecode(d, bytes) {
  const f = new Uint16Array(N);
  for (let i = 0, at = 0, bits = 0, held = 0; i < N; i++) {
    for (; held < d; held += 8) bits |= bytes[at++] << held;
    f[i] = (bits & ((1 << d) - 1)) % Q;
    bits >>>= d;
    held -= d;
  }
  return f;
}

/** @type {(d: number, bytes: Uint8Array) => Polynomial[]} */
const decodeVector = (d, bytes) => three((i) => byteDecode(d, bytes.subarray(32 * d * i, 32 * d * (i + 1))));

// Section 4.2.1, equations 4.7 and 4.8. No quotient is half a whole number.
/** @type {(d: number, f: Polynomial) => Polynomial} */
const compress = (d, f) => f.map((x) => Math.floor(((x << d) + (Q >> 1)) / Q) & ((1 << d) - 1));

/** @type {(d: number, f: Polynomial) => Polynomial} */
const decompress = (d, f) => f.map((y) => (y * Q + (1 << (d - 1))) >> d);

// Algorithm 7.
/** @type {(rho: Uint8Array, column: number, row: number) => Polynomial} */
function sampleNTT(rho, column, row) {
  const squeeze = shake(128, concat(rho, Uint8Array.of(column, row)));
  const f = new Uint16Array(N);
  for (let n = 0; n < N;) {
    const c = squeeze(168);
    for (let i = 0; i < 168; i += 3) {
      const first = c[i] | ((c[i + 1] & 15) << 8);
      const second = (c[i + 1] >> 4) | (c[i + 2] << 4);
      if (first < Q && n < N) f[n++] = first;
      if (second < Q && n < N) f[n++] = second;
    }
  }
  return f;
}

// Algorithm 8 with η = 2: four bits make a coefficient. The bytes are those of PRF (section 4.1).
/** @type {(secret: Uint8Array, nonce: number) => Polynomial} */
function samplePolyCBD(secret, nonce) {
  const bytes = shake(256, concat(secret, Uint8Array.of(nonce)))(N / 2);
  return new Uint16Array(N).map((_, i) => {
    const four = bytes[i >> 1] >> (4 * (i & 1));
    return ((four & 1) + ((four >> 1) & 1) - ((four >> 2) & 1) - ((four >> 3) & 1) + Q) % Q;
  });
}

// Algorithms 9 and 10, in place.
/** @type {(f: Polynomial) => Polynomial} */
function ntt(f) {
  for (let length = 128, i = 1; length >= 2; length >>= 1) {
    for (let start = 0; start < N; start += 2 * length) {
      const zeta = ZETAS[i++];
      for (let j = start; j < start + length; j++) {
        const t = (zeta * f[j + length]) % Q;
        f[j + length] = (f[j] + Q - t) % Q;
        f[j] = (f[j] + t) % Q;
      }
    }
  }
  return f;
}

/** @type {(f: Polynomial) => Polynomial} */
function inverseNTT(f) {
  for (let length = 2, i = 127; length <= 128; length <<= 1) {
    for (let start = 0; start < N; start += 2 * length) {
      const zeta = ZETAS[i--];
      for (let j = start; j < start + length; j++) {
        const t = f[j];
        f[j] = (t + f[j + length]) % Q;
        f[j + length] = (zeta * (f[j + length] + Q - t)) % Q;
      }
    }
  }
  for (let j = 0; j < N; j++) f[j] = (f[j] * 3303) % Q;
  return f;
}

// The product of two vectors in the domain of the NTT: algorithms 11 and 12, added up.
/** @type {(a: Polynomial[], b: Polynomial[]) => Polynomial} */
function product(a, b) {
  const sum = new Uint16Array(N);
  for (let k = 0; k < K; k++) {
    const f = a[k];
    const g = b[k];
    for (let i = 0; i < N; i += 2) {
      sum[i] = (sum[i] + f[i] * g[i] + ((f[i + 1] * g[i + 1]) % Q) * GAMMAS[i >> 1]) % Q;
      sum[i + 1] = (sum[i + 1] + f[i] * g[i + 1] + f[i + 1] * g[i]) % Q;
    }
  }
  return sum;
}

/** @type {(f: Polynomial, g: Polynomial) => Polynomial} */
function add(f, g) {
  const sum = new Uint16Array(N);
  for (let i = 0; i < N; i++) sum[i] = (f[i] + g[i]) % Q;
  return sum;
}

/** A key pair of the 64 bytes d ‖ z (algorithm 16).
 *  @type {(seed: Uint8Array) => { encapsulationKey: Bytes, decapsulationKey: Bytes }} */
export function keyGen(seed) {
  if (seed.length !== 64) throw new RangeError("a seed has 64 bytes");
  const [d, z] = [seed.subarray(0, 32), seed.subarray(32)];
  const expanded = sha3(512, concat(d, Uint8Array.of(K))); // algorithm 13
  const [rho, sigma] = [expanded.subarray(0, 32), expanded.subarray(32)];
  const s = three((i) => ntt(samplePolyCBD(sigma, i)));
  const t = three((i) => add(product(three((j) => sampleNTT(rho, j, i)), s), ntt(samplePolyCBD(sigma, K + i))));
  const encapsulationKey = concat(...t.map((f) => byteEncode(12, f)), rho);
  const secret = concat(...s.map((f) => byteEncode(12, f)));
  return { encapsulationKey, decapsulationKey: concat(secret, encapsulationKey, sha3(256, encapsulationKey), z) };
}

/** Whether bytes are an encapsulation key: so many, and each coefficient below q (section 7.2).
 *  @type {(key: Uint8Array) => boolean} */
export const isEncapsulationKey = (key) => key.length === KEY_SIZE
  && same(concat(...decodeVector(12, key).map((f) => byteEncode(12, f))), key.subarray(0, VECTOR));

// Algorithm 14.
/** @type {(key: Uint8Array, message: Uint8Array, randomness: Uint8Array) => Bytes} */
function encrypt(key, message, randomness) {
  const rho = key.subarray(VECTOR);
  const y = three((i) => ntt(samplePolyCBD(randomness, i)));
  const u = three((i) => add(inverseNTT(product(three((j) => sampleNTT(rho, i, j)), y)),
    samplePolyCBD(randomness, K + i)));
  const noise = add(samplePolyCBD(randomness, 2 * K), decompress(1, byteDecode(1, message)));
  const v = add(inverseNTT(product(decodeVector(12, key), y)), noise);
  return concat(...u.map((f) => byteEncode(DU, compress(DU, f))), byteEncode(DV, compress(DV, v)));
}

/** A shared secret and the ciphertext that carries it to a key, of 32 random bytes (algorithm 17).
 *  Throws a RangeError if it is no encapsulation key.
 *  @type {(key: Uint8Array, random: Uint8Array) => { secret: Bytes, ciphertext: Bytes }} */
export function encapsulate(key, random) {
  if (!isEncapsulationKey(key) || random.length !== 32) throw new RangeError("no encapsulation key of ML-KEM-768");
  const expanded = sha3(512, concat(random, sha3(256, key)));
  return { secret: expanded.slice(0, 32), ciphertext: encrypt(key, random, expanded.subarray(32)) };
}

/** The shared secret in a ciphertext, or one that nobody else has if it is not of this key (algorithm
 *  18). Throws a RangeError if a length or the hash in the key is wrong (section 7.3).
 *  @type {(key: Uint8Array, ciphertext: Uint8Array) => Bytes} */
export function decapsulate(key, ciphertext) {
  if (key.length !== VECTOR + KEY_SIZE + 64 || ciphertext.length !== CIPHERTEXT_SIZE)
    throw new RangeError("another length");
  const encapsulationKey = key.subarray(VECTOR, VECTOR + KEY_SIZE);
  const [hash, z] = [key.subarray(-64, -32), key.subarray(-32)];
  if (!same(sha3(256, encapsulationKey), hash)) throw new RangeError("another hash");
  const u = decodeVector(DU, ciphertext).map((f) => ntt(decompress(DU, f))); // algorithm 15
  const v = decompress(DV, byteDecode(DV, ciphertext.subarray(32 * DU * K)));
  const noise = inverseNTT(product(decodeVector(12, key), u));
  const message = byteEncode(1, compress(1, v.map((x, i) => (x + Q - noise[i]) % Q)));
  const expanded = sha3(512, concat(message, hash));
  const again = encrypt(encapsulationKey, message, expanded.subarray(32));
  return same(again, ciphertext) ? expanded.slice(0, 32) : shake(256, concat(z, ciphertext))(32);
}
