// QR codes (ISO/IEC 18004): bytes, versions 1 to 15, error correction level M (15 % may be
// unreadable).

import { svg } from "./dom.js";
import {
  BLOCKS, MASKS, blank, codewords, eachPlace, formatCode, formatPlaces, multiply, sizeOf, versionCode, versionPlaces,
} from "./qr/symbol.js";

/** @import { Place, Rows } from "./qr/symbol.js" */

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
  const { rows, taken } = blank(version);
  const size = sizeOf(version);
  /** @type {(code: number, places: Place[]) => void} */
  const write = (code, places) => places.forEach(([r, c], i) => { rows[r][c] = Boolean((code >> i) & 1); });
  for (const places of formatPlaces(size)) write(formatCode(0b00, mask), places); // level M
  if (version >= 7) for (const places of versionPlaces(size)) write(versionCode(version), places);
  let at = 0;
  eachPlace(taken, (r, c) => { rows[r][c] = Boolean(bits[at++]) !== MASKS[mask](r, c); }); // a few are left over
  return rows;
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
