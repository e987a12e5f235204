// Printed papers beside the ballots: those that were handed out, in the log, and those that were entered, in the
// counts.

import { concat, hex, same, unhex } from "./bytes.js";
import { leafHash } from "./merkle.js";
import { sha256 } from "./sha256.js";

/** @import { Counts } from "./counts.js" */

/** A printed paper that was handed out: its place in the log, and the hash that hides whose it is.
 *  @typedef {{ place: number, whose: Bytes }} Handed */

const HANDED = /^([1-9]\d{0,6}|10000000) ([0-9a-f]{64})$/;

/** Reads a line of handed.txt, or returns null for another.
 *  @type {(line: string) => Handed | null} */
export function readHanded(line) {
  const [, place, whose] = HANDED.exec(line) ?? [];
  return place ? { place: Number(place), whose: /** @type {Bytes} */ (unhex(whose)) } : null;
}

/** The leaf of a printed paper that was handed out.
 *  @type {(electionId: string, whose: Bytes) => Bytes} */
const handedLeaf = (electionId, whose) => leafHash(concat("ostrakon/paper/4\0", electionId, whose));

/** The log at the close: its first leaf, those of the ballots in their order, and each printed paper at its place.
 *  `placed` tells whether there are these places.
 *  @type {(first: Bytes, ballots: Bytes[], handed: Handed[], electionId: string) =>
 *   { log: Bytes[], placed: boolean }} */
export function castLog(first, ballots, handed, electionId) {
  const log = [first];
  let at = 0;
  let placed = true;
  for (const { place, whose } of handed) {
    while (log.length < place && at < ballots.length) log.push(ballots[at++]);
    placed &&= log.length === place;
    log.push(handedLeaf(electionId, whose));
  }
  while (at < ballots.length) log.push(ballots[at++]);
  return { log, placed };
}

/** The leaves of ballots among those of a log at the close, in hexadecimal, or null where a printed paper has another.
 *  @type {(leaves: string[], handed: string[], electionId: string) => string[] | null} */
export function ballotLeaves(leaves, handed, electionId) {
  const papers = new Map(handed.map((line) => {
    const paper = readHanded(line);
    return [paper?.place, paper && hex(handedLeaf(electionId, paper.whose))];
  }));
  return [...papers].every(([place, leaf]) => place !== undefined && leaves[place] === leaf)
    ? leaves.filter((_, place) => place > 0 && !papers.has(place)) : null;
}

/** Whether so many papers can have been handed out beside ballots: each once, no more than were printed, and with the
 *  ballots to no more people than may vote.
 *  @type {(manifest: Api.Manifest, ballots: number, handed: Handed[]) => boolean} */
export const fitsPrinted = ({ papers = 0, electorate }, ballots, handed) => handed.length <= papers
  && new Set(handed.map(({ whose }) => hex(whose))).size === handed.length
  && (handed.length === 0 || ballots + handed.length <= (electorate?.size ?? 0));

/** How many printed papers were entered.
 *  @type {(counts: Counts) => number} */
export function enteredIn({ paper }) {
  if (!paper) return 0;
  const [{ papers, blank }] = paper.evidence;
  return paper.invalid + papers + blank;
}

/** Whether each question has as many printed papers, and no more than were handed out.
 *  @type {(counts: Counts, handed: number, printed: number) => boolean} */
export const fitsHanded = (counts, handed, printed) => enteredIn(counts) <= handed
  && (counts.paper?.evidence ?? []).every(({ papers, blank, used }) => used.length <= printed
    && papers + blank + (counts.paper?.invalid ?? 0) === enteredIn(counts));

/** What the draw comes from: the root of the codes or, where printed papers alone are valid, the number thrown.
 *  @type {(counts: Counts, codesRoot: Bytes) => Bytes} */
export const drawRoot = ({ paper }, codesRoot) => (paper && same(codesRoot, sha256(new Uint8Array()))
  ? sha256(concat("ostrakon/lot/4\0", String(paper.lot))) : codesRoot);
