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

const P = 2n ** 255n - 19n; // of the field
const SIGN = 1n << 255n; // of x, in an encoded point

/**
 * Whether a public key is in the one form of its point (RFC 8032, section 5.1.3: y is below p, and
 * there is a point with it) and not one of the eight points of low order, under which a signature
 * fits any text.
 * @type {(key: Bytes) => boolean}
 */
export function isPublicKey(key) {
  if (key.length !== 32) return false;
  const y = key.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n) & ~SIGN;
  const yy = (y * y) % P;
  const eighth = (121666n * (2n * yy - 1n) - 121665n * yy * yy) % P; // 0 where twice the point has y = 0
  return y < P && y !== 0n && yy !== 1n && eighth !== 0n && isSquare((yy - 1n) * (121666n - 121665n * yy) * 121666n);
}

// By Euler's criterion. x² is (y² - 1) / (dy² + 1), d = -121665/121666, and a quotient is a square if
// the product is one.
/** @type {(n: bigint) => boolean} */
function isSquare(n) {
  let result = 1n;
  let base = ((n % P) + P) % P;
  for (let exponent = (P - 1n) / 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  return result === 1n;
}
