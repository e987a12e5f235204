// The voter's part of the one-time code: neither the server nor this page chooses the code alone.

/** @import { KeptReceipt } from "./receipt.js" */

import { base32, concat, unhex } from "./bytes.js";
import { sha256 } from "./sha256.js";

const LENGTH = 10; // bytes of a code

/** 22 random characters, for the server to put into the code.
 *  @type {() => string} */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/**
 * The code that follows from the server's salt and the nonce that the voter's page sent, or null
 * for a bad salt.
 * @type {(codeSalt: string, clientNonce: string) => string | null}
 */
export function codeOf(codeSalt, clientNonce) {
  const salt = unhex(codeSalt);
  return salt && base32(sha256(concat("ostrakon/code/3\0", salt, clientNonce)).slice(0, LENGTH));
}

/** Whether the code of a receipt follows from the server's salt and the nonce that this page sent.
 *  @type {(receipt: KeptReceipt) => Promise<boolean>} */
export async function codeFollows({ code, codeSalt, clientNonce }) {
  return code === codeOf(codeSalt, clientNonce);
}
