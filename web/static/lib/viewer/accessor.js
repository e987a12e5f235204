// Buffers, buffer views and accessors of a glTF document. Every number from the file is checked
// before it is used.

import { must } from "./error.js";
import { decodeTriangles, decodeVertices, unfilterOctahedral } from "./meshopt.js";

const MESHOPT = "EXT_meshopt_compression";
const MOST_UNPACKED = 1 << 30; // bytes of all compressed views together
const MOST_ELEMENTS = 1 << 28; // of all accessors together; one that is used twice counts twice
const MOST_STRIDE = 252;

/** @typedef {typeof COMPONENTS[keyof typeof COMPONENTS]} Kind */

/**
 * An accessor: the first component of element i is values[i * step].
 * @typedef {{ values: InstanceType<Kind>, step: number, width: number, count: number,
 *   component: number, normalised: boolean, bytes: Bytes, stride: number }} Accessor
 */

/** The component types of glTF, by their numbers in glTF and WebGL. */
const COMPONENTS = {
  5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array,
};

/** @type {Record<string, number>} */
const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/**
 * An entry of a list in the document, by a number from the document. Throws a ModelError if there
 * is none.
 * @type {<Item>(list: Item[] | undefined, index: unknown, what: string) => Item}
 */
export function entry(list, index, what) {
  const found = Array.isArray(list) && typeof index === "number" && Number.isInteger(index) && index >= 0
    ? list[index] : undefined;
  must(found !== null && typeof found === "object", "damaged", `no ${what} ${index}`);
  return found;
}

/** @type {(value: unknown, what: string, fallback?: number) => number} */
function size(value, what, fallback) {
  const n = value ?? fallback;
  must(typeof n === "number" && Number.isSafeInteger(n) && n >= 0, "damaged", `${what} is ${n}`);
  return n;
}

// A range of the given bytes.
/** @type {(bytes: Bytes, offset: number, length: number, what: string) => Bytes} */
function range(bytes, offset, length, what) {
  must(offset + length <= bytes.length, "damaged", `${what} ends at ${offset + length}, beyond ${bytes.length}`);
  return bytes.subarray(offset, offset + length);
}

/**
 * Reads the accessors of a document from its buffers. A buffer that is only a fallback for
 * compressed ones is null.
 */
export class Accessors {
  /**
   * @param {Gltf.Document} json
   * @param {(Bytes | null)[]} buffers
   */
  constructor(json, buffers) {
    this.json = json;
    this.buffers = buffers;
    /** @type {Map<number, Bytes>} */
    this.unpacked = new Map(); // compressed views, by their number
    this.room = MOST_UNPACKED;
    this.elements = 0;
  }

  /**
   * Reads an accessor. `types` and `components` are what it may be. Throws a ModelError.
   * @type {(index: number, what: string, types: string[], components: number[]) => Accessor}
   */
  read(index, what, types, components) {
    const accessor = entry(this.json.accessors, index, "accessor");
    const { componentType: component, type, normalized: normalised = false } = accessor;
    must(types.includes(type), "unsupported", `${what} of type ${type}`);
    must(components.includes(component), "unsupported", `${what} of component type ${component}`);
    must(accessor.sparse === undefined && accessor.bufferView !== undefined, "unsupported",
      `${what}: a sparse accessor`);
    const count = size(accessor.count, `the count of ${what}`);
    must(count > 0, "damaged", `${what} is empty`);
    this.elements += count;
    must(this.elements <= MOST_ELEMENTS, "too_large", `more than ${MOST_ELEMENTS} elements`);
    const Kind = COMPONENTS[/** @type {keyof typeof COMPONENTS} */ (component)];
    const each = WIDTHS[type] * Kind.BYTES_PER_ELEMENT;
    const view = this.view(accessor.bufferView);
    const stride = view.stride || each;
    must(stride >= each && stride % Kind.BYTES_PER_ELEMENT === 0, "damaged", `${what} every ${stride} bytes`);
    const offset = size(accessor.byteOffset, `the offset of ${what}`, 0);
    let bytes = range(view.bytes, offset, stride * (count - 1) + each, what);
    // A file whose parts are not aligned needs a copy.
    if (bytes.byteOffset % Kind.BYTES_PER_ELEMENT !== 0) bytes = bytes.slice();
    const values = new Kind(bytes.buffer, bytes.byteOffset, bytes.length / Kind.BYTES_PER_ELEMENT);
    const step = stride / Kind.BYTES_PER_ELEMENT;
    return { values, step, width: WIDTHS[type], count, component, normalised: normalised === true, bytes, stride };
  }

  /** @type {(index: number) => { bytes: Bytes, stride: number }} */
  view(index) {
    const view = entry(this.json.bufferViews, index, "buffer view");
    const length = size(view.byteLength, "the length of a buffer view");
    const stride = size(view.byteStride, "the stride of a buffer view", 0);
    must(stride <= MOST_STRIDE, "damaged", `a stride of ${stride} bytes`);
    const packed = view.extensions?.[MESHOPT];
    if (packed) return { bytes: this.unpack(index, packed, length), stride };
    return { bytes: range(this.buffer(view.buffer), size(view.byteOffset, "an offset", 0), length, "a buffer view"),
      stride };
  }

  /** @type {(index: number) => Bytes} */
  buffer(index) {
    const bytes = this.buffers[index];
    must(bytes, "damaged", `buffer ${index} has no data`);
    return bytes;
  }

  /** @type {(index: number, packed: Gltf.Packed, length: number) => Bytes} */
  unpack(index, packed, length) {
    const known = this.unpacked.get(index);
    if (known) return known;
    const count = size(packed.count, "the count of a compressed view");
    const stride = size(packed.byteStride, "the stride of a compressed view");
    must(count * stride === length, "damaged", `${count} times ${stride} bytes in a view of ${length}`);
    must(length <= this.room, "too_large", `${length} bytes after decompression`);
    const source = range(this.buffer(packed.buffer), size(packed.byteOffset, "an offset", 0),
      size(packed.byteLength, "the length of a compressed view"), "a compressed view");
    const bytes = decompress(packed, source, count, stride);
    this.room -= length;
    this.unpacked.set(index, bytes);
    return bytes;
  }
}

/** @type {(packed: Gltf.Packed, source: Bytes, count: number, stride: number) => Bytes} */
function decompress({ mode, filter = "NONE" }, source, count, stride) {
  if (mode === "TRIANGLES" && filter === "NONE") {
    must(stride === 2 || stride === 4, "damaged", `indices of ${stride} bytes`);
    const indices = decodeTriangles(source, count);
    // An index that does not fit into 16 bits has no vertex. Cut to 16 bits, it might seem to have
    // one.
    if (stride === 2) must(indices.every((i) => i <= 0xffff), "damaged", "an index of more than 16 bits");
    return new Uint8Array(stride === 4 ? indices.buffer : Uint16Array.from(indices).buffer);
  }
  const known = mode === "ATTRIBUTES" && (filter === "NONE" || filter === "OCTAHEDRAL");
  must(known, "unsupported", `compression ${mode} with filter ${filter}`);
  const bytes = decodeVertices(source, count, stride);
  if (filter === "OCTAHEDRAL") unfilterOctahedral(bytes, stride);
  return bytes;
}
