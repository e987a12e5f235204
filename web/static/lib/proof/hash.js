// Hashes of the proof of a count. All that it hashes is a domain and then words of four bytes, of which one ballot
// hashes thousands: words go into a block as they are, without bytes in between.

import { mix, START } from "../sha256.js";

/** The words of a hash. */
export const WORDS = 8;

/** A hash that goes on: a domain, and words after it. */
export class Hash {
  /** @param {string} domain less than a block */
  constructor(domain) {
    const head = new Uint32Array(16);
    [...domain].forEach((letter, i) => { head[i >> 2] |= letter.charCodeAt(0) << (24 - 8 * (i & 3)); });
    this.head = head;
    this.w = new Uint32Array(64);
    this.state = new Uint32Array(WORDS);
    this.before = domain.length; // bytes
    this.at = 0;
    this.start();
  }

  /** Forgets the words. */
  start() {
    for (let i = 0; i < WORDS; i++) this.state[i] = START[i];
    for (let i = 0; i < 16; i++) this.w[i] = this.head[i];
    this.at = this.before;
  }

  /** Adds a word.
   *  @param {number} word */
  add(word) {
    const i = (this.at >> 2) & 15;
    const by = (this.at & 3) * 8;
    this.w[i] |= word >>> by;
    if (i === 15) this.next();
    if (by > 0) this.w[(i + 1) & 15] = word << (32 - by);
    this.at += 4;
  }

  /** Adds so many words of a list, from one of them on.
   *  @param {Uint32Array} words
   *  @param {number} from
   *  @param {number} count */
  addAll(words, from, count) {
    for (let i = from; i < from + count; i++) this.add(words[i]);
  }

  /** Adds a byte.
   *  @param {number} byte */
  addByte(byte) {
    this.w[(this.at >> 2) & 15] |= byte << (24 - 8 * (this.at & 3));
    this.at += 1;
    if ((this.at & 63) === 0) this.next();
  }

  /** Writes the hash to a list of words, at a place of it. The hash has ended then.
   *  @param {Uint32Array} out
   *  @param {number} to */
  end(out, to) {
    const bits = 8 * this.at;
    this.addByte(0x80);
    if ((this.at & 63) > 56) this.next();
    this.w[15] = bits;
    mix(this.state, this.w);
    for (let k = 0; k < WORDS; k++) out[to + k] = this.state[k];
  }

  /** Ends a block. */
  next() {
    mix(this.state, this.w);
    for (let i = 0; i < 16; i++) this.w[i] = 0;
  }
}

/** Words as bytes.
 *  @type {(words: Uint32Array) => Bytes} */
export function bytesOf(words) {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  words.forEach((word, i) => view.setUint32(4 * i, word));
  return new Uint8Array(view.buffer);
}

/** Bytes as words: a multiple of four.
 *  @type {(bytes: Uint8Array) => Uint32Array} */
export function wordsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i));
}
