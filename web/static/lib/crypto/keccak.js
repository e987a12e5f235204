// SHA-3 and SHAKE (FIPS 202).

// The permutation Keccak-f[1600] on 25 lanes of 64 bits. Lane (x, y) is at 2(5y + x): the lower 32
// bits, then the upper ones. Its constants follow from sections 3.2.2 and 3.2.5.

const WAY = new Uint8Array(24); // where lanes go, in turn, beginning with lane (1, 0)
const TURNS = new Uint8Array(24); // by how many bits they turn on the way
for (let t = 0, x = 1, y = 0; t < 24; t++) {
  [x, y] = [y, (2 * x + 3 * y) % 5];
  WAY[t] = 2 * (5 * y + x);
  TURNS[t] = ((t + 1) * (t + 2) / 2) % 64;
}

const ROUNDS = new Int32Array(48); // both halves of the constant of each round
for (let i = 0, bits = 1; i < 24 * 7; i++) {
  const at = 2 ** (i % 7) - 1;
  if (bits & 1) ROUNDS[2 * Math.floor(i / 7) + (at >> 5)] |= 1 << (at & 31);
  bits = (bits << 1) ^ ((bits >> 7) * 0x171);
}

/** @type {(s: Int32Array) => void} */
function permute(s) {
  const c = new Int32Array(12); // the last two repeat the first
  for (let round = 0; round < 48; round += 2) {
    for (let x = 0; x < 10; x++) c[x] = s[x] ^ s[x + 10] ^ s[x + 20] ^ s[x + 30] ^ s[x + 40]; // θ
    let low = c[8];
    let high = c[9];
    c[10] = c[0];
    c[11] = c[1];
    for (let x = 0; x < 10; x += 2) {
      low ^= (c[x + 2] << 1) | (c[x + 3] >>> 31);
      high ^= (c[x + 3] << 1) | (c[x + 2] >>> 31);
      for (let at = x; at < 50; at += 10) {
        s[at] ^= low;
        s[at + 1] ^= high;
      }
      low = c[x];
      high = c[x + 1];
    }
    low = s[2]; // ρ and π
    high = s[3];
    for (let t = 0; t < 24; t++) {
      const to = WAY[t];
      const by = TURNS[t];
      const swapped = by & 32;
      const first = swapped ? high : low;
      const second = swapped ? low : high;
      low = s[to];
      high = s[to + 1];
      s[to] = (first << by) | (second >>> -by); // shifts take the lower five bits of a number
      s[to + 1] = (second << by) | (first >>> -by);
    }
    for (let y = 0; y < 50; y += 10) { // χ
      for (let half = y; half < y + 2; half++) {
        const first = s[half];
        const second = s[half + 2];
        const third = s[half + 4];
        const fourth = s[half + 6];
        const fifth = s[half + 8];
        s[half] = first ^ (~second & third);
        s[half + 2] = second ^ (~third & fourth);
        s[half + 4] = third ^ (~fourth & fifth);
        s[half + 6] = fourth ^ (~fifth & first);
        s[half + 8] = fifth ^ (~first & second);
      }
    }
    s[0] ^= ROUNDS[round]; // ι
    s[1] ^= ROUNDS[round + 1];
  }
}

// The sponge (section 4), with the bits that the kind of hash adds to a message, padding included.
// Returns what gives the next so many bytes. All browsers run on little-endian machines, so that
// the bytes of a lane are in order.
/** @type {(rate: number, added: number, message: Uint8Array) => (length: number) => Bytes} */
function sponge(rate, added, message) {
  const state = new Int32Array(50);
  const bytes = new Uint8Array(state.buffer);
  let at = 0;
  for (let i = 0; i < message.length; i++) {
    bytes[at++] ^= message[i];
    if (at === rate) {
      permute(state);
      at = 0;
    }
  }
  bytes[at] ^= added;
  bytes[rate - 1] ^= 0x80;
  at = rate;
  return (length) => {
    const out = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      if (at === rate) {
        permute(state);
        at = 0;
      }
      out[i] = bytes[at++];
    }
    return out;
  };
}

/** SHA3-256 or SHA3-512.
 *  @type {(bits: 256 | 512, message: Uint8Array) => Bytes} */
export const sha3 = (bits, message) => sponge(200 - bits / 4, 0x06, message)(bits / 8);

/** SHAKE128 or SHAKE256: what gives the next so many bytes.
 *  @type {(bits: 128 | 256, message: Uint8Array) => (length: number) => Bytes} */
export const shake = (bits, message) => sponge(200 - bits / 4, 0x1f, message);
