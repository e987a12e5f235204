// The decoders of EXT_meshopt_compression: modes ATTRIBUTES (version 0) and TRIANGLES, filter
// OCTAHEDRAL. Written from the bitstream section of the extension's specification. Every position
// is checked against the length of the stream.

import { must } from "./error.js";

const VERTEX_HEADER = 0xa0;
const GROUP = 16; // deltas that share one width
const BLOCK_BYTES = 8192;
const BLOCK_VERTICES = 256;
const LEAST_TAIL = 32; // the baseline vertex is padded to this

const TRIANGLE_HEADER = 0xe1;
const TABLE = 16; // bytes of the code table at the end of the stream
const TABLE_CODES = 14; // how many of them a code can name
const FIFO = 16;

/** Decodes a stream of mode ATTRIBUTES: `count` vertices of `stride` bytes. Throws a ModelError.
 *  @type {(source: Bytes, count: number, stride: number) => Bytes} */
export function decodeVertices(source, count, stride) {
  must(stride > 0 && stride <= 256 && stride % 4 === 0, "damaged", `vertices of ${stride} bytes`);
  const perBlock = Math.min(BLOCK_VERTICES, Math.floor(BLOCK_BYTES / stride) & ~(GROUP - 1));
  const tail = Math.max(stride, LEAST_TAIL);
  const end = source.length - tail;
  // Each block has headers whatever it holds, so a stream that is too short is found before memory
  // is taken for the result.
  must(end >= 1 + Math.floor(count / perBlock) * stride * (perBlock / GROUP / 4), "truncated", "a stream of vertices");
  must(source[0] === VERTEX_HEADER, "unsupported", "another version of the vertex codec");
  const out = new Uint8Array(count * stride);
  const previous = source.slice(source.length - stride);
  const deltas = new Uint8Array(perBlock);
  let at = 1;
  for (let first = 0; first < count; first += perBlock) {
    const many = Math.min(perBlock, count - first);
    for (let k = 0; k < stride; k += 1) {
      at = readDeltas(source, at, end, deltas, many);
      let value = previous[k];
      let to = first * stride + k;
      for (let i = 0; i < many; i += 1, to += stride) {
        const d = deltas[i];
        value = (value + ((d >> 1) ^ -(d & 1))) & 0xff;
        out[to] = value;
      }
      previous[k] = value;
    }
  }
  must(at === end, "damaged", `${end - at} bytes too many in a stream of vertices`);
  return out;
}

// Reads the differences of one byte of the vertices of a block. Returns the new position.
/** @type {(source: Uint8Array, start: number, end: number, deltas: Uint8Array, many: number) =>
 *   number} */
function readDeltas(source, start, end, deltas, many) {
  const groups = Math.ceil(many / GROUP);
  let at = start + Math.ceil(groups / 4);
  must(at <= end, "truncated", "a stream of vertices");
  for (let g = 0; g < groups; g += 1) {
    const width = (source[start + (g >> 2)] >> ((g & 3) * 2)) & 3;
    const to = g * GROUP;
    if (width === 0) {
      deltas.fill(0, to, to + GROUP);
    } else if (width === 3) {
      must(at + GROUP <= end, "truncated", "a stream of vertices");
      deltas.set(source.subarray(at, at + GROUP), to);
      at += GROUP;
    } else {
      at = readPacked(source, at, end, deltas, to, width * 2);
    }
  }
  return at;
}

// Sixteen deltas of two or four bits, the first in the high bits; all ones mean that a whole byte
// follows the group.
/** @type {(source: Uint8Array, start: number, end: number, deltas: Uint8Array, to: number,
 *   bits: number) => number} */
function readPacked(source, start, end, deltas, to, bits) {
  let rest = start + GROUP * bits / 8;
  must(rest <= end, "truncated", "a stream of vertices");
  const escape = (1 << bits) - 1;
  for (let i = 0; i < GROUP; i += 1) {
    const bit = i * bits;
    let delta = (source[start + (bit >> 3)] >> (8 - bits - (bit & 7))) & escape;
    if (delta === escape) {
      must(rest < end, "truncated", "a stream of vertices");
      delta = source[rest];
      rest += 1;
    }
    deltas[to + i] = delta;
  }
  return rest;
}

/**
 * Decodes a stream of mode TRIANGLES: `count` indices, three for each triangle. They may be any
 * numbers of 32 bits; the caller compares them with the number of vertices. Throws a ModelError.
 * @type {(source: Uint8Array, count: number) => Uint32Array<ArrayBuffer>}
 */
export function decodeTriangles(source, count) {
  must(count % 3 === 0, "damaged", `${count} indices of triangles`);
  const triangles = count / 3;
  must(source.length >= 1 + triangles + TABLE, "truncated", "a stream of triangles");
  must(source[0] === TRIANGLE_HEADER, "unsupported", "another version of the triangle codec");
  const end = source.length - TABLE;
  const table = source.subarray(end);
  table.forEach((both, i) => must(both >> 4 !== 15 && (both & 15) !== 15 && (i < TABLE_CODES || both === 0),
    "damaged", "the code table of a stream of triangles"));
  const state = new Triangles(source, 1 + triangles, end, table);
  const out = new Uint32Array(count);
  for (let i = 0; i < triangles; i += 1) state.read(source[1 + i], out, 3 * i);
  must(state.at === end, "damaged", `${end - state.at} bytes too many in a stream of triangles`);
  return out;
}

