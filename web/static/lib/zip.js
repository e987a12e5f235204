// Reads zip files with stored or deflated entries, such as bundles: no encryption, no Zip64, and no
// more bytes than allowed.

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/**
 * The files of a zip, bytes by name. Throws an error if it is not such a zip, has a name twice or
 * unpacks to more bytes than `limit`.
 * @type {(bytes: Bytes, limit: number) => Promise<Map<string, Bytes>>}
 */
export async function unzip(bytes, limit) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error("not a zip file");
  const files = new Map();
  let left = limit;
  let at = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("a damaged directory");
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    if (files.has(path)) throw new Error(`${path} is there twice`);
    const file = await unpack(bytes, view, at, left);
    files.set(path, file);
    left -= file.length;
    at += 46 + name + extra + comment;
  }
  return files;
}

/** @type {(bytes: Bytes, view: DataView, entry: number, limit: number) => Promise<Bytes>} */
async function unpack(bytes, view, entry, limit) {
  const method = view.getUint16(entry + 10, true);
  const size = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = bytes.subarray(start, start + size);
  if (method !== 0 && method !== 8) throw new Error(`compression method ${method}`);
  const stream = new Blob([packed]).stream();
  return gather(method === 0 ? stream : stream.pipeThrough(new DecompressionStream("deflate-raw")), limit);
}

/** @type {(stream: ReadableStream<Bytes>, limit: number) => Promise<Bytes>} */
async function gather(stream, limit) {
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) throw new Error("too large");
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
