// Receipts: what a voter brings to the board, and what a receipt promises.

import { concat, unbase32, unbase64, unhex } from "./bytes.js";
import { readNumber } from "./leaf.js";
import { sha256 } from "./sha256.js";

const REQUIRED = ["electionId", "leaf", "signature"];
/** The form of each member of a receipt.
 *  @type {Record<string, (text: string) => unknown>} */
const FORMS = {
  electionId: (text) => unbase32(text, 16, true),
  leaf: (text) => unhex(text, 32),
  signature: (text) => unbase64(text)?.length === 64,
  code: (text) => unbase32(text, 10),
  pad: (text) => unbase64(text)?.length === 16,
  owner: (text) => unbase32(text, 16, true),
};

/**
 * A receipt as the voter's page keeps it. The voter's device adds the code, the pad and the id of the
 * person whose paper it is; the server does not keep them.
 * @typedef {{ electionId: string, leaf: string, signature: string, code?: string, pad?: string,
 *   owner?: string }} KeptReceipt
 */

/**
 * What somebody wants to check: a receipt, or its leaf, its ballot number or its code alone.
 * @typedef {KeptReceipt & { number?: undefined } | { leaf?: string, number?: string, code?: string,
 *   electionId?: undefined, signature?: undefined }} Given
 */

/** The most characters that are read as a receipt. */
export const LONGEST = 65_536;

/** The text of a file, or "" where it is not UTF-8 throughout. A byte order mark stays.
 *  @type {(bytes: Uint8Array) => string} */
export function receiptText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}

/**
 * Reads pasted text or the text of a file: a whole receipt as the voter's page saves it, any text
 * with exactly one leaf in it, such as a link, or a ballot number or a code, with or without spaces.
 * Returns null for anything else. `fault` names the first member of a receipt that is missing, has
 * a wrong form or does not belong there.
 * @type {(text: string) => Given | { fault: string } | null}
 */
export function readReceipt(text) {
  if (text.length > LONGEST) return null;
  if (/^\s*[{[]|"signature"/.test(text)) return readWhole(text);
  const leaves = new Set(text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g));
  if (leaves.size === 1) return { leaf: [...leaves][0] };
  const number = readNumber(text);
  if (number) return { number };
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return unbase32(code, 10) ? { code } : null;
}

// A whole receipt has its members in any order and white space between them, each once and none else.
/** @type {(text: string) => KeptReceipt | { fault: string } | null} */
function readWhole(text) {
  /** @type {Record<string, unknown>} */
  let receipt;
  try {
    receipt = JSON.parse(text);
    // a member that is there twice, or is written with escapes, is not written again as it was
    if (JSON.stringify(receipt) !== text.replace(/[ \t\n\r]/g, "")) return null;
  } catch { // it is no JSON, or too deep
    return null;
  }
  const owned = ["pad", "owner"];
  const names = [...REQUIRED, ...owned.some((name) => name in receipt) ? owned : [], ...Object.keys(receipt)];
  const fault = names.find((name) => !Object.hasOwn(FORMS, name) || !isText(receipt[name], FORMS[name]));
  return fault === undefined ? /** @type {KeptReceipt} */ (receipt) : { fault: fault.slice(0, 40) };
}

/** @type {(value: unknown, has: (text: string) => unknown) => boolean} */
const isText = (value, has) => typeof value === "string" && Boolean(has(value));

/** What the signature of a receipt covers: the leaf that will be in the log.
 *  @type {(receipt: KeptReceipt) => Bytes} */
export const promiseOf = ({ electionId, leaf }) => concat("ostrakon/receipt/4\0", electionId, unhex(leaf, 32) ?? "");

/** The tag (32 bytes) that ties a ballot to the person whose paper it is, by their id.
 *  @type {(pad: Uint8Array, owner: string) => Bytes} */
export const tagOf = (pad, owner) => sha256(concat("ostrakon/tag/4\0", pad, owner));
