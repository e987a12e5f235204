// From the modules of a QR code to its text (ISO/IEC 18004, section 12). What is no code gives null.

import { repair } from "./repair.js";
import {
  BLOCKS, MASKS, blank, codewords, eachPlace, formatCode, formatPlaces, sizeOf, versionCode, versionPlaces,
} from "./symbol.js";
import { textOf } from "./text.js";

/** @import { Place, Rows } from "./symbol.js" */

/** The same as BLOCKS for all versions, by the two bits of a level: M, L, H, Q.
 *  @type {number[][][]} */
const EVERY_BLOCK = [
  [
    ...BLOCKS,
    [28, 10], [28, 11], [26, 13], [26, 14], [26, 16], [26, 17], [28, 17], [28, 18], [28, 20], [28, 21], [28, 23],
    [28, 25], [28, 26], [28, 28], [28, 29], [28, 31], [28, 33], [28, 35], [28, 37], [28, 38], [28, 40], [28, 43],
    [28, 45], [28, 47], [28, 49],
  ],
  [
    [7, 1], [10, 1], [15, 1], [20, 1], [26, 1], [18, 2], [20, 2], [24, 2], [30, 2], [18, 4], [20, 4], [24, 4],
    [26, 4], [30, 4], [22, 6], [24, 6], [28, 6], [30, 6], [28, 7], [28, 8], [28, 8], [28, 9], [30, 9], [30, 10],
    [26, 12], [28, 12], [30, 12], [30, 13], [30, 14], [30, 15], [30, 16], [30, 17], [30, 18], [30, 19], [30, 19],
    [30, 20], [30, 21], [30, 22], [30, 24], [30, 25],
  ],
  [
    [17, 1], [28, 1], [22, 2], [16, 4], [22, 4], [28, 4], [26, 5], [26, 6], [24, 8], [28, 8], [24, 11], [28, 11],
    [22, 16], [24, 16], [24, 18], [30, 16], [28, 19], [28, 21], [26, 25], [28, 25], [30, 25], [24, 34], [30, 30],
    [30, 32], [30, 35], [30, 37], [30, 40], [30, 42], [30, 45], [30, 48], [30, 51], [30, 54], [30, 57], [30, 60],
    [30, 63], [30, 66], [30, 70], [30, 74], [30, 77], [30, 81],
  ],
  [
    [13, 1], [22, 1], [18, 2], [26, 2], [18, 4], [24, 4], [18, 6], [22, 6], [20, 8], [24, 8], [28, 8], [26, 10],
    [24, 12], [20, 16], [30, 12], [24, 17], [28, 16], [28, 18], [26, 21], [30, 20], [28, 23], [30, 23], [30, 25],
    [30, 27], [30, 29], [28, 34], [30, 34], [30, 35], [30, 38], [30, 40], [30, 43], [30, 45], [30, 48], [30, 51],
    [30, 53], [30, 56], [30, 59], [30, 62], [30, 65], [30, 68],
  ],
];

/** How many wrong bits a format or a version may have: codes of either differ in seven at least. */
const WRONG_BITS = 3;

/** The text of a code, which may be mirrored.
 *  @type {(rows: Rows) => string | null} */
export const read = (rows) => readUpright(rows) ?? readUpright(rows.map((_, c) => rows.map((row) => row[c])));

/** @type {(rows: Rows) => string | null} */
function readUpright(rows) {
  const version = (rows.length - 17) / 4;
  const format = nearest(rows, formatPlaces(rows.length), 32, (i) => formatCode(i >> 3, i & 7));
  if (format === null) return null;
  const [level, mask] = [format >> 3, format & 7];
  const data = dataOf(wordsIn(rows, version, mask), version, level);
  return data && textOf(data, version);
}

/** The version that a code of more than six says itself; null for what says none.
 *  @type {(rows: Rows) => number | null} */
export function versionIn(rows) {
  if (rows.length < sizeOf(7)) return null;
  const found = nearest(rows, versionPlaces(rows.length), 34, (i) => versionCode(i + 7));
  return found === null ? null : found + 7;
}

/** Which of so many codes is in one of the places, but for a few bits.
 *  @type {(rows: Rows, copies: Place[][], count: number, codeOf: (i: number) => number) => number | null} */
function nearest(rows, copies, count, codeOf) {
  let [found, least] = [-1, WRONG_BITS + 1];
  for (let i = 0; i < count; i++) {
    const code = codeOf(i);
    for (const places of copies) {
      const wrong = places.filter(([r, c], bit) => rows[r][c] !== Boolean((code >> bit) & 1)).length;
      if (wrong < least) [found, least] = [i, wrong];
    }
  }
  return found < 0 ? null : found;
}

/** @type {(rows: Rows, version: number, mask: number) => Uint8Array} */
function wordsIn(rows, version, mask) {
  const words = new Uint8Array(codewords(version));
  let at = 0;
  eachPlace(blank(version).taken, (r, c) => {
    const dark = rows[r][c] !== MASKS[mask](r, c);
    if (dark && at < 8 * words.length) words[at >> 3] |= 0x80 >> (at & 7);
    at++;
  });
  return words;
}

/** The words of the data: blocks take turns, word by word, and the longer ones are last (section 7.6).
 *  @type {(words: Uint8Array, version: number, level: number) => Uint8Array | null} */
function dataOf(words, version, level) {
  const [correction, count] = EVERY_BLOCK[level][version - 1];
  const short = Math.floor(words.length / count) - correction;
  const firstLonger = count - (words.length % count);
  const data = new Uint8Array(words.length - count * correction);
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + Number(i >= firstLonger);
    const block = new Uint8Array(length + correction);
    for (let j = 0; j < short; j++) block[j] = words[j * count + i];
    if (length > short) block[short] = words[short * count + i - firstLonger];
    for (let j = 0; j < correction; j++) block[length + j] = words[data.length + j * count + i];
    if (!repair(block, correction, unused(version, level))) return null;
    data.set(block.subarray(0, length), at);
    at += length;
  }
  return data;
}

/** Words of error correction that protect the smallest codes from being read as others (table 9, note b).
 *  @type {(version: number, level: number) => number} */
function unused(version, level) {
  if (version === 1) return [2, 3, 1, 1][level];
  return level === 1 && version <= 3 ? 4 - version : 0;
}
