// Ed25519 signatures, by the browser's own WebCrypto. Without it (over plain HTTP from another
// machine, and in older browsers) a signature is neither right nor wrong: it was not checked.

/** @typedef {"passed" | "failed" | "insecure" | "unsupported"} SignatureState */

/**
 * Checks a signature. "insecure" means that the browser offers no cryptography, because the page
 * did not come over HTTPS or from this machine; "unsupported", that the browser does not know
 * Ed25519.
 * @type {(key: Bytes | null, message: Bytes, signature: Bytes | null) => Promise<SignatureState>}
 */
export async function checkSignature(key, message, signature) {
  if (!key || key.length !== 32 || !signature || signature.length !== 64) return "failed";
  if (!globalThis.crypto?.subtle) return "insecure";
  let imported;
  try {
    imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    return error instanceof DOMException && error.name === "DataError" ? "failed" : "unsupported";
  }
  return (await crypto.subtle.verify({ name: "Ed25519" }, imported, signature, message)) ? "passed" : "failed";
}