// What both decoder and encoder remember of the triangles before: the last edges and vertices, as
// rings.
class Triangles {
  /**
   * @param {Uint8Array} source
   * @param {number} at
   * @param {number} end
   * @param {Uint8Array} table
   */
  constructor(source, at, end, table) {
    this.source = source;
    this.at = at;
    this.end = end;
    this.table = table;
    this.next = 0;
    this.last = 0;
    this.edgeEnd = 0;
    this.vertexEnd = 0;
    this.from = new Uint32Array(FIFO);
    this.to = new Uint32Array(FIFO);
    this.vertices = new Uint32Array(FIFO);
  }

  /** @type {(code: number, out: Uint32Array, i: number) => void} */
  read(code, out, i) {
    if (code < 0xf0) this.beside(code, out, i);
    else this.loose(code, out, i);
  }

  // A triangle that shares a remembered edge.
  /** @type {(code: number, out: Uint32Array, i: number) => void} */
  beside(code, out, i) {
    const edge = (this.edgeEnd - 1 - (code >> 4)) & (FIFO - 1);
    const low = code & 15;
    const a = this.from[edge];
    const b = this.to[edge];
    let c;
    if (low > 0 && low < 13) {
      c = this.vertices[(this.vertexEnd - 1 - low) & (FIFO - 1)];
    } else {
      if (low === 0) c = this.fresh();
      else if (low === 15) c = this.spelt();
      else c = this.last = (this.last + (low === 13 ? -1 : 1)) >>> 0;
      this.pushVertex(c);
    }
    this.pushEdge(c, b);
    this.pushEdge(a, c);
    out[i] = a;
    out[i + 1] = b;
    out[i + 2] = c;
  }

  // A triangle that shares none.
  /** @type {(code: number, out: Uint32Array, i: number) => void} */
  loose(code, out, i) {
    let both;
    if (code < 0xfe) {
      both = this.table[code & 15];
    } else {
      both = this.byte();
      if (both === 0) this.next = 0;
    }
    const high = both >> 4;
    const low = both & 15;
    const a = code === 0xff ? this.spelt() : this.fresh();
    const b = this.corner(high);
    const c = this.corner(low);
    this.pushEdge(b, a);
    this.pushEdge(c, b);
    this.pushEdge(a, c);
    this.pushVertex(a);
    if (high === 0 || high === 15) this.pushVertex(b);
    if (low === 0 || low === 15) this.pushVertex(c);
    out[i] = a;
    out[i + 1] = b;
    out[i + 2] = c;
  }

  /** @type {(half: number) => number} */
  corner(half) {
    if (half === 0) return this.fresh();
    if (half === 15) return this.spelt();
    return this.vertices[(this.vertexEnd - half) & (FIFO - 1)];
  }

  fresh() {
    this.next += 1;
    return this.next - 1;
  }

  // A vertex given by its distance from the one given so before: a zigzag code in groups of seven
  // bits.
  spelt() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      must(shift < 28 || byte < 16, "damaged", "an index of more than 32 bits");
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    this.last = (this.last + ((value >>> 1) ^ -(value & 1))) >>> 0;
    return this.last;
  }

  byte() {
    must(this.at < this.end, "truncated", "a stream of triangles");
    this.at += 1;
    return this.source[this.at - 1];
  }

  /** @type {(from: number, to: number) => void} */
  pushEdge(from, to) {
    const i = this.edgeEnd & (FIFO - 1);
    this.from[i] = from;
    this.to[i] = to;
    this.edgeEnd += 1;
  }

  /** @type {(v: number) => void} */
  pushVertex(v) {
    this.vertices[this.vertexEnd & (FIFO - 1)] = v;
    this.vertexEnd += 1;
  }
}

/**
 * Turns what filter OCTAHEDRAL stores into signed normalised x y z w, in place. Each takes one byte
 * (stride 4) or two (stride 8).
 * @type {(bytes: Bytes, stride: number) => void}
 */
export function unfilterOctahedral(bytes, stride) {
  must(stride === 4 || stride === 8, "damaged", `filter OCTAHEDRAL over ${stride} bytes`);
  const Kind = stride === 4 ? Int8Array : Int16Array;
  const most = stride === 4 ? 127 : 32767;
  const values = new Kind(bytes.buffer, bytes.byteOffset, bytes.byteLength / Kind.BYTES_PER_ELEMENT);
  for (let i = 0; i < values.length; i += 4) {
    const one = values[i + 2];
    let x = values[i] / one;
    let y = values[i + 1] / one;
    const z = 1 - Math.abs(x) - Math.abs(y);
    const fold = Math.max(-z, 0);
    x += x >= 0 ? -fold : fold;
    y += y >= 0 ? -fold : fold;
    const scale = most / Math.hypot(x, y, z);
    values[i] = Math.round(x * scale);
    values[i + 1] = Math.round(y * scale);
    values[i + 2] = Math.round(z * scale);
  }
}
