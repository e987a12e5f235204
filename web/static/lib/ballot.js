// Ballots before they are sealed: what an election asks whom, and the marks of a paper.

import { concat, unbase64 } from "./bytes.js";
import { classesOf, isFor, readManifest, rulesOf, split } from "./manifest.js";
import { sha256 } from "./sha256.js";
import { faultOf } from "./tally/rules.js";

/** @import { Box } from "./sealing.js" */

/** An election as it was fixed when it opened, and what its ballots are sealed to.
 *  @typedef {{ manifest: Api.Manifest, hash: Bytes, box: Box }} Frozen */

/** Reads the text of a manifest, or returns null for any other text.
 *  @type {(text: string) => Frozen | null} */
export function readFrozen(text) {
  const manifest = readManifest(text);
  if (!manifest) return null;
  const hash = sha256(concat("ostrakon/manifest/4\0", text));
  const holders = manifest.holders.map(({ publicKey }) => unbase64(publicKey) ?? new Uint8Array());
  return { manifest, hash, box: { holders, threshold: manifest.threshold, election: manifest.electionId,
    manifest: hash } };
}

/** The marks of a paper in the order of the manifest.
 *  @type {(manifest: Api.Manifest, marks: Map<string, number>) => Bytes} */
export const marksFor = ({ questions }, marks) =>
  Uint8Array.from(questions.flatMap(({ options }) => options.map(({ id }) => marks.get(id) ?? 0)));

/** The questions of an election that a paper is for.
 *  @type {(manifest: Api.Manifest, questions: Api.Question[], whose: Api.Paper) => Api.Question[]} */
export function questionsFor(manifest, questions, whose) {
  const own = classesOf(manifest)[whose.class - 1] ?? { weight: 1, people: 0 };
  const ids = new Set(manifest.questions.filter((question) => isFor(question, own)).map(({ id }) => id));
  return questions.filter(({ id }) => ids.has(id));
}

/** Whether a ballot of a class with these marks is valid at the count.
 *  @type {(manifest: Api.Manifest, marks: Bytes, number: number) => boolean} */
export function isValid(manifest, marks, number) {
  const [parts, own] = [split(manifest, marks), classesOf(manifest)[number - 1]];
  return marks.length === parts.flat().length && manifest.questions.every((question, i) => isFor(question, own)
    ? faultOf(rulesOf(question), parts[i]) === ""
    : parts[i].every((mark) => mark === 0));
}
