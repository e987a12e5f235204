// The poll book of an election: a line for each paper with the keys that may sign for it, and the
// stubs that were signed.

import { compare, unbase64 } from "./bytes.js";

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
