// The key number: how people compare the keys of an assembly. It follows from the threshold, the keys of all holders
// and the key of the installation.

import { base32, concat, same, unbase64 } from "./bytes.js";
import { leafHash, merkleRoot, rootFrom } from "./merkle.js";
import { sha256 } from "./sha256.js";

/** How many keys a sheet gives: number 0 is for rehearsals, 1 to 30 are for the elections of an assembly. */
export const NUMBERS = 31;

const PAIR = 1216 + 32; // bytes of the two public keys for one number

/** The key number as links and QR codes carry it, 32 characters; "" where nobody holds a key.
 *  @type {(of: { threshold: number, holders: { root?: string }[], signingKey: string }) => string} */
export function keyNumberOf({ threshold, holders, signingKey }) {
  if (holders.some(({ root }) => root === undefined)) return "";
  const roots = holders.map(({ root = "" }) => unbase64(root) ?? "");
  const all = concat("ostrakon/keys/4\0", Uint8Array.of(threshold), ...roots, unbase64(signingKey) ?? "");
  return base32(sha256(all).slice(0, 20));
}

/** The 16 characters of a key number that people compare, in groups of four.
 *  @type {(keyNumber: string) => string} */
export const shortNumber = (keyNumber) => (keyNumber.slice(0, 16).match(/.{4}/g) ?? []).join(" ");

/** The root over the keys of a sheet for all numbers, from their public halves.
 *  @type {(halves: Bytes) => Bytes} */
export const rootOf = (halves) => merkleRoot(Array.from({ length: NUMBERS }, (_, n) =>
  leafHash(halves.slice(PAIR * n, PAIR * (n + 1)))));

/** Whether the keys of a holder are those for a number under their root.
 *  @type {(holder: Record<string, unknown>, number: number) => boolean} */
export function isUnderRoot({ publicKey, signingKey, root, path }, number) {
  if (!Array.isArray(path)) return false;
  const [seal, sign, top, ...hashes] = [publicKey, signingKey, root, ...path].map((text) =>
    (typeof text === "string" ? unbase64(text) : null));
  if (!seal || !sign || !top || !hashes.every((hash) => hash?.length === 32)) return false;
  const found = rootFrom(leafHash(concat(seal, sign)), number, NUMBERS, /** @type {Bytes[]} */ (hashes));
  return found !== null && same(found, top);
}
