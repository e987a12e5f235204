// The voter's part in the one-time code: neither the server nor this page alone chooses it.

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; // base32, RFC 4648
const LENGTH = 10; // bytes of a code

/** 22 random characters, for the server to put into the code. */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/**
 * Tells whether the code of a receipt follows from the server's salt and the nonce that this page sent. Browsers hash
 * on HTTPS and on localhost only; elsewhere there is no telling, and the answer is true.
 */
export async function codeFollows({ code, codeSalt, clientNonce }) {
  if (!crypto.subtle) return true;
  const salt = codeSalt.match(/../g).map((pair) => parseInt(pair, 16));
  const text = new TextEncoder();
  const content = Uint8Array.from([...text.encode("ostrakon/code/1\0"), ...salt, ...text.encode(clientNonce)]);
  return code === base32(new Uint8Array(await crypto.subtle.digest("SHA-256", content)).slice(0, LENGTH));
}

// Ten bytes are 16 characters without a rest.
function base32(bytes) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{5}/g).map((five) => ALPHABET[parseInt(five, 2)]).join("");
}
