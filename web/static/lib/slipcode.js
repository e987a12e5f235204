// The code of a slip, and the keys that it gives: the member key that signs in, and for each election
// the key that signs a paper into the poll book. It uses nothing that browsers keep for HTTPS.

import { concat } from "./bytes.js";
import { publicKey } from "./crypto/ed25519.js";
import { expand } from "./crypto/hkdf.js";
import { pbkdf2 } from "./crypto/hmac.js";
import { sha256 } from "./sha256.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // Crockford's base32
const DRAWN = 15; // symbols
const APART = 7; // from the check digit of a member key to that of a code
const ITERATIONS = 4096;
const LOGIN = "ostrakon/login/4\0";

/** What people type between symbols. */
const BETWEEN = /[ \-\t\u00a0‐‑–]/g;

// The check digit of Luhn's formula in base 32 (the "mod N" form).
/** @type {(symbols: string) => number} */
function luhn32(symbols) {
  let sum = 0;
  for (let i = symbols.length - 1, double = true; i >= 0; i--, double = !double) {
    const value = ALPHABET.indexOf(symbols[i]) * (double ? 2 : 1);
    sum += Math.floor(value / 32) + value % 32;
  }
  return (32 - sum % 32) % 32;
}

/** @type {(symbols: string) => string} */
const checkOf = (symbols) => ALPHABET[(luhn32(symbols) + APART) % 32];

/** The 15 symbols of what people type, if the check symbol after them is right.
 *  @type {(typed: string, check: (symbols: string) => string) => string | null} */
function checked(typed, check) {
  const symbols = typed.replace(BETWEEN, "").replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/[IL]/g, "1").replaceAll("O", "0");
  if (symbols.length !== DRAWN + 1 || [...symbols].some((symbol) => !ALPHABET.includes(symbol))) return null;
  const first = symbols.slice(0, DRAWN);
  return check(first) === symbols[DRAWN] ? first : null;
}

/** The 15 symbols of a code as people type it, or null if it cannot have been printed.
 *  @type {(typed: string) => string | null} */
export const parseCode = (typed) => checked(typed, checkOf);

/** Whether somebody typed a member key.
 *  @type {(typed: string) => boolean} */
export const isKey = (typed) => checked(typed, (symbols) => ALPHABET[luhn32(symbols)]) !== null;

/** The 15 symbols of a new code, from as many random bytes.
 *  @type {(random: Uint8Array) => string} */
export const codeFrom = (random) => Array.from(random.subarray(0, DRAWN), (byte) => ALPHABET[byte % 32]).join("");

/** A code as it is printed: its 16 symbols in groups of four.
 *  @type {(code: string) => string} */
export const printed = (code) => (code + checkOf(code)).replace(/.{4}(?=.)/g, "$&-");

/** The key that a code gives in an assembly, 32 bytes. It takes a while, as guessing codes must.
 *  @type {(code: string, assembly: string) => Bytes} */
export const keyOf = (code, assembly) => pbkdf2(concat(code), concat("ostrakon/slip/4\0", assembly), ITERATIONS);

/** The 16 symbols of the member key that signs in the slip's owner.
 *  @type {(key: Uint8Array) => string} */
export function loginOf(key) {
  const raw = expand(key, concat(LOGIN), 10);
  const bits = Array.from(raw, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const symbols = Array.from({ length: DRAWN }, (_, i) => ALPHABET[parseInt(bits.slice(5 * i, 5 * i + 5), 2)]).join("");
  return symbols + ALPHABET[luhn32(symbols)];
}

/** The hash by which a server knows the 16 symbols of a member key.
 *  @type {(login: string) => Bytes} */
export const loginHash = (login) => sha256(concat(LOGIN, login));

/** The Ed25519 seed that signs a paper into the poll book of the election with a number. The owner is
 *  the id of the person whose paper it is.
 *  @type {(key: Uint8Array, number: number, owner: string) => Bytes} */
export const voteSeed = (key, number, owner) =>
  expand(key, concat("ostrakon/vote/4\0", Uint8Array.of(number), owner), 32);

/** The public key of that seed.
 *  @type {(key: Uint8Array, number: number, owner: string) => Bytes} */
export const voteKey = (key, number, owner) => publicKey(voteSeed(key, number, owner));
