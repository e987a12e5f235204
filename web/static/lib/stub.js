// The stub that a device signs into the poll book, beside its ballot. A hash ties it to the ballot's
// leaf, and only those who have the stub pad can see to which.

import { concat } from "./bytes.js";
import { sign } from "./crypto/ed25519.js";
import { expand, extract } from "./crypto/hkdf.js";
import { sha256 } from "./sha256.js";

/** The stub pad of a ballot (16 bytes), from the 32 random bytes that give its pad and its seed.
 *  @type {(random: Uint8Array) => Bytes} */
export const stubPad = (random) => expand(extract(new Uint8Array(), random), concat("ostrakon/stub/4\0"), 16);

/** What ties a stub to the leaf of its ballot.
 *  @type {(pad: Uint8Array, leaf: Uint8Array) => Bytes} */
export const bound = (pad, leaf) => sha256(concat("ostrakon/bound/4\0", pad, leaf));

/** What a vote key signs: the election's id, the hash of its manifest, and what bound() gives.
 *  @type {(election: string, manifest: Uint8Array, bound: Uint8Array) => Bytes} */
export const stubMessage = (election, manifest, bound) => concat("ostrakon/stub/4\0", election, manifest, bound);

/** The stub of a ballot: the signature of its message by the seed of a vote key.
 *  @type {(seed: Uint8Array, election: string, manifest: Uint8Array, bound: Uint8Array) => Bytes} */
export const signStub = (seed, election, manifest, bound) => sign(seed, stubMessage(election, manifest, bound));
