// QR codes (ISO/IEC 18004): bytes, versions 1 to 15, error correction level M (15 % may be
// unreadable).

import { svg } from "./dom.js";

/**
 * By version less one: codewords of error correction in a block, and the number of blocks (table 9,
 * level M).
 */
const BLOCKS = [
  [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5], [30, 5], [22, 8], [22, 9],
  [24, 9], [24, 10],
];

/** By version less one: rows and columns of the middles of the alignment patterns (annex E). */
const ALIGNMENT = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50], [6, 30, 54],
  [6, 32, 58], [6, 34, 62], [6, 26, 46, 66], [6, 26, 48, 70],
];

/** @typedef {boolean[][]} Rows */
/** @typedef {(r: number, c: number, dark: unknown) => void} SetModule */

/** Whether a mask inverts the module at a row and a column (table 10).
 *  @type {((r: number, c: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

const QUIET = 4; // modules of margin on each side

/**
 * The code of a text as rows of booleans, true for dark. Throws a RangeError for more than 412
 * bytes of UTF-8. Without a mask it takes the one with the least penalty.
 * @type {(text: string, mask?: number) => Rows}
 */
export function qrMatrix(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, i) => bytes.length <= capacity(i + 1)) + 1;
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too many for a code`);
  const bits = [...interleave(dataCodewords(bytes, version), version)].flatMap((byte) => bitsOf(byte, 8));
  /** @type {(number: number) => Rows} */
  const drawn = (number) => draw(version, bits, number);
  if (mask !== undefined) return drawn(mask);
  const tried = MASKS.map((_, number) => drawn(number));
  const penalties = tried.map(penalty);
  return tried[penalties.indexOf(Math.min(...penalties))];
}

/**
 * The code of a text as an <svg>, black on white in any colour scheme. `label` is its name for
 * screen readers.
 * @type {(text: string, label: string) => SVGElement}
 */
export function qrCode(text, label) {
  const rows = qrMatrix(text);
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, r) => row.map((on, c) => (on ? `M${c + QUIET} ${r + QUIET}h1v1h-1z` : "")));
  return svg("svg", {
    viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label, "shape-rendering": "crispEdges",
  }, svg("rect", { width: size, height: size, class: "qr-light" }), svg("path",
  { d: dark.join(""), class: "qr-dark" }));
}

/** @type {(version: number) => number} */
const sizeOf = (version) => 17 + 4 * version;

/**
 * How many codewords a version has, for data and error correction: what the function patterns leave
 * free.
 * @type {(version: number) => number}
 */
function codewords(version) {
  let free = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const n = ALIGNMENT[version - 1].length;
    free -= (25 * n - 10) * n - 55;
  }
  if (version >= 7) free -= 36;
  return Math.floor(free / 8);
}

/** @type {(version: number) => number} */
function dataLength(version) {
  const [correction, blocks] = BLOCKS[version - 1];
  return codewords(version) - correction * blocks;
}

/** @type {(version: number) => number} */
const countBits = (version) => (version < 10 ? 8 : 16);

/** @type {(version: number) => number} */
const capacity = (version) => Math.floor((8 * dataLength(version) - 4 - countBits(version)) / 8);

/** @type {(value: number, n: number) => number[]} */
const bitsOf = (value, n) => Array.from({ length: n }, (_, i) => (value >> (n - 1 - i)) & 1);

/** @type {(bytes: Uint8Array, version: number) => number[]} */
function dataCodewords(bytes, version) {
  const length = dataLength(version);
  const bits = [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, countBits(version)),
    ...[...bytes].flatMap((b) => bitsOf(b, 8))];
  bits.push(...Array(Math.min(4, 8 * length - bits.length)).fill(0)); // the terminator
  while (bits.length % 8 !== 0) bits.push(0);
  const words = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let i = 0; words.length < length; i++) words.push(i % 2 === 0 ? 0xec : 0x11);
  return words;
}

// Blocks take turns, word by word: first the data, with the longer blocks last, then the error
// correction.
/** @type {(words: number[], version: number) => number[]} */
function interleave(words, version) {
  const [correction, count] = BLOCKS[version - 1];
  const short = Math.floor(words.length / count);
  const longer = words.length % count;
  const generator = generatorOf(correction);
  const blocks = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i >= count - longer ? 1 : 0);
    blocks.push(words.slice(at, at + length));
    at += length;
  }
  const checks = blocks.map((block) => remainder(block, generator));
  /** @type {(columns: number[][], length: number) => number[]} */
  const turn = (columns, length) => Array.from({ length }, (_, i) => columns.map((c) => c[i])).flat();
  return [...turn(blocks, short + 1).filter((word) => word !== undefined), ...turn(checks, correction)];
}

// The field of 256 elements by x⁸ + x⁴ + x³ + x² + 1.
/** @type {(a: number, b: number) => number} */
function multiply(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

/** The coefficients of (x − 1)(x − α)…(x − αⁿ⁻¹), highest first, without the leading one.
 *  @type {(n: number) => number[]} */
function generatorOf(n) {
  let result = [...Array(n - 1).fill(0), 1];
  for (let i = 0, root = 1; i < n; i++, root = multiply(root, 2)) {
    result = result.map((c, j) => multiply(c, root) ^ (result[j + 1] ?? 0));
  }
  return result;
}

/** @type {(block: number[], generator: number[]) => number[]} */
function remainder(block, generator) {
  const rest = generator.map(() => 0);
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    generator.forEach((c, i) => { rest[i] ^= multiply(c, factor); });
  }
  return rest;
}

/** @type {(version: number, bits: number[], mask: number) => Rows} */
function draw(version, bits, mask) {
  const size = sizeOf(version);
  /** @type {Rows} */
  const rows = Array.from({ length: size }, () => Array(size).fill(false));
  /** @type {Rows} */
  const taken = Array.from({ length: size }, () => Array(size).fill(false));
  /** @type {SetModule} */
  const set = (r, c, dark) => {
    rows[r][c] = Boolean(dark);
    taken[r][c] = true;
  };
  drawFinders(size, set);
  drawAlignment(version, taken, set);
  drawFormat(size, mask, set);
  if (version >= 7) drawVersion(version, size, set);
  drawData(size, bits, mask, rows, taken);
  return rows;
}

/** @type {(size: number, set: SetModule) => void} */
function drawFinders(size, set) {
  for (let i = 0; i < size; i++) { // timing
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
}

/** @type {(version: number, taken: Rows, set: SetModule) => void} */
function drawAlignment(version, taken, set) {
  const middles = ALIGNMENT[version - 1];
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

/** A BCH code: the value, and after it the remainder of its division by the generator.
 *  @type {(value: number, n: number, generator: number) => number} */
function checked(value, n, generator) {
  let rest = value << n;
  const degree = Math.floor(Math.log2(generator));
  for (let i = Math.floor(Math.log2(rest || 1)); i >= degree; i--)
    if ((rest >> i) & 1) rest ^= generator << (i - degree);
  return (value << n) | rest;
}

/** @type {(size: number, mask: number, set: SetModule) => void} */
function drawFormat(size, mask, set) {
  const format = checked(mask, 10, 0b10100110111) ^ 0b101010000010010; // level M is 00
  /** @type {(i: number) => number} */
  const bit = (i) => (format >> i) & 1;
  for (let i = 0; i <= 5; i++) set(i, 8, bit(i));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let i = 9; i < 15; i++) set(8, 14 - i, bit(i));
  for (let i = 0; i < 8; i++) set(8, size - 1 - i, bit(i));
  for (let i = 8; i < 15; i++) set(size - 15 + i, 8, bit(i));
  set(size - 8, 8, true);
}

/** @type {(version: number, size: number, set: SetModule) => void} */
function drawVersion(version, size, set) {
  const code = checked(version, 12, 0b1111100100101);
  for (let i = 0; i < 18; i++) {
    const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
    set(near, far, (code >> i) & 1);
    set(far, near, (code >> i) & 1);
  }
}

// Two columns at a time from the right, upwards and downwards in turn, around the timing column.
/** @type {(size: number, bits: number[], mask: number, rows: Rows, taken: Rows) => void} */
function drawData(size, bits, mask, rows, taken) {
  let at = 0;
  for (let right = size - 1, up = true; right >= 1; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const r = up ? size - 1 - i : i;
      for (const c of [right, right - 1]) {
        if (taken[r][c]) continue;
        rows[r][c] = Boolean(bits[at++]) !== MASKS[mask](r, c); // a few modules are left over
      }
    }
  }
}

/** How hard a matrix is to read (section 7.8.3.1).
 *  @type {(rows: Rows) => number} */
function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, c) => rows.map((row) => row[c]));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=0000(1011101)|(1011101)0000)/g)].length;
  }
  for (let r = 1; r < size; r++) {
    for (let c = 1; c < size; c++) {
      const dark = rows[r][c];
      if (rows[r - 1][c] === dark && rows[r][c - 1] === dark && rows[r - 1][c - 1] === dark) sum += 3;
    }
  }
  const share = rows.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
