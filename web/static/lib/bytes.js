// Bytes and the ways to write them: hexadecimal, base64, base32, UTF-8. The same bytes always have
// the same text; any other text gives null.

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; // RFC 4648

/** Bytes as lower-case hexadecimal.
 *  @type {(bytes: Uint8Array) => string} */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a lower-case hexadecimal text, or null. With a length, exactly so many bytes.
 *  @type {(text: string, length?: number) => Bytes | null} */
export function unhex(text, length = text.length / 2) {
  if (!/^([0-9a-f]{2})*$/.test(text) || text.length !== 2 * length) return null;
  return Uint8Array.from({ length }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** Bytes as base64.
 *  @type {(bytes: Uint8Array) => string} */
export const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** The bytes of a base64 text with its padding, or null.
 *  @type {(text: string) => Bytes | null} */
export function unbase64(text) {
  try {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return base64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** Bytes as upper-case base32. Their number is a multiple of five, so that there is no padding.
 *  @type {(bytes: Uint8Array) => string} */
export function base32(bytes) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[parseInt(five, 2)]).join("");
}

/**
 * The bytes of a base32 text without padding, in upper case unless `lower`, or null if it is not so
 * many bytes.
 * @type {(text: string, length: number, lower?: boolean) => Bytes | null}
 */
export function unbase32(text, length, lower = false) {
  const alphabet = lower ? BASE32.toLowerCase() : BASE32;
  const bits = Array.from(text, (c) => alphabet.indexOf(c).toString(2).padStart(5, "0")).join("");
  const spare = text.length * 5 - length * 8;
  if (bits.includes("-") || spare < 0 || spare > 4 || bits.slice(length * 8).includes("1")) return null;
  return Uint8Array.from({ length }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8), 2));
}

/** Texts (as UTF-8) and bytes, one after the other.
 *  @type {(...parts: (string | Uint8Array)[]) => Bytes} */
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

/** Whether two runs of bytes are the same.
 *  @type {(a: Uint8Array, b: Uint8Array) => boolean} */
export const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The order of two runs of bytes: below, at or above zero.
 *  @type {(a: Uint8Array, b: Uint8Array) => number} */
export function compare(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
