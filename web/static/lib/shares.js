// What a holder's device makes for a count: the shares in the holder's parts of the ballots, sealed to the process that
// counts, and a look at the seal before it is signed. The holder's secret does not leave the device.

import { concat, hex, unhex } from "./bytes.js";
import { ballotLeaf } from "./leaf.js";
import { readSeal } from "./note.js";
import { readRecount } from "./recounts.js";
import { PART, sealTo, signAs } from "./sealing.js";
import { sha256 } from "./sha256.js";

/** @import { Frozen } from "./ballot.js" */
/** @import { Closed } from "./log.js" */

const HEAD = 2 + 32 + 32 + 32; // class, tag, commitment and hash of a ballot, before the holder's part of it

/** Bytes of what the server hands out of one ballot. */
export const RECORD = HEAD + PART;

/** The leaf of a ballot in hexadecimal, and what its holder opens, from a record.
 *  @type {(electionId: string, record: Bytes) => { leaf: string, part: Bytes }} */
export function readRecord(electionId, record) {
  const leaf = ballotLeaf(electionId, {
    class: record[0] << 8 | record[1], tag: record.slice(2, 34), commitment: record.slice(34, 66),
    sealed: record.slice(66, HEAD),
  });
  return { leaf: hex(leaf), part: record.subarray(HEAD) };
}

/** Seals shares to the key of a count, signed for the box with a root and for this count alone, with 64 random bytes.
 *  Throws a RangeError if it is no key.
 *  @type {(countKey: Bytes, election: string, root: Bytes, own: { number: number, secret: Bytes }, shares: Bytes,
 *   random: Bytes) => Bytes} */
export function sealShares(countKey, election, root, { number, secret }, shares, random) {
  const signed = concat("ostrakon/shares/4\0", election, root, sha256(countKey), sha256(shares));
  const plaintext = concat(Uint8Array.of(number), signAs(secret, signed), shares);
  return sealTo(countKey, `ostrakon/count/4\0${election}`, plaintext, random);
}

/** Whether the text of a seal is of this election, of the ballots in a log, and of a result. After a first count it is
 *  the text of a second one, which names the seal of the first.
 *  @type {(text: string, result: string, frozen: Frozen, closed: Closed) => boolean} */
export function fitsSeal(text, result, { manifest, hash, box }, { size, root, leaves, sealed }) {
  const again = sealed === undefined ? null : readRecount(text, manifest);
  const seal = sealed === undefined ? readSeal(text, manifest) : (again?.found ?? null);
  if (again?.sealed !== (sealed === undefined ? undefined : hex(sha256(concat(sealed))))) return false;
  const ballots = concat("ostrakon/ballots/4\0", ...leaves.slice(1).sort().map((leaf) =>
    unhex(leaf, 32) ?? new Uint8Array()));
  return seal !== null && seal.election === box.election && seal.manifest === hex(hash)
    && seal.castSize === String(size) && seal.castRoot === hex(root) && seal.ballots === hex(sha256(ballots))
    && seal.countedBy !== "table" && seal.result === hex(sha256(concat("ostrakon/result/4\0", result)));
}
