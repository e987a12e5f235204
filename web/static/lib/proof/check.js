// Checks the proof of a count, in one pass over its bytes. What they are and what is compared is said in BUNDLE.md,
// and so are the short names here.

import { concat, same } from "../bytes.js";
import { sha256 } from "../sha256.js";
import { commitmentHash, commitTo, ROUNDS } from "./commit.js";
import { draw, P, product, residue } from "./field.js";
import { bytesOf, Hash, WORDS, wordsOf } from "./hash.js";

/** @import { Form } from "./form.js" */

/**
 * What is proved: the hashes of the manifest, of the log at the close and of the ballots that were not counted; the
 * totals; how a ballot of each class counts in each of them; and the class and the commitment of each counted ballot.
 * @typedef {{ manifest: Bytes, log: Bytes, invalid: Bytes, totals: number[], scales: number[][],
 *   ballots: { class: number, commitment: Bytes }[] }} Statement
 *
 * A round as it is before anything is opened: the sums of each part, the commitments to tapes, and z of each part.
 * @typedef {{ sums: Uint32Array[], tapes: Uint32Array, z: number[] }} Round
 */

const PARTS = 3;
const OPENED = 2; // parts of a round
const SLOW = 1024; // hashes that each try of a liar costs
const ZED = 8; // bytes of a round
const TAPES = 4 * OPENED * WORDS; // bytes of a round
const MIX = new Hash("ostrakon/mix/4\0");

/** Reads words one after the other. */
class Words {
  /** @param {Bytes} bytes */
  constructor(bytes) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = 0;
    this.small = true; // all numbers were elements
  }

  /** Fills a list with words that are hashes.
   *  @template {Uint32Array} Of
   *  @param {Of} out
   *  @param {number} from
   *  @param {number} to */
  take(out, from = 0, to = out.length) {
    for (let i = from; i < to; i++, this.at += 4) out[i] = this.view.getUint32(this.at);
    return out;
  }

  /** Fills a list with elements.
   *  @param {Uint32Array} out */
  takeElements(out) {
    this.take(out);
    for (let i = 0; i < out.length; i++) if (out[i] >= P) this.small = false;
    return out;
  }
}

// Bytes: of a round before its openings, and of a ballot in a round, with the third part or without.
/** @type {(form: Form) => { head: number, ballot: (third: boolean) => number }} */
const sizesOf = ({ cells, totals }) => ({
  head: 8 * totals.length + 4 * PARTS * WORDS,
  ballot: (third) => 4 * PARTS * WORDS + (third ? 4 * cells : 0),
});

/** The most bytes of a proof of so many ballots.
 *  @type {(form: Form, ballots: number) => number} */
export const longestProof = (form, ballots) =>
  ROUNDS * (sizesOf(form).head + ZED + TAPES + ballots * sizesOf(form).ballot(true));

/** Whether bytes prove a statement about papers of a form.
 *  @type {(form: Form, statement: Statement, bytes: Bytes, rounds?: number) => boolean} */
export function isProof(form, statement, bytes, rounds = ROUNDS) {
  const { manifest, log, invalid, totals, ballots } = statement;
  const sizes = sizesOf(form);
  const head = rounds * sizes.head;
  const opened = head + rounds * ZED;
  if (!fits(statement) || bytes.length < opened) return false;
  const words = new Words(bytes);
  const all = Array.from({ length: rounds }, () => readSums(words, totals));
  for (const round of all) {
    const [first, second] = words.takeElements(new Uint32Array(2));
    round.z = [first, second, residue(2 * P - first - second)];
  }
  const stated = sha256(concat("ostrakon/statement/4\0", manifest, log, invalid, bytesOf(Uint32Array.from(totals))));
  const first = sha256(concat("ostrakon/first/4\0", stated, bytes.subarray(0, head)));
  let second = sha256(concat("ostrakon/second/4\0", first, bytes.subarray(head, opened)));
  for (let i = 0; i < SLOW; i++) second = sha256(second);
  const opens = choose(second, rounds);
  const size = opens.reduce((sum, part) => sum + TAPES + ballots.length * sizes.ballot(part !== 0), opened);
  if (bytes.length !== size) return false;
  const commitments = ballots.map(commitmentHash);
  const round = roundChecker(form, statement, words, wordsOf(first), commitments);
  const holds = all.every((one, i) => round(one, i, opens[i])) && words.small;
  const out = new Uint32Array(WORDS);
  return holds && ballots.every(({ commitment }, j) => {
    commitments[j].end(out, 0);
    return same(bytesOf(out), commitment);
  });
}

/** Whether all classes exist, and no sum of ballots can pass P and begin again.
 *  @type {(statement: Statement) => boolean} */
