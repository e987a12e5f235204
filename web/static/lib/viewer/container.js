// The outside of a glTF 2.0 file: GLB (section "GLB File Format Specification"), or the JSON text
// alone.

import { ModelError, must } from "./error.js";

const MAGIC = 0x46546c67; // "glTF", little-endian
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const HEADER = 12;
const CHUNK_HEADER = 8;
const MOST_TEXT = 16 << 20; // bytes of JSON; a model of many solids has a few hundred kilobytes

/** Splits the bytes of a .glb or .gltf file. `bin` is null if there is none. Throws a ModelError.
 *  @type {(bytes: Bytes) => { json: Gltf.Document, bin: Bytes | null }} */
export function readContainer(bytes) {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || words.getUint32(0, true) !== MAGIC) return { json: document(bytes), bin: null };
  must(bytes.length >= HEADER + CHUNK_HEADER, "truncated", "a GLB file without its header");
  must(words.getUint32(4, true) === 2, "unsupported", "GLB of another version than 2");
  const end = words.getUint32(8, true);
  must(end <= bytes.length, "truncated", `GLB of ${end} bytes, of which ${bytes.length} are there`);
  const text = chunk(words, HEADER, end);
  must(text.type === JSON_CHUNK, "damaged", "the first chunk of a GLB file is not JSON");
  const json = document(bytes.subarray(text.from, text.to));
  if (text.to === end) return { json, bin: null };
  const binary = chunk(words, text.to, end);
  return { json, bin: binary.type === BIN_CHUNK ? bytes.subarray(binary.from, binary.to) : null };
}

/** @type {(words: DataView, at: number, end: number) => { type: number, from: number,
 *   to: number }} */
function chunk(words, at, end) {
  must(at + CHUNK_HEADER <= end, "damaged", `no room for a chunk at ${at}`);
  const from = at + CHUNK_HEADER;
  const to = from + words.getUint32(at, true);
  must(to <= end, "damaged", `a chunk ends at ${to}, the file at ${end}`);
  return { type: words.getUint32(at + 4, true), from, to };
}

/** @type {(bytes: Bytes) => Gltf.Document} */
function document(bytes) {
  must(bytes.length <= MOST_TEXT, "too_large", `${bytes.length} bytes of JSON`);
  let json;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ModelError("no_gltf", "neither GLB nor JSON");
  }
  const version = json?.asset?.version;
  must(typeof version === "string", "no_gltf", "JSON, but not of a glTF file");
  must(/^2\.\d+$/.test(version), "unsupported", `glTF ${version}`);
  return json;
}
