// Bytes and the ways that they are written: hexadecimal, base64, base32, UTF-8. Each text has one form; what does not have it
// is no text of bytes and answers null.

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; // RFC 4648

/** Bytes as lower-case hexadecimal. */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a lower-case hexadecimal text, or null; with a length, only of so many bytes. */
export function unhex(text, length = text.length / 2) {
  if (!/^([0-9a-f]{2})*$/.test(text) || text.length !== 2 * length) return null;
  return Uint8Array.from({ length }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** Bytes as base64. */
export const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** The bytes of a base64 text with its padding, or null. */
export function unbase64(text) {
  try {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return base64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** Whole groups of five bytes as upper-case base32, which needs no padding then. */
export function base32(bytes) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{5}/g).map((five) => BASE32[parseInt(five, 2)]).join("");
}

/** The bytes of a base32 text without padding, upper-case unless `lower`, or null when it is not so many bytes. */
export function unbase32(text, length, lower = false) {
  const alphabet = lower ? BASE32.toLowerCase() : BASE32;
  const bits = Array.from(text, (c) => alphabet.indexOf(c).toString(2).padStart(5, "0")).join("");
  const spare = text.length * 5 - length * 8;
  if (bits.includes("-") || spare < 0 || spare > 4 || bits.slice(length * 8).includes("1")) return null;
  return Uint8Array.from({ length }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8), 2));
}

/** Texts (as UTF-8) and bytes, one after the other. */
export function concat(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const joined = new Uint8Array(all.reduce((length, { length: more }) => length + more, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Whether two runs of bytes are the same. */
export const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The order of two runs of bytes: below, at or above zero. */
export function compare(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
