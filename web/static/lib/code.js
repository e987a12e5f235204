// The voter's part in the one-time code: neither the server nor this page alone chooses it.

import { base32, concat, unhex } from "./bytes.js";
import { sha256 } from "./sha256.js";

const LENGTH = 10; // bytes of a code

/** 22 random characters, for the server to put into the code. */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** The code that follows from the server's salt and the nonce that the voter's page sent. */
export function codeOf(codeSalt, clientNonce) {
  return base32(sha256(concat("ostrakon/code/1\0", unhex(codeSalt), clientNonce)).slice(0, LENGTH));
}

/** Tells whether the code of a receipt follows from the server's salt and the nonce that this page sent. */
export async function codeFollows({ code, codeSalt, clientNonce }) {
  return code === codeOf(codeSalt, clientNonce);
}
