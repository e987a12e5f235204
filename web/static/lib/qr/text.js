// The text in the words of a QR code (ISO/IEC 18004, section 7.4).

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"; // of the alphanumeric mode, table 5

/** What the words say; null for what breaks the rules, and for kanji and codes that belong together.
 *  @type {(words: Uint8Array, version: number) => string | null} */
export function textOf(words, version) {
  const size = version < 10 ? 0 : version < 27 ? 1 : 2;
  let at = 0;
  /** A number of so many bits; NaN where fewer are left.
   *  @type {(bits: number) => number} */
  const take = (bits) => {
    if (at + bits > 8 * words.length) return NaN;
    let value = 0;
    for (let i = 0; i < bits; i++, at++) value = 2 * value + ((words[at >> 3] >> (7 - (at & 7))) & 1);
    return value;
  };
  let [text, charset] = ["", "utf-8"];
  while (8 * words.length - at >= 4) {
    const mode = take(4);
    if (mode === 0) break;
    /** @type {string | null} */
    let said = "";
    if (mode === 1) said = groupsOf(take, take([10, 12, 14][size]), 10, [0, 4, 7, 10]);
    else if (mode === 2) said = groupsOf(take, take([9, 11, 13][size]), 45, [0, 6, 11]);
    else if (mode === 4) said = bytesOf(take, take([8, 16, 16][size]), charset);
    else if (mode === 7) charset = { 3: "iso-8859-1", 26: "utf-8" }[take(8)] ?? "";
    else return null;
    if (said === null || !charset) return null;
    text += said;
  }
  return text;
}

/** Digits to a base, in groups that have as many bits as `widths` says of their length.
 *  @type {(take: (bits: number) => number, count: number, base: number, widths: number[]) => string | null} */
function groupsOf(take, count, base, widths) {
  if (Number.isNaN(count)) return null;
  let text = "";
  while (count > 0) {
    const length = Math.min(count, widths.length - 1);
    let value = take(widths[length]);
    if (!(value < base ** length)) return null;
    let group = "";
    for (let i = 0; i < length; i++, value = Math.floor(value / base)) group = DIGITS[value % base] + group;
    text += group;
    count -= length;
  }
  return text;
}

/** @type {(take: (bits: number) => number, count: number, charset: string) => string | null} */
function bytesOf(take, count, charset) {
  if (Number.isNaN(count)) return null;
  const values = Array.from({ length: count }, () => take(8));
  if (values.some(Number.isNaN)) return null;
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(new Uint8Array(values));
  } catch {
    return null;
  }
}
