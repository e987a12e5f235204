// What writing and reading a QR code have in common (ISO/IEC 18004): where its modules are, and the arithmetic of its
// error correction.

/** The modules of a code, true for dark.
 *  @typedef {boolean[][]} Rows
 *  @typedef {(r: number, c: number, dark: boolean) => void} SetModule
 *  @typedef {[r: number, c: number]} Place */

/**
 * By version less one: codewords of error correction in a block, and the number of blocks (table 9,
 * level M).
 */
export const BLOCKS = [
  [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9],
  [24, 9], [24, 10],
];

/** Whether a mask inverts the module at a row and a column (table 10).
 *  @type {((r: number, c: number) => boolean)[]} */
export const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** @type {(version: number) => number} */
export const sizeOf = (version) => 17 + 4 * version;

/** Rows and columns of the middles of the alignment patterns (annex E): even steps back from the far edge.
 *  @type {(version: number) => number[]} */
function middlesOf(version) {
  if (version === 1) return [];
  const steps = Math.floor(version / 7) + 1;
  const step = version === 32 ? 26 : 2 * Math.ceil((2 * version + 2) / steps);
  return [6, ...Array.from({ length: steps }, (_, i) => 4 * version + 10 - step * (steps - 1 - i))];
}

/**
 * How many codewords a version has, for data and error correction: what the function patterns leave
 * free.
 * @type {(version: number) => number}
 */
export function codewords(version) {
  let free = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const n = middlesOf(version).length;
    free -= (25 * n - 10) * n - 55;
  }
  if (version >= 7) free -= 36;
  return Math.floor(free / 8);
}

/** The product of two elements of the field of 256 by x⁸ + x⁴ + x³ + x² + 1.
 *  @type {(a: number, b: number) => number} */
export function multiply(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

/** A BCH code: the value, and after it the remainder of its division by the generator.
 *  @type {(value: number, n: number, generator: number) => number} */
function checked(value, n, generator) {
  let rest = value << n;
  const degree = Math.floor(Math.log2(generator));
  for (let i = Math.floor(Math.log2(rest || 1)); i >= degree; i--)
    if ((rest >> i) & 1) rest ^= generator << (i - degree);
  return (value << n) | rest;
}

/** The format information of a level, which has two bits, and a mask (section 7.9).
 *  @type {(level: number, mask: number) => number} */
export const formatCode = (level, mask) => checked((level << 3) | mask, 10, 0b10100110111) ^ 0b101010000010010;

/** The version information of a version from 7 on (section 7.10).
 *  @type {(version: number) => number} */
export const versionCode = (version) => checked(version, 12, 0b1111100100101);

/** Where the bits of the format information are, the lowest first: there are two copies.
 *  @type {(size: number) => Place[][]} */
export const formatPlaces = (size) => [
  Array.from({ length: 15 }, (_, i) => (i < 8 ? [i < 6 ? i : i + 1, 8] : [8, i === 8 ? 7 : 14 - i])),
  Array.from({ length: 15 }, (_, i) => (i < 8 ? [8, size - 1 - i] : [size - 15 + i, 8])),
];

/** Where the bits of the version information are, the lowest first: there are two copies.
 *  @type {(size: number) => Place[][]} */
export const versionPlaces = (size) => [
  Array.from({ length: 18 }, (_, i) => [Math.floor(i / 3), size - 11 + (i % 3)]),
  Array.from({ length: 18 }, (_, i) => [size - 11 + (i % 3), Math.floor(i / 3)]),
];

/** A code without data: its patterns are drawn, and the places of its format and version are taken.
 *  @type {(version: number) => { rows: Rows, taken: Rows }} */
export function blank(version) {
  const size = sizeOf(version);
  /** @type {() => Rows} */
  const light = () => Array.from({ length: size }, () => Array(size).fill(false));
  const [rows, taken] = [light(), light()];
  /** @type {SetModule} */
  const set = (r, c, dark) => {
    rows[r][c] = dark;
    taken[r][c] = true;
  };
  drawPatterns(version, set);
  for (const [r, c] of formatPlaces(size).flat()) set(r, c, false);
  if (version >= 7) for (const [r, c] of versionPlaces(size).flat()) set(r, c, false);
  set(size - 8, 8, true);
  return { rows, taken };
}

/** Draws what each code of a version has: timing patterns, finder patterns, alignment patterns (section 6.3).
 *  @type {(version: number, set: SetModule) => void} */
export function drawPatterns(version, set) {
  const size = sizeOf(version);
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [r, c] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let dr = -4; dr <= 4; dr++) {
      for (let dc = -4; dc <= 4; dc++) {
        const distance = Math.max(Math.abs(dr), Math.abs(dc));
        if (r + dr >= 0 && r + dr < size && c + dc >= 0 && c + dc < size)
          set(r + dr, c + dc, distance !== 2 && distance !== 4);
      }
    }
  }
  const middles = middlesOf(version);
  const last = middles.length - 1;
  for (const [i, r] of middles.entries()) {
    for (const [j, c] of middles.entries()) {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue; // a finder is there
      for (let dr = -2; dr <= 2; dr++) {
        for (let dc = -2; dc <= 2; dc++) set(r + dr, c + dc, Math.max(Math.abs(dr), Math.abs(dc)) !== 1);
      }
    }
  }
}

/** Calls with the places of the data in order: two columns at a time from the right, upwards and downwards in turn,
 *  around the timing column (section 7.7.3).
 *  @type {(taken: Rows, visit: (r: number, c: number) => void) => void} */
export function eachPlace(taken, visit) {
  const size = taken.length;
  for (let right = size - 1, up = true; right >= 1; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const r = up ? size - 1 - i : i;
      for (const c of [right, right - 1]) if (!taken[r][c]) visit(r, c);
    }
  }
}
