// Receipts: what a voter brings to the board, and what a receipt promises.

import { concat, unbase32, unbase64, unhex } from "./bytes.js";

const FORMS = {
  electionId: (text) => unbase32(text, 16, true),
  leaf: (text) => unhex(text, 32),
  signature: (text) => unbase64(text)?.length === 64,
  code: (text) => unbase32(text, 10),
  codeSalt: (text) => unhex(text, 16),
};

/** The most characters that are read as a receipt. */
export const LONGEST = 65_536;

/**
 * Reads what somebody pastes, or the text of a file: a whole receipt as the voter's page saves it, or anything in which there is
 * just one leaf (a link, a copied text): then {leaf} alone. Answers null for anything else; `fault` of an answer names the first
 * member of a receipt that is missing or has not the right form.
 */
export function readReceipt(text) {
  if (text.length > LONGEST) return null;
  let receipt;
  try {
    receipt = JSON.parse(text);
  } catch {
    const leaves = new Set(text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g));
    return leaves.size === 1 ? { leaf: [...leaves][0] } : null;
  }
  if (typeof receipt !== "object" || receipt === null || !("leaf" in receipt)) return null;
  const { electionId, leaf, signature, code, codeSalt, clientNonce = "" } = receipt;
  const read = { electionId, leaf, signature, code, codeSalt, clientNonce };
  const fault = Object.keys(FORMS).find((name) => typeof read[name] !== "string" || !FORMS[name](read[name]));
  if (fault || typeof clientNonce !== "string") return { fault: fault ?? "clientNonce" };
  return read;
}

/** What the signature of a receipt covers: that the leaf will be in the log, and the code among those counted. */
export function promiseOf({ electionId, leaf, code }) {
  return concat("ostrakon/receipt/1\0", electionId, unhex(leaf, 32), unbase32(code, 10));
}
