// Numbers modulo p = 2^255 - 19 (RFC 7748, section 4.1), as BigInt: faster than sixteen digits of 16
// bits, on the first call as on the thousandth. It does not take the same time for all numbers, but
// only the device that has a secret could measure that.

import { hex } from "../bytes.js";

/** The modulus. */
export const P = 2n ** 255n - 19n;

const LOW = 2n ** 255n - 1n;

/** A product, not fully reduced: below 2^256 and above -2^32 for factors below 2^260.
 *  @type {(a: bigint, b: bigint) => bigint} */
export function times(a, b) {
  const product = a * b;
  const folded = (product & LOW) + 19n * (product >> 255n); // 2^255 is 19
  return (folded & LOW) + 19n * (folded >> 255n);
}

/** The number from 0 to p - 1.
 *  @type {(n: bigint) => bigint} */
export const reduce = (n) => ((n % P) + P) % P;

/** What a number must be multiplied by to give 1, by Euclid's algorithm; 0 for 0.
 *  @type {(n: bigint) => bigint} */
export function inverse(n) {
  let [a, b, x, y] = [reduce(n), P, 1n, 0n];
  while (a !== 0n) {
    const quotient = b / a;
    [a, b, x, y] = [b - quotient * a, a, y - quotient * x, x];
  }
  return reduce(y);
}

/** A number from its bytes, the lowest first.
 *  @type {(bytes: Uint8Array) => bigint} */
export const numberOf = (bytes) => BigInt(`0x${hex(bytes.slice().reverse())}`);

/** The 32 bytes of a number below 2^256, the lowest first.
 *  @type {(n: bigint) => Bytes} */
export const bytesOf = (n) => Uint8Array.from({ length: 32 }, (_, i) => Number((n >> BigInt(8 * i)) & 255n));
