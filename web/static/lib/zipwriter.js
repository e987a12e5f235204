// Writes zip files whose entries are stored without compression, without Zip64 (APPNOTE.TXT 6.3,
// sections 4.3 and 4.4).

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8 = 1 << 11; // the names are UTF-8
const LIMIT = 0xffffffff; // bytes that the format can count

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let c = byte;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** The CRC-32 of bytes, as zip and PNG have it.
 *  @type {(bytes: Uint8Array) => number} */
export function crc32(bytes) {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) c = TABLE[(c ^ bytes[i]) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** A zip of files, all with the same date. Throws a RangeError for 4 GiB or more.
 *  @type {(files: { name: string, bytes: Bytes }[], date: Date) => Blob} */
export function zip(files, date) {
  /** @type {Bytes[]} */
  const parts = [];
  /** @type {Bytes[]} */
  const directory = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    const facts = factsOf(bytes, path, date);
    parts.push(record(LOCAL, [[VERSION, 2], ...facts]), path, bytes);
    directory.push(record(ENTRY, [[VERSION, 2], [VERSION, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]),
      path);
    at += 30 + path.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  if (at + size > LIMIT) throw new RangeError("too large for a zip file");
  const many = files.length;
  const end = record(END, [[0, 2], [0, 2], [many, 2], [many, 2], [size, 4], [at, 4], [0, 2]]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

// What both an entry and the directory say: flags, method, time, date, CRC, sizes, and the lengths
// of name and extra field.
/** @type {(bytes: Uint8Array, path: Uint8Array, date: Date) => [value: number, size: number][]} */
function factsOf(bytes, path, date) {
  const time = date.getHours() << 11 | date.getMinutes() << 5 | date.getSeconds() >> 1;
  const day = (date.getFullYear() - 1980) << 9 | (date.getMonth() + 1) << 5 | date.getDate();
  return [[UTF8, 2], [0, 2], [time, 2], [day, 2], [crc32(bytes), 4], [bytes.length, 4], [bytes.length, 4],
    [path.length, 2], [0, 2]];
}

// A signature and numbers of two or four bytes each, little-endian.
/** @type {(signature: number, fields: [value: number, size: number][]) => Bytes} */
function record(signature, fields) {
  const length = fields.reduce((sum, [, size]) => sum + size, 4);
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}
