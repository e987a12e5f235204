// The error correction of QR codes: Reed-Solomon codes over the field of 256 elements (ISO/IEC 18004, annex B).

import { multiply } from "./symbol.js";

const ORDER = 255; // of the powers of α

const POWERS = new Uint8Array(ORDER); // of α, which is 2
const LOGS = new Uint8Array(ORDER + 1); // of all but 0
for (let i = 0, power = 1; i < ORDER; i++, power = multiply(power, 2)) {
  POWERS[i] = power;
  LOGS[power] = i;
}

/** @type {(a: number, b: number) => number} */
const times = (a, b) => (a === 0 || b === 0 ? 0 : POWERS[(LOGS[a] + LOGS[b]) % ORDER]);
/** @type {(a: number, b: number) => number} */
const over = (a, b) => (a === 0 ? 0 : POWERS[(LOGS[a] + ORDER - LOGS[b]) % ORDER]);

/** The value of a polynomial, whose lowest coefficient is first.
 *  @type {(polynomial: ArrayLike<number>, x: number) => number} */
function valueAt(polynomial, x) {
  let value = 0;
  for (let i = polynomial.length - 1; i >= 0; i--) value = times(value, x) ^ polynomial[i];
  return value;
}

/** Corrects the wrong words of a block whose last words are for error correction, some of them unused. Answers whether
 *  the block is right now.
 *  @type {(block: Uint8Array, correction: number, unused: number) => boolean} */
export function repair(block, correction, unused) {
  const syndromes = syndromesOf(block, correction);
  if (syndromes.every((one) => one === 0)) return true;
  const locator = locatorOf(syndromes);
  const wrong = locator.length - 1;
  if (wrong > (correction - unused) / 2) return false;
  const evaluator = syndromes.slice(0, wrong).map((_, i) => {
    let sum = 0;
    for (let j = 0; j <= i; j++) sum ^= times(locator[j], syndromes[i - j]);
    return sum;
  });
  const slope = locator.slice(1).map((c, i) => (i % 2 === 0 ? c : 0)); // the derivative: even multiples of c are 0
  for (let power = 0; power < block.length; power++) {
    const inverse = POWERS[(ORDER - power) % ORDER];
    if (valueAt(locator, inverse) !== 0) continue;
    const divisor = valueAt(slope, inverse);
    if (divisor === 0) return false;
    block[block.length - 1 - power] ^= times(POWERS[power], over(valueAt(evaluator, inverse), divisor));
  }
  return syndromesOf(block, correction).every((one) => one === 0);
}

/** The values of the block at the powers of α, all 0 for one that is right.
 *  @type {(block: Uint8Array, correction: number) => number[]} */
function syndromesOf(block, correction) {
  const polynomial = [...block].reverse();
  return Array.from({ length: correction }, (_, i) => valueAt(polynomial, POWERS[i]));
}

/** The shortest polynomial whose recurrence gives the syndromes, by Berlekamp and Massey: its roots are the inverse
 *  places of the wrong words.
 *  @type {(syndromes: number[]) => number[]} */
function locatorOf(syndromes) {
  let [locator, before, length, gap, last] = [[1], [1], 0, 1, 1];
  for (let n = 0; n < syndromes.length; n++) {
    let difference = 0;
    for (let i = 0; i <= length; i++) difference ^= times(locator[i] ?? 0, syndromes[n - i]);
    if (difference === 0) {
      gap++;
      continue;
    }
    const factor = over(difference, last);
    const next = Array.from({ length: Math.max(locator.length, before.length + gap) },
      (_, i) => (locator[i] ?? 0) ^ times(factor, before[i - gap] ?? 0));
    if (2 * length <= n) {
      [before, length, gap, last] = [locator, n + 1 - length, 1, difference];
    } else {
      gap++;
    }
    locator = next;
  }
  return locator.slice(0, length + 1);
}
