// X25519 (RFC 7748, section 5).

import { bytesOf, fold, inverse, numberOf, reduce, times } from "./field.js";

/** The base point, u = 9.
 *  @type {Bytes} */
export const BASE = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 9 : 0));

/** The u-coordinate of a scalar times a point, 32 bytes each, or null where it is zero: the point is
 *  of low order (section 6.1).
 *  @type {(scalar: Uint8Array, point: Uint8Array) => Bytes | null} */
export function x25519(scalar, point) {
  if (scalar.length !== 32 || point.length !== 32) throw new RangeError("32 bytes each");
  const k = scalar.slice();
  k[0] &= 248;
  k[31] = (k[31] & 127) | 64;
  const u = numberOf(point) & (2n ** 255n - 1n);
  let x2 = 1n;
  let z2 = 0n;
  let x3 = u;
  let z3 = 1n;
  let before = 0;
  for (let at = 254; at >= 0; at--) {
    const bit = (k[at >> 3] >> (at & 7)) & 1;
    if (bit !== before) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    before = bit;
    const a = x2 + z2;
    const b = x2 - z2;
    const aa = fold(a * a);
    const bb = fold(b * b);
    const e = aa - bb;
    const da = fold((x3 - z3) * a);
    const cb = fold((x3 + z3) * b);
    x3 = times(da + cb, da + cb);
    z3 = times(u, fold((da - cb) * (da - cb)));
    x2 = times(aa, bb);
    z2 = times(e, aa + 121665n * e);
  }
  // The lowest bits of a clamped scalar are zero, so that nothing is left to swap.
  const result = reduce(times(x2, inverse(z2)));
  return result === 0n ? null : bytesOf(result, 32);
}
