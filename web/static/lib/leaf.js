// The leaves of an election's log, and how people read those of ballots.

import { base32, concat, hex, unbase32, unhex } from "./bytes.js";
import { leafHash } from "./merkle.js";

/** A ballot as the log has it: its class, its tag, the hash of its sealed bytes, and what its device commits to for
 *  the proof of the count.
 *  @typedef {{ class: number, tag: Bytes, sealed: Bytes, commitment: Bytes }} Cast */

/** The commitment of a ballot of an election whose count has no proof. */
export const NO_COMMITMENT = new Uint8Array(32);

/** The leaf of a ballot.
 *  @type {(electionId: string, cast: Cast) => Bytes} */
export const ballotLeaf = (electionId, { class: number, tag, sealed, commitment }) =>
  leafHash(concat("ostrakon/cast/4\0", electionId, Uint8Array.of(number >> 8, number & 255), tag, sealed, commitment));

/** The first leaf, from the hash of the manifest. It is also the root of the opening certificate.
 *  @type {(manifestHash: Bytes) => Bytes} */
export const openLeaf = (manifestHash) => leafHash(concat("ostrakon/open/4\0", manifestHash));

/** The ballot number of a leaf in hexadecimal: the first 26 characters of its base32.
 *  @type {(leaf: string) => string} */
export const ballotNumber = (leaf) => base32((unhex(leaf, 32) ?? new Uint8Array()).slice(0, 20)).slice(0, 26);

/** A ballot number in groups, which are easier to read aloud and to compare.
 *  @type {(leaf: string) => string} */
export const numberWords = (leaf) => ballotNumber(leaf).replace(/^(.{4})(.{4})(.{4})(.{4})(.{4})/, "$1 $2 $3 $4 $5 ");

/** The ballot number in a text that has nothing else but spaces and hyphens, or null.
 *  @type {(text: string) => string | null} */
export function readNumber(text) {
  const number = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z2-7]{26}$/.test(number) ? number : null;
}

/** The leaf with a ballot number among leaves in hexadecimal.
 *  @type {(number: string, leaves: string[]) => string | undefined} */
export function findLeaf(number, leaves) {
  const begin = hex(unbase32(number.slice(0, 24), 15) ?? new Uint8Array());
  return leaves.find((leaf) => leaf.startsWith(begin) && ballotNumber(leaf) === number);
}
