// Numbers modulo p = 2^255 - 19 (RFC 7748, section 4.1), as BigInt: faster than sixteen digits of 16
// bits, on the first call as on the thousandth. It does not take the same time for all numbers, but
// only the device that has a secret could measure that.

/** The modulus. */
export const P = 2n ** 255n - 19n;

const LOW = 2n ** 255n - 1n;

/** A number modulo p with 250 bits fewer, though not below 256, since 2^255 is 19.
 *  @type {(n: bigint) => bigint} */
export const fold = (n) => (n & LOW) + 19n * (n >> 255n);

/** A product of 256 bits, not fully reduced, of factors that have 550 together.
 *  @type {(a: bigint, b: bigint) => bigint} */
export const times = (a, b) => fold(fold(a * b));

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

/** A number from its bytes, the lowest first; their number is a multiple of eight.
 *  @type {(bytes: Uint8Array) => bigint} */
export function numberOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let n = 0n;
  for (let at = bytes.length - 8; at >= 0; at -= 8) n = (n << 64n) | view.getBigUint64(at, true);
  return n;
}

/** The lowest bytes of a number, the lowest first; their number is a multiple of eight.
 *  @type {(n: bigint, length: number) => Bytes} */
export function bytesOf(n, length) {
  const view = new DataView(new ArrayBuffer(length));
  for (let at = 0; at < length; at += 8) view.setBigUint64(at, n >> BigInt(8 * at), true);
  return new Uint8Array(view.buffer);
}
