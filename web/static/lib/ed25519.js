// Ed25519 signatures, by the browser's own WebCrypto. Where the browser has none (over plain HTTP from another machine, and in
// older browsers) a signature is neither right nor wrong: it was not checked.

/**
 * Checks a signature and answers "passed", "failed", "insecure" (the page did not come over HTTPS or from this machine, so the
 * browser offers no cryptography) or "unsupported" (the browser does not know Ed25519).
 */
export async function checkSignature(key, message, signature) {
  if (key?.length !== 32 || signature?.length !== 64) return "failed";
  if (!globalThis.crypto?.subtle) return "insecure";
  let imported;
  try {
    imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    return error.name === "DataError" ? "failed" : "unsupported";
  }
  return (await crypto.subtle.verify({ name: "Ed25519" }, imported, signature, message)) ? "passed" : "failed";
}
