// Ballots as a voter's device makes them: the marks of a paper, sealed to those who hold the keys of
// an election. A second device makes the same ballot again from what the first one reveals.

import { base64, concat, hex, unbase32, unbase64 } from "./bytes.js";
import { canonical, hasMembers, parseCanonical } from "./canonical.js";
import { ballotLeaf, NO_COMMITMENT } from "./leaf.js";
import { classesOf } from "./manifest.js";
import { commitmentOf } from "./proof/commit.js";
import { codeOf, device, sealBallot, tagOf } from "./sealing.js";
import { sha256 } from "./sha256.js";

/** @import { Frozen } from "./ballot.js" */

/**
 * All that a ballot follows from: 32 random bytes, a mark for each option, the class of the paper in
 * the manifest, and what its tag ties it to: the id of the person whose paper it is or, with a poll book, the vote
 * key of that paper (base64).
 * @typedef {{ random: Bytes, marks: Bytes, class: number, owner: string }} Drawn
 *
 * A sealed ballot, its commitment if the count has a proof, and what its voter keeps: the leaf that it will have in the
 * log (hexadecimal), the pad, and the code.
 * @typedef {{ sealed: Bytes, commitment?: Bytes, leaf: string, pad: Bytes, code: string }} Made
 */

/** Seals a ballot. Throws a RangeError if the election does not have its class.
 *  @type {(frozen: Frozen, drawn: Drawn) => Made} */
export function makeBallot({ box, manifest }, { random, marks, class: number, owner }) {
  const { pad, seed } = device(random);
  const tag = tagOf(pad, manifest.pollBook ? unbase64(owner) ?? "" : owner);
  const sealed = sealBallot(box, seed, marks, tag);
  const code = codeOf(seed, tag);
  const commitment = manifest.proof && commitmentOf(manifest, seed, tag, marks);
  seed.fill(0);
  if (!classesOf(manifest)[number - 1]) throw new RangeError("a paper of no class");
  const cast = { class: number, tag, sealed: sha256(sealed), commitment: commitment ?? NO_COMMITMENT };
  return { sealed, commitment, pad, code, leaf: hex(ballotLeaf(box.election, cast)) };
}

/** The address at which a second device makes a ballot again. It tells everything about the ballot,
 *  in the fragment, which no server sees.
 *  @type {(election: string, drawn: Drawn) => string} */
export function checkAddress(election, { random, marks, class: number, owner }) {
  const digits = Array.from(marks, (mark) => String(mark).padStart(2, "0")).join("");
  const text = canonical({ election, random: base64(random), marks: digits, class: number, owner });
  return `/board#/check/${base64(concat(text)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}`;
}

/** Reads the last part of such an address, or returns null.
 *  @type {(text: string) => { election: string, drawn: Drawn } | null} */
export function readChecked(text) {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat(-text.length & 3);
  const bytes = unbase64(padded);
  const value = bytes && parseCanonical(new TextDecoder().decode(bytes));
  if (!hasMembers(value, ["election", "random", "marks", "class", "owner"])) return null;
  const { election, random, marks, class: number, owner } = value;
  const isId = (/** @type {unknown} */ id) => typeof id === "string" && unbase32(id, 16, true) !== null;
  const isOwner = isId(owner) || typeof owner === "string" && unbase64(owner)?.length === 32;
  if (!isId(election) || !isOwner || typeof random !== "string" || typeof marks !== "string" ||
    typeof number !== "number") return null;
  const drawn = unbase64(random);
  if (drawn?.length !== 32 || !/^([0-9]{2})+$/.test(marks)) return null;
  return {
    election: String(election),
    drawn: { random: drawn, marks: Uint8Array.from(marks.match(/../g) ?? [], Number), class: number,
      owner: String(owner) },
  };
}
