// Sealing ballots to the holders of an election's keys, on the voter's device, and the keys of
// holders. It uses nothing that browsers keep for HTTPS, and draws nothing: callers hand in random
// bytes.

import { base32, concat, same, unbase32 } from "./bytes.js";
import { open, seal } from "./crypto/chacha.js";
import { publicKey as signingKeyOf, sign } from "./crypto/ed25519.js";
import { expand, extract } from "./crypto/hkdf.js";
import { exportSecret, setupReceiver, setupSender } from "./crypto/hpke.js";
import { combine, shareOf } from "./crypto/shamir.js";
import { ENC_SIZE, keysOf } from "./crypto/xwing.js";
import { sha256 } from "./sha256.js";

/** What ballots of an election are sealed to: the public keys of the holders in their order, how many
 *  of them open a ballot, the election's id and the hash of its manifest.
 *  @typedef {{ holders: Bytes[], threshold: number, election: string, manifest: Bytes }} Box */

export { tagOf } from "./receipt.js";

const NONE = new Uint8Array();
const FIRST = new Uint8Array(12); // the nonce of a key that seals once
const VERSION = 4;
const SALT = 16; // bytes
const SEED = 32;
const SHARE = 32;
const TAG = 16;
const WRAPPED = SHARE + TAG;
const HOLDER = ENC_SIZE + WRAPPED; // of a ballot, for each holder
const SHEET = "OSTRAKON-KEY:";
const LINK = "#/SHEET/"; // stands before a sheet in the link that its QR code is, in capitals

/** How many keys a sheet gives: number 0 for rehearsals, 1 to 30 for the elections of an assembly. */
export const NUMBERS = 31;

/** @type {(secret: Uint8Array, info: string | Uint8Array, length: number) => Bytes} */
const derive = (secret, info, length) => expand(extract(NONE, secret), concat(info), length);

/** The pad (16 bytes) and the seed of a ballot (32), from 32 random bytes.
 *  @type {(random: Uint8Array) => { pad: Bytes, seed: Bytes }} */
export const device = (random) =>
  ({ pad: derive(random, "ostrakon/pad/4\0", 16), seed: derive(random, "ostrakon/seed/4\0", SEED) });

/** The code of a ballot, 16 characters.
 *  @type {(seed: Uint8Array, tag: Uint8Array) => string} */
export const codeOf = (seed, tag) => base32(sha256(concat("ostrakon/code/4\0", seed, tag)).slice(0, 10));

/** @type {(secret: Uint8Array) => import("./crypto/xwing.js").KeyPair} */
const kemKeys = (secret) => keysOf(derive(secret, "ostrakon/holder-kem/4\0", 32));

/** @type {(secret: Uint8Array) => Bytes} */
const signingSeed = (secret) => derive(secret, "ostrakon/holder-sign/4\0", 32);

/** The public keys of a holder (X-Wing and Ed25519), from their secret of 32 bytes.
 *  @type {(secret: Uint8Array) => { publicKey: Bytes, signingKey: Bytes }} */
export const holderKeys = (secret) => ({
  publicKey: kemKeys(secret).publicKey, signingKey: signingKeyOf(signingSeed(secret)),
});

/** The Ed25519 signature of a message by a holder, from their secret.
 *  @type {(secret: Uint8Array, message: string | Uint8Array) => Bytes} */
export const signAs = (secret, message) => sign(signingSeed(secret), concat(message));

/** A holder's secret for the election with a number, from that of their sheet.
 *  @type {(sheet: Uint8Array, number: number) => Bytes} */
export const secretOf = (sheet, number) =>
  derive(sheet, concat("ostrakon/assembly/4\0", Uint8Array.of(number)), 32);

/** The public halves of all keys of a sheet, as the server takes them.
 *  @type {(sheet: Uint8Array) => Bytes} */
export const publicHalves = (sheet) => concat(...Array.from({ length: NUMBERS }, (_, number) => {
  const { publicKey, signingKey } = holderKeys(secretOf(sheet, number));
  return concat(publicKey, signingKey);
}));

/** The secret with one of some public keys: the sheet's own, where it was made for one election alone, or one of those
 *  derived from it. Null if there is none.
 *  @type {(sheet: Bytes, publicKeys: Uint8Array[]) => Bytes | null} */
export function findSecret(sheet, publicKeys) {
  for (let number = -1; number < NUMBERS; number++) {
    const secret = number < 0 ? sheet : secretOf(sheet, number);
    const { publicKey } = kemKeys(secret);
    if (publicKeys.some((key) => same(key, publicKey))) return secret;
  }
  return null;
}

/** @type {(secret: Uint8Array) => Bytes} */
const withCheck = (secret) => concat(secret, sha256(concat("ostrakon/sheet/4\0", secret)).slice(0, 3));

/** The 56 characters of a holder's sheet.
 *  @type {(secret: Uint8Array) => string} */
export const sheetOf = (secret) => base32(withCheck(secret));

/** The characters of a sheet as it was typed or scanned: 0, 1 and 8 stand for O, I and B.
 *  @type {(text: string) => string} */
export function sheetCharacters(text) {
  const meant = text.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase()) // and no other letter
    .replace(/[018]/g, (digit) => (digit === "0" ? "O" : digit === "1" ? "I" : "B"));
  const line = meant.slice(meant.indexOf(LINK) < 0 ? 0 : meant.indexOf(LINK) + LINK.length);
  return (line.startsWith(SHEET) ? line.slice(SHEET.length) : line).replace(/[\s-]/g, "");
}

