// The proof of the count in a bundle.

import { concat, hex, unhex } from "../bytes.js";
import { classesOf, electorateOf, isFor, turnoutOf } from "../manifest.js";
import { sha256 } from "../sha256.js";
import { isProof, longestProof } from "./check.js";
import { formOf, isProvable } from "./form.js";

/** @import { Case } from "../bundle.js" */
/** @import { Counts } from "../counts.js" */
/** @import { Cast } from "../leaf.js" */

const MOST_VOTES = 2 ** 30; // in the unit of weights
const LONGEST = 256 * 2 ** 20; // bytes, if everybody votes

/** Whether a manifest asks for no proof of the count, or for one that there can be.
 *  @type {(manifest: Api.Manifest) => boolean} */
export function canProve(manifest) {
  const { people, cast } = electorateOf(manifest, () => true);
  return !manifest.proof || (questionsBy(manifest, true).length > 0 && people > 0 && cast < MOST_VOTES &&
    longestProof(formOf(manifest), people) <= LONGEST);
}

/** What the seal says of the proof of a count.
 *  @type {(bundle: { invalid: string[], proof: Bytes }) => string} */
export const proofHash = ({ invalid, proof }) =>
  hex(sha256(concat("ostrakon/proof/4\0", invalidHash(invalid), sha256(proof))));

// The hash of invalid.txt.
/** @type {(invalid: string[]) => Bytes} */
const invalidHash = (invalid) => sha256(concat(invalid.map((leaf) => `${leaf}\n`).join("")));

/** The questions that the proof covers, or all others, which the holders vouch for.
 *  @type {(manifest: Api.Manifest, proved: boolean) => Api.FrozenQuestion[]} */
export const questionsBy = ({ proof, questions }, proved) =>
  questions.filter((question) => (proof === true && isProvable(question)) === proved);

/** Whether a bundle proves its counts, but for what the seal says.
 *  @type {(of: Case, counts: Counts) => boolean} */
export function provesCounts({ bundle, manifest, manifestHash, castRoot, ballots }, counts) {
  const { invalid, codes, proof } = bundle;
  const { counted, others } = divide(bundle, ballots);
  if (counted.length !== codes.length || others.length !== invalid.length ||
    turnoutOf(manifest, others, () => true).cast !== counts.invalid) return false;
  const added = questionsBy(manifest, true).every((question) => {
    const { papers, blank } = counts.evidence[manifest.questions.indexOf(question)];
    return papers + blank === turnoutOf(manifest, counted, (one) => isFor(question, one)).cast;
  });
  const form = formOf(manifest);
  return added && isProof(form, {
    manifest: unhex(manifestHash) ?? new Uint8Array(), log: castRoot, invalid: invalidHash(invalid),
    totals: questionsBy(manifest, true).flatMap((question) => {
      const { blank, votes, people, against } = counts.evidence[manifest.questions.indexOf(question)];
      return [blank, ...votes, ...people, ...against];
    }),
    scales: classesOf(manifest).map((one) => form.totals.map(({ question, people }) =>
      (!isFor(manifest.questions[question], one) ? 0 : people ? 1 : one.weight))),
    ballots: counted,
  }, proof);
}

// The ballots that were counted, and those whose leaves stand in invalid.txt in the same order.
/** @type {(bundle: { casts: Cast[], invalid: string[] }, leaves: Bytes[]) => { counted: Cast[], others: Cast[] }} */
function divide({ casts, invalid }, leaves) {
  /** @type {{ counted: Cast[], others: Cast[] }} */
  const divided = { counted: [], others: [] };
  const { counted, others } = divided;
  casts.forEach((cast, i) => (hex(leaves[i]) === invalid[others.length] ? others : counted).push(cast));
  return divided;
}
