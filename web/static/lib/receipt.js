// Receipts: what a voter brings to the board, and what a receipt promises.

import { concat, unbase32, unbase64, unhex } from "./bytes.js";
import { readNumber } from "./leaf.js";
import { sha256 } from "./sha256.js";

/** @type {Record<string, (text: string) => unknown>} */
const FORMS = {
  electionId: (text) => unbase32(text, 16, true),
  leaf: (text) => unhex(text, 32),
  signature: (text) => unbase64(text)?.length === 64,
};
/** @type {typeof FORMS} */
const MAY_HAVE = {
  code: (text) => unbase32(text, 10),
  pad: (text) => unbase64(text)?.length === 16,
  owner: (text) => unbase32(text, 16, true),
  name: () => true,
};

/**
 * A receipt as the voter's page keeps it. The voter's device adds the code, the pad, and the id and
 * the name of the person whose paper it is; the server does not keep them.
 * @typedef {{ electionId: string, leaf: string, signature: string, code?: string, pad?: string,
 *   owner?: string, name?: string }} KeptReceipt
 */

/**
 * What somebody wants to check: a receipt, or its leaf, its ballot number or its code alone.
 * @typedef {KeptReceipt & { number?: undefined } | { leaf?: string, number?: string, code?: string,
 *   electionId?: undefined, signature?: undefined }} Given
 */

/** The most characters that are read as a receipt. */
export const LONGEST = 65_536;

/**
 * Reads pasted text or the text of a file: a whole receipt as the voter's page saves it, any text
 * with exactly one leaf in it, such as a link, or a ballot number or a code, with or without spaces.
 * Returns null for anything else. `fault` names the first member of a receipt that is missing or has
 * a wrong form.
 * @type {(text: string) => Given | { fault: string } | null}
 */
export function readReceipt(text) {
  if (text.length > LONGEST) return null;
  let receipt;
  try {
    receipt = JSON.parse(text);
  } catch {
    const leaves = new Set(text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g));
    if (leaves.size === 1) return { leaf: [...leaves][0] };
    const number = readNumber(text);
    if (number) return { number };
    const code = text.replace(/[\s-]/g, "").toUpperCase();
    return unbase32(code, 10) ? { code } : null;
  }
  if (typeof receipt !== "object" || receipt === null || !("leaf" in receipt)) return null;
  /** @type {Record<string, unknown>} */
  const read = { ...receipt };
  const fault = Object.entries(FORMS).find(([name, has]) => !isText(read[name], has))
    ?? Object.entries(MAY_HAVE).find(([name, has]) => (read[name] ?? "") !== "" && !isText(read[name], has));
  if (fault) return { fault: fault[0] };
  const names = [...Object.keys(FORMS), ...Object.keys(MAY_HAVE).filter((name) => read[name])];
  return /** @type {KeptReceipt} */ (Object.fromEntries(names.map((name) => [name, read[name]])));
}

/** @type {(value: unknown, has: (text: string) => unknown) => boolean} */
const isText = (value, has) => typeof value === "string" && Boolean(has(value));

/** What the signature of a receipt covers: the leaf that will be in the log.
 *  @type {(receipt: KeptReceipt) => Bytes} */
export const promiseOf = ({ electionId, leaf }) => concat("ostrakon/receipt/4\0", electionId, unhex(leaf, 32) ?? "");

/** The tag (32 bytes) that ties a ballot to the person whose paper it is, by their id.
 *  @type {(pad: Uint8Array, owner: string) => Bytes} */
export const tagOf = (pad, owner) => sha256(concat("ostrakon/tag/4\0", pad, owner));