/** The secret of a sheet as it was typed or scanned, or null if it is wrong.
 *  @type {(text: string) => Bytes | null} */
export function parseSheet(text) {
  const bytes = unbase32(sheetCharacters(text), 35);
  const secret = bytes?.slice(0, 32);
  return bytes && secret && same(withCheck(secret), bytes) ? secret : null;
}

/** @type {(box: Pick<Box, "election" | "manifest">, number: number) => Bytes} */
const infoOf = ({ election, manifest }, number) =>
  concat("ostrakon/ballot/4\0", election, manifest, Uint8Array.of(number));

/** @type {(salt: Uint8Array) => Bytes} */
const purposeOf = (salt) => concat("ostrakon/share/4\0", salt);

/**
 * Seals the marks of a paper, a byte each. The same seed, marks and tag give the same bytes. Throws a
 * RangeError if a holder's key is none.
 * @type {(box: Box, seed: Uint8Array, marks: Uint8Array, tag: Uint8Array) => Bytes}
 */
export function sealBallot(box, seed, marks, tag) {
  const { holders, threshold, election, manifest } = box;
  const length = SALT + 32 + 32 * (threshold - 1) + 64 * holders.length;
  const drawn = derive(concat(seed, marks), concat("ostrakon/draws/4\0", election, manifest, tag), length);
  let at = 0;
  /** @type {(length: number) => Bytes} */
  const next = (length) => drawn.slice(at, at += length);
  const [salt, key] = [next(SALT), next(32)];
  const coefficients = Array.from({ length: threshold - 1 }, () => next(32));
  const parts = holders.flatMap((publicKey, i) => {
    const { enc, context } = setupSender(publicKey, infoOf(box, i + 1), next(64));
    const share = shareOf(key, coefficients, i + 1);
    return [enc, seal(exportSecret(context, purposeOf(salt), 32), FIRST, NONE, share)];
  });
  return concat(salt, ...parts, seal(key, FIRST, tag, concat(Uint8Array.of(VERSION), seed, marks)));
}

/** Bytes of a ballot that a holder needs to open their share: the salt, an encapsulation and the wrapped share. */
export const PART = SALT + HOLDER;

/** What opens the shares of a holder, by their number and secret, in such parts. It gives null for a part that does not
 *  open.
 *  @type {(box: Pick<Box, "election" | "manifest">, number: number, secret: Bytes) => (part: Uint8Array) =>
 *   Bytes | null} */
export function shareOpener(box, number, secret) {
  const keys = kemKeys(secret);
  const info = infoOf(box, number);
  return (part) => {
    const context = setupReceiver(keys, info, part.subarray(SALT, SALT + ENC_SIZE));
    const purpose = purposeOf(part.subarray(0, SALT));
    return context && open(exportSecret(context, purpose, 32), FIRST, NONE, part.subarray(SALT + ENC_SIZE));
  };
}

/**
 * Opens a ballot with the secrets of holders by their numbers, from 1. It uses as many as the
 * threshold asks for, those with the lowest numbers. Returns null if they do not open it, or if
 * sealing its seed and marks again gives other bytes.
 * @type {(box: Box, secrets: Map<number, Bytes>, sealed: Bytes, tag: Uint8Array) =>
 *   { seed: Bytes, marks: Bytes } | null}
 */
export function openBallot(box, secrets, sealed, tag) {
  const body = SALT + HOLDER * box.holders.length;
  if (sealed.length < body + 1 + SEED + TAG) return null;
  const salt = sealed.subarray(0, SALT);
  /** @type {Map<number, Bytes>} */
  const shares = new Map();
  for (const [number, secret] of [...secrets].sort(([a], [b]) => a - b).slice(0, box.threshold)) {
    const own = sealed.subarray(SALT + HOLDER * (number - 1), SALT + HOLDER * number);
    const share = shareOpener(box, number, secret)(concat(salt, own));
    if (!share) return null;
    shares.set(number, share);
  }
  const plaintext = open(combine(shares), FIRST, tag, sealed.subarray(body));
  if (plaintext?.[0] !== VERSION) return null;
  const [seed, marks] = [plaintext.slice(1, 1 + SEED), plaintext.slice(1 + SEED)];
  return same(sealBallot(box, seed, marks, tag), sealed) ? { seed, marks } : null;
}

/** Seals bytes to a public key for a purpose, with 64 random bytes: the encapsulation and the
 *  ciphertext of HPKE's single shot (RFC 9180, section 6.1). Throws a RangeError if it is no key.
 *  @type {(publicKey: Uint8Array, info: string, plaintext: Uint8Array, random: Uint8Array) => Bytes} */
export function sealTo(publicKey, info, plaintext, random) {
  const { enc, context } = setupSender(publicKey, concat(info), random);
  return concat(enc, seal(context.key, context.nonce, NONE, plaintext));
}

/** Seals a ballot that nobody keeps, so that the browser has compiled all of this when the voter has
 *  read the paper. */
export function warm() {
  const bytes = new Uint8Array(32);
  const { publicKey } = kemKeys(bytes);
  sealBallot({ holders: [publicKey], threshold: 1, election: "", manifest: bytes }, bytes, bytes, bytes);
}
