// The poll book of an election: a line for each paper with the keys that may sign for it, and the
// stubs that were signed.

import { base64, compare, concat, hex, same, unbase64, unhex } from "./bytes.js";
import { verify } from "./crypto/ed25519.js";
import { sha256 } from "./sha256.js";
import { bound, stubMessage } from "./stub.js";

/** @import { Bundle } from "./bundle.js" */
/** @import { KeptReceipt } from "./receipt.js" */

/** The most lines that a poll book has. */
export const MOST_LINES = 10_000_000;

const CREDENTIAL = /^(0|[1-9]\d{0,2}|1000) ([A-Za-z0-9+/=]{44}(?:,[A-Za-z0-9+/=]{44}){0,7})$/;
const STUB = /^([1-9]\d{0,6}|10000000) ([1-8]) ([A-Za-z0-9+/=]{44}) ([A-Za-z0-9+/=]{88})$/;

/** A line of the poll book: the class of the ballot, 0 for a line of nobody in the electorate, and the keys.
 *  @typedef {{ class: number, keys: Bytes[] }} Credential */

/** A stub: the line and which of its keys has signed, both from 1, what ties it to its ballot, and the signature.
 *  @typedef {{ line: number, key: number, bound: Bytes, signature: Bytes }} Stub */

/** Reads a line of credentials.txt, or returns null for another text.
 *  @type {(line: string) => Credential | null} */
export function readCredential(line) {
  const [, number, list = ""] = CREDENTIAL.exec(line) ?? [];
  const keys = list.split(",").map(unbase64);
  return number && keys.every((key, i) => key?.length === 32 && (i === 0 || compare(keys[i - 1] ?? key, key) < 0))
    ? { class: Number(number), keys: /** @type {Bytes[]} */ (keys) } : null;
}

/** Reads a line of pollbook.txt, or returns null for another text.
 *  @type {(line: string) => Stub | null} */
export function readStub(text) {
  const [, line, key, ...encoded] = STUB.exec(text) ?? [];
  const [bound, signature] = encoded.map(unbase64);
  return bound?.length === 32 && signature?.length === 64
    ? { line: Number(line), key: Number(key), bound, signature } : null;
}

/** @type {(credential: Credential) => string} */
const credentialText = ({ class: number, keys }) => `${number} ${keys.map(base64).join(",")}\n`;

/** @type {(stub: Stub) => string} */
const stubText = ({ line, key, bound, signature }) => `${line} ${key} ${base64(bound)} ${base64(signature)}\n`;

/** The hash of all stubs, as the seal has it.
 *  @type {(stubs: Stub[]) => string} */
export const pollBookHash = (stubs) => hex(sha256(concat("ostrakon/pollbook/4\0", stubs.map(stubText).join(""))));

/** Whether the lines are those of the manifest, each ballot has a stub, and each stub is signed by a line of its own.
 *  Without a poll book there are no lines and no stubs. The seal is compared elsewhere.
 *  @type {(manifest: Api.Manifest, manifestHash: string, bundle: Bundle) => boolean} */
export function isPollBook(manifest, manifestHash, { credentials, stubs, casts }) {
  if (!manifest.pollBook) return credentials.length === 0 && stubs.length === 0;
  return areLines(manifest, credentials) && stubs.every((stub, i) => (i === 0 || stubs[i - 1].line < stub.line) &&
    isSigned(manifest, manifestHash, credentials, stub)) && asMany(credentials, stubs, casts);
}

/** @type {(manifest: Api.Manifest, credentials: Credential[]) => boolean} */
function areLines({ pollBook, electorate }, credentials) {
  const keys = credentials.flatMap((credential) => credential.keys.map(base64));
  const text = credentials.map(credentialText).join("");
  return pollBook?.lines === credentials.length
    && pollBook.hash === hex(sha256(concat("ostrakon/credentials/4\0", text)))
    && new Set(keys).size === keys.length
    && credentials.every((one, i) => one.class <= (electorate?.classes.length ?? 0)
      && (i === 0 || compare(credentials[i - 1].keys[0], one.keys[0]) < 0));
}

// Whether a stub is signed by its key of a line that can be used.
/** @type {(manifest: Api.Manifest, manifestHash: string, credentials: Credential[], stub: Stub) => boolean} */
function isSigned({ electionId }, manifestHash, credentials, stub) {
  const message = stubMessage(electionId, unhex(manifestHash) ?? new Uint8Array(), stub.bound);
  return Boolean(credentials[stub.line - 1]?.class) && verify(keyOf(credentials, stub), message, stub.signature);
}

/** @type {(credentials: Credential[], stub: Stub) => Bytes | null} */
const keyOf = (credentials, { line, key }) => credentials[line - 1]?.keys[key - 1] ?? null;

// Whether there are as many stubs of each class as ballots.
/** @type {(credentials: Credential[], stubs: Stub[], casts: Bundle["casts"]) => boolean} */
function asMany(credentials, stubs, casts) {
  const more = new Map();
  for (const cast of casts) more.set(cast.class, (more.get(cast.class) ?? 0) + 1);
  for (const { line } of stubs) {
    const { class: number } = credentials[line - 1];
    more.set(number, (more.get(number) ?? 0) - 1);
  }
  return [...more.values()].every((n) => n === 0);
}

/** The key that signed the stub of a receipt; null if the receipt's line has no stub that is bound to its leaf.
 *  @type {(bundle: Bundle, receipt: Partial<KeptReceipt>) => Bytes | null} */
export function stubKey({ credentials, stubs }, { line, leaf, stubPad }) {
  const stub = stubs.find((one) => one.line === line);
  const [pad, hash] = [unbase64(stubPad ?? ""), unhex(leaf ?? "", 32)];
  return stub && pad && hash && same(stub.bound, bound(pad, hash)) ? keyOf(credentials, stub) : null;
}
