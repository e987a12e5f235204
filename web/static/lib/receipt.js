// Receipts: what a voter brings to the board, and what a receipt promises.

import { concat, unbase32, unbase64, unhex } from "./bytes.js";

/** @type {Record<string, (text: string) => unknown>} */
const FORMS = {
  electionId: (text) => unbase32(text, 16, true),
  leaf: (text) => unhex(text, 32),
  signature: (text) => unbase64(text)?.length === 64,
  code: (text) => unbase32(text, 10),
  codeSalt: (text) => unhex(text, 16),
};

/**
 * A receipt as the voter's page keeps it.
 * @typedef {Api.Receipt & { clientNonce: string }} KeptReceipt
 */

/**
 * What somebody wants to check: a receipt, or its leaf or its code alone.
 * @typedef {KeptReceipt | { leaf?: string, code?: string, electionId?: undefined,
 *   signature?: undefined }} Given
 */

/** The most characters that are read as a receipt. */
export const LONGEST = 65_536;

/**
 * Reads pasted text or the text of a file: a whole receipt as the voter's page saves it, any text
 * with exactly one leaf in it, such as a link, or a code, with or without spaces. Returns null for anything else. `fault` names
 * the first member of a receipt that is missing or has a wrong form.
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
    const code = text.replace(/[\s-]/g, "").toUpperCase();
    return unbase32(code, 10) ? { code } : null;
  }
  if (typeof receipt !== "object" || receipt === null || !("leaf" in receipt)) return null;
  const { electionId, leaf, signature, code, codeSalt, clientNonce = "" } = receipt;
  /** @type {Record<string, unknown>} */
  const read = { electionId, leaf, signature, code, codeSalt, clientNonce };
  const fault = Object.entries(FORMS).find(([name, has]) => typeof read[name] !== "string" || !has(read[name]))?.[0];
  if (fault || typeof clientNonce !== "string") return { fault: fault ?? "clientNonce" };
  return /** @type {KeptReceipt} */ (/** @type {unknown} */ (read));
}

/**
 * What the signature of a receipt covers: the leaf that will be in the log, and the code that will
 * be counted.
 * @type {(receipt: Api.Receipt) => Bytes}
 */
export function promiseOf({ electionId, leaf, code }) {
  return concat("ostrakon/receipt/3\0", electionId, unhex(leaf, 32) ?? "", unbase32(code, 10) ?? "");
}