const fits = ({ totals, scales, ballots }) => ballots.every((ballot) => scales[ballot.class - 1]) &&
  totals.every((total, i) => {
    const most = ballots.reduce((sum, ballot) => sum + scales[ballot.class - 1][i], 0);
    return most < P && total <= most;
  });

/** @type {(words: Words, totals: number[]) => Round} */
function readSums(words, totals) {
  const [first, second] = [0, 1].map(() => words.takeElements(new Uint32Array(totals.length)));
  const third = Uint32Array.from(totals, (total, i) => residue(total + 2 * P - first[i] - second[i]));
  return { sums: [first, second, third], tapes: words.take(new Uint32Array(PARTS * WORDS)), z: [] };
}

/** The first part of two that each round opens, as a hash chooses.
 *  @type {(second: Bytes, rounds: number) => number[]} */
function choose(second, rounds) {
  /** @type {number[]} */
  const chosen = [];
  for (let i = 0; chosen.length < rounds; i++) {
    const bytes = sha256(concat("ostrakon/open/4\0", second, bytesOf(Uint32Array.of(i))));
    chosen.push(...Array.from(bytes).filter((byte) => byte < 255).map((byte) => byte % PARTS));
  }
  return chosen.slice(0, rounds);
}

/** What checks a round that opens a part and the next one. Commitments go on as the rounds do.
 *  @type {(form: Form, statement: Statement, words: Words, first: Uint32Array, commitments: Hash[]) =>
 *   (round: Round, number: number, part: number) => boolean} */
function roundChecker({ cells, lines, totals }, { scales, ballots }, words, first, commitments) {
  const tapes = new Uint32Array(OPENED * WORDS);
  const seeds = new Uint32Array(OPENED * WORDS);
  const hashes = new Uint32Array(PARTS * WORDS);
  const mixed = new Uint32Array(WORDS);
  const mix = new Uint32Array(cells + lines.length);
  const parts = [0, 1].map(() => new Uint32Array(cells));
  const mask = new Uint32Array(1);
  const linesOf = lineSum(lines);

  return ({ sums, tapes: committed, z }, number, part) => {
    words.take(tapes);
    let own = 0; // z of the part
    const added = parts.map(() => new Float64Array(totals.length));
    let holds = true;
    for (let k = 0; k < OPENED; k++) {
      const at = (part + k) % PARTS * WORDS;
      commitTo(tapes, k * WORDS, null, hashes, at);
      for (let i = at; i < at + WORDS; i++) holds &&= hashes[i] === committed[i];
      draw(tapes, k * WORDS, mask);
      own += k === 0 ? mask[0] : P - mask[0];
    }
    for (let j = 0; j < ballots.length; j++) {
      words.take(seeds);
      const other = (part + 2) % PARTS * WORDS;
      words.take(hashes, other, other + WORDS);
      for (let k = 0; k < OPENED; k++) {
        const is = (part + k) % PARTS;
        if (is === 2) words.takeElements(parts[k]);
        else draw(seeds, k * WORDS, parts[k]);
        commitTo(seeds, k * WORDS, is === 2 ? parts[k] : null, hashes, is * WORDS);
        addTo(added[k], scales[ballots[j].class - 1], parts[k]);
      }
      commitments[j].addAll(hashes, 0, hashes.length);
      MIX.start();
      MIX.addAll(first, 0, WORDS);
      MIX.add(number);
      MIX.add(j);
      MIX.end(mixed, 0);
      draw(mixed, 0, mix);
      own = residue(own + bits(parts[0], parts[1], mix) + linesOf(parts[0], part === 0, mix));
    }
    return holds && residue(own) === z[part] &&
      added.every((sum, k) => sum.every((n, i) => n === sums[(part + k) % PARTS][i]));
  };

  /** @type {(sum: Float64Array, scale: number[], x: Uint32Array) => void} */
  function addTo(sum, scale, x) {
    for (let i = 0; i < totals.length; i++) sum[i] = residue(sum[i] + product(x[totals[i].cell], scale[i]));
  }
}

/** What a part says of the cells being 0 or 1.
 *  @type {(x: Uint32Array, y: Uint32Array, mix: Uint32Array) => number} */
function bits(x, y, mix) {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += product(mix[i], product(x[i], residue(x[i] + 2 * y[i] + P - 1)));
  return sum;
}

/** What a part says of lines having their sum. The first part takes it away.
 *  @type {(lines: Form["lines"]) => (x: Uint32Array, isFirst: boolean, mix: Uint32Array) => number} */
const lineSum = (lines) => (x, isFirst, mix) => {
  let all = 0;
  lines.forEach(({ cells, extra, times, sum }, l) => {
    let line = isFirst ? P - sum : 0;
    for (const cell of cells) line += x[cell];
    if (extra >= 0) line += times * x[extra];
    all += product(mix[x.length + l], residue(line));
  });
  return all;
};
