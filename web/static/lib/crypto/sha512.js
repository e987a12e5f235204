// SHA-512 (FIPS 180-4). Nothing here hashes much, so that BigInt does for words of 64 bits.

// The first 64 bits behind the point of square or cube roots of the first primes (sections 4.2.3 and
// 5.3.5), by Newton's method from above.
/** @type {(degree: bigint, prime: bigint) => bigint} */
function root(degree, prime) {
  const n = prime << (64n * degree);
  for (let x = 1n << 70n; ;) {
    const next = ((degree - 1n) * x + n / x ** (degree - 1n)) / degree;
    if (next >= x) return x;
    x = next;
  }
}

/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 80; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
const ROUNDS = BigUint64Array.from(PRIMES, (prime) => root(3n, BigInt(prime)));
const START = BigUint64Array.from(PRIMES.slice(0, 8), (prime) => root(2n, BigInt(prime)));

// Bits above the 64 are dropped where a word is stored.
/** @type {(word: bigint, by: bigint) => bigint} */
const right = (word, by) => (word >> by) | (word << (64n - by));

/** The hash of bytes, 64 bytes long.
 *  @type {(bytes: Uint8Array) => Bytes} */
export function sha512(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / 128) * 128);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += 128) mix(state, view, at);
  const hash = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => hash.setBigUint64(8 * i, word));
  return new Uint8Array(hash.buffer);
}

/** @type {(state: BigUint64Array, block: DataView, at: number) => void} */
function mix(state, block, at) {
  const w = new BigUint64Array(80);
  for (let i = 0; i < 16; i++) w[i] = block.getBigUint64(at + 8 * i);
  for (let i = 16; i < 80; i++) {
    const s0 = right(w[i - 15], 1n) ^ right(w[i - 15], 8n) ^ (w[i - 15] >> 7n);
    const s1 = right(w[i - 2], 19n) ^ right(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 80; i++) {
    const t1 = h + (right(e, 14n) ^ right(e, 18n) ^ right(e, 41n)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
    const t2 = (right(a, 28n) ^ right(a, 34n) ^ right(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, BigInt.asUintN(64, d + t1), c, b, a, BigInt.asUintN(64, t1 + t2)];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
}
