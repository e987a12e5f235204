// Receipts: what a voter brings to the board, and what a receipt promises.

import { concat, unbase32, unbase64, unhex } from "./bytes.js";
import { readNumber } from "./leaf.js";
import { MOST_LINES } from "./pollbook.js";
import { sha256 } from "./sha256.js";

const REQUIRED = ["electionId", "leaf", "signature"];
const BY_OWNER = ["pad", "owner"];
const BY_LINE = ["pad", "line", "stubPad"];

/** @type {(has: (text: string) => unknown) => (value: unknown) => boolean} */
const text = (has) => (value) => typeof value === "string" && Boolean(has(value));

/** The form of each member of a receipt.
 *  @type {Record<string, (value: unknown) => boolean>} */
const FORMS = {
  electionId: text((id) => unbase32(id, 16, true)),
  leaf: text((leaf) => unhex(leaf, 32)),
  signature: text((signature) => unbase64(signature)?.length === 64),
  code: text((code) => unbase32(code, 10)),
  pad: text((pad) => unbase64(pad)?.length === 16),
  owner: text((owner) => unbase32(owner, 16, true)),
  line: (line) => Number.isInteger(line) && Number(line) >= 1 && Number(line) <= MOST_LINES,
  stubPad: text((pad) => unbase64(pad)?.length === 16),
};

/**
 * A receipt as the voter's page keeps it. The voter's device adds the code, the pad and the id of the
 * person whose paper it is, or with a poll book the line and the pad of the stub; the server keeps no pad.
 * @typedef {{ electionId: string, leaf: string, signature: string, code?: string, pad?: string,
 *   owner?: string, line?: number, stubPad?: string }} KeptReceipt
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
  const tied = [BY_LINE.slice(1), BY_OWNER].map((some) => some.some((name) => Object.hasOwn(Object(receipt), name)));
  const names = [...REQUIRED, ...tied[0] ? BY_LINE : tied[1] ? BY_OWNER : [], ...Object.keys(receipt)];
  const fault = names.find((name) => !Object.hasOwn(FORMS, name) || !FORMS[name](receipt[name]) ||
    (tied[0] && name === "owner"));
  return fault === undefined ? /** @type {KeptReceipt} */ (receipt) : { fault: fault.slice(0, 40) };
}

/** What the signature of a receipt covers: the leaf that will be in the log.
 *  @type {(receipt: KeptReceipt) => Bytes} */
export const promiseOf = ({ electionId, leaf }) => concat("ostrakon/receipt/4\0", electionId, unhex(leaf, 32) ?? "");

/** The tag (32 bytes) that ties a ballot to the person whose paper it is, by their id, or by the vote key with which
 *  they signed its stub.
 *  @type {(pad: Uint8Array, owner: string | Uint8Array) => Bytes} */
export const tagOf = (pad, owner) => sha256(concat("ostrakon/tag/4\0", pad, owner));
