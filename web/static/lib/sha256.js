// SHA-256 (FIPS 180-4). Browsers hash only on HTTPS and on localhost. A server in a club room has
// neither, and people must be able to check a proof there too.

const ROUNDS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

/** The state of a hash before the first block. */
export const START = Uint32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);

/** @type {(word: number, by: number) => number} */
const right = (word, by) => (word >>> by) | (word << (32 - by));

/** The hash of bytes, 32 bytes long.
 *  @type {(bytes: Uint8Array) => Bytes} */
export const sha256 = (bytes) => hashAfter(START, 0, bytes);

/** What has become of the state of a hash after the first 64 bytes.
 *  @type {(block: Uint8Array) => Uint32Array} */
export function stateAfter(block) {
  const state = START.slice();
  mix(state, load(new Uint32Array(64), new DataView(block.buffer, block.byteOffset, 64), 0));
  return state;
}

/** The hash of bytes after others, a multiple of 64, whose state is known.
 *  @type {(known: Uint32Array, before: number, bytes: Uint8Array) => Bytes} */
export function hashAfter(known, before, bytes) {
  const state = known.slice();
  const words = new Uint32Array(64);
  const padded = pad(bytes, before);
  for (let at = 0; at < padded.byteLength; at += 64) mix(state, load(words, padded, at));
  const hash = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) hash.setUint32(4 * i, state[i]);
  return new Uint8Array(hash.buffer);
}

// The bytes, a bit, and the number of bits of all bytes in the last eight of a block of 64.
/** @type {(bytes: Uint8Array, before: number) => DataView} */
function pad(bytes, before) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  const length = before + bytes.length;
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length * 8);
  return view;
}

/** @type {(w: Uint32Array, block: DataView, at: number) => Uint32Array} */
function load(w, block, at) {
  for (let i = 0; i < 16; i++) w[i] = block.getUint32(at + 4 * i);
  return w;
}

/** Mixes a block into a state: the first 16 of 64 words. The others may be anything.
 *  @type {(state: Uint32Array, w: Uint32Array) => void} */
export function mix(state, w) {
  for (let i = 16; i < 64; i++) {
    const s0 = right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  // One by one: to take a list apart is slow until a browser has compiled this.
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const t1 = h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
    const t2 = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}
