// What a voter's device commits to for the proof of a count: in each round, three parts that add up to the cells of
// the paper. Any two of them tell nothing about the paper, and who counts opens two.

import { concat } from "../bytes.js";
import { sha256 } from "../sha256.js";
import { draw, P, residue } from "./field.js";
import { cellsOf } from "./form.js";
import { bytesOf, Hash, WORDS, wordsOf } from "./hash.js";

/** The rounds of a proof: a lie passes one of them with a chance of 2/3, and all with less than 2^-80. */
export const ROUNDS = 137;

const PARTS = 3;
const PART = new Hash("ostrakon/part/4\0");

const COMMIT = new Hash("ostrakon/commit/4\0");

/** The hash of all commitments to the parts of a ballot. */
export const commitmentHash = () => new Hash("ostrakon/commitment/4\0");

/** Writes the commitment to a part at a place of `out`: to its seed, words of a list from one of them on, and to the
 *  cells of a third part.
 *  @type {(seeds: Uint32Array, from: number, cells: Uint32Array | null, out: Uint32Array, to: number) => void} */
export function commitTo(seeds, from, cells, out, to) {
  COMMIT.start();
  COMMIT.addAll(seeds, from, WORDS);
  if (cells) COMMIT.addAll(cells, 0, cells.length);
  COMMIT.end(out, to);
}

/** The commitment of a ballot (32 bytes), from its seed, its tag and the marks of its paper.
 *  @type {(manifest: Api.Manifest, seed: Bytes, tag: Bytes, marks: Bytes) => Bytes} */
export const commitmentOf = (manifest, seed, tag, marks) =>
  commit(sha256(concat("ostrakon/split/4\0", seed, tag)), cellsOf(manifest, marks));

/** The commitment to cells that are split as 32 bytes say.
 *  @type {(split: Bytes, cells: number[], rounds?: number) => Bytes} */
export function commit(split, cells, rounds = ROUNDS) {
  const from = wordsOf(split);
  const seeds = new Uint32Array(PARTS * WORDS);
  const parts = Array.from({ length: PARTS }, () => new Uint32Array(cells.length));
  const commitments = new Uint32Array(PARTS * WORDS);
  const all = commitmentHash();
  for (let round = 0; round < rounds; round++) {
    for (let part = 0; part < PARTS; part++) {
      PART.start();
      PART.addAll(from, 0, WORDS);
      PART.add(round);
      PART.addByte(part);
      PART.end(seeds, part * WORDS);
    }
    const [first, second, third] = parts;
    draw(seeds, 0, first);
    draw(seeds, WORDS, second);
    for (let i = 0; i < cells.length; i++) third[i] = residue(cells[i] + 2 * P - first[i] - second[i]);
    commitTo(seeds, 0, null, commitments, 0);
    commitTo(seeds, WORDS, null, commitments, WORDS);
    commitTo(seeds, 2 * WORDS, third, commitments, 2 * WORDS);
    all.addAll(commitments, 0, PARTS * WORDS);
  }
  all.end(commitments, 0);
  return bytesOf(commitments.subarray(0, WORDS));
}
