// Shamir's secret sharing (How to share a secret, 1979), byte by byte in GF(2^8) with the polynomial
// x^8 + x^4 + x^3 + x + 1 (FIPS 197, section 4.2).

/** @type {(a: number, b: number) => number} */
function times(a, b) {
  let product = 0;
  for (let bit = 0; bit < 8; bit++) {
    product ^= -((b >> bit) & 1) & a;
    a = (a << 1) ^ (-(a >> 7) & 0x11b);
  }
  return product;
}

// The inverse is the power of 254 (section 4.4 of FIPS 197 defines it).
/** @type {(n: number) => number} */
function inverse(n) {
  let power = 1;
  for (let i = 0; i < 254; i++) power = times(power, n);
  return power;
}

/** The share of a number, 1 to 255: secret + c₁·number + c₂·number² + …
 *  @type {(secret: Uint8Array, coefficients: Uint8Array[], number: number) => Bytes} */
export const shareOf = (secret, coefficients, number) => new Uint8Array(secret).map((byte, i) =>
  byte ^ times(number, coefficients.reduceRight((sum, coefficient) => times(sum, number) ^ coefficient[i], 0)));

/** The secret of as many shares as it takes, by their numbers.
 *  @type {(shares: Map<number, Uint8Array>) => Bytes} */
export function combine(shares) {
  const secret = new Uint8Array(32);
  for (const [number, share] of shares) {
    let weight = 1; // of Lagrange's formula at 0
    for (const other of shares.keys())
      if (other !== number) weight = times(weight, times(other, inverse(other ^ number)));
    for (let i = 0; i < secret.length; i++) secret[i] ^= times(weight, share[i]);
  }
  return secret;
}
