// The field in which a proof of a count calculates: whole numbers modulo P. A product of two of them is more than a
// number holds exactly, so one is taken in two halves.

import { Hash, WORDS } from "./hash.js";

/** The modulus, 2^31 - 1. */
export const P = 2 ** 31 - 1;

const HALF = 2 ** 16;

/** What is left of a whole number from 0 to 2^53.
 *  @type {(n: number) => number} */
export function residue(n) {
  const rest = n - Math.floor(n / 2 ** 31) * P; // less than 2P
  return rest >= P ? rest - P : rest;
}

/** @type {(a: number, b: number) => number} */
export const product = (a, b) => residue(residue(a * (b >>> 16)) * HALF + a * (b & (HALF - 1)));

const FIELD = new Hash("ostrakon/field/4\0");
const drawn = new Uint32Array(WORDS);

/** Writes as many elements as `out` takes, which follow from a seed: the words of a list from one of them on.
 *  @type {(seeds: Uint32Array, from: number, out: Uint32Array) => void} */
export function draw(seeds, from, out) {
  for (let i = 0; 4 * i < out.length; i++) {
    FIELD.start();
    FIELD.addAll(seeds, from, WORDS);
    FIELD.add(i);
    FIELD.end(drawn, 0);
    for (let k = 0; k < 4 && 4 * i + k < out.length; k++) out[4 * i + k] = residue(2 * drawn[2 * k] + drawn[2 * k + 1]);
  }
}
