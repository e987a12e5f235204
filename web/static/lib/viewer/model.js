// From the bytes of a glTF 2.0 file to what is drawn: triangles with their transform and colour.
// The arrays stay as they are in the file, since WebGL reads those types. Numbers are little-endian
// in glTF, and on every machine that has a browser.
//
// It knows KHR_mesh_quantization and EXT_meshopt_compression, and leaves out skins, animations and all textures but
// those of the colour.

import { Accessors, entry } from "./accessor.js";
import { readContainer } from "./container.js";
import { ModelError, must } from "./error.js";
import { apply, compose, identity, multiply } from "./matrix.js";
import { readTextures } from "./texture.js";

/** @import { Accessor } from "./accessor.js" */
/** @import { Matrix } from "./matrix.js" */
/** @import { Texture } from "./texture.js" */

/**
 * A model in metres, Y up, as triangles with their transforms and colours.
 * @typedef {{ min: number[], max: number[] }} Box
 * @typedef {{ positions: Accessor, normals: Accessor | null, colours: Accessor | null,
 *   places: Accessor | null, texture: Texture | null, indices: Accessor | null, box: Box, colour: number[],
 *   blend: boolean }} Shape
 * @typedef {Shape & { matrix: Matrix }} Primitive
 * @typedef {{ primitives: Primitive[], triangles: number, vertices: number, bounds: Box }} Model
 * @typedef {(uri: string | undefined) => Bytes | null | Promise<Bytes | null>} Beside
 */

const KNOWN = ["KHR_mesh_quantization", "EXT_meshopt_compression"];
const MOST_PRIMITIVES = 100_000; // each is drawn by itself
const TRIANGLES = 4;
const FLOAT = 5126;
/** @type {Record<number, number>} */
// types of indices, each with the number that is not an index
const UNSIGNED = { 5121: 0xff, 5123: 0xffff, 5125: 0xffffffff };

/**
 * Reads a model. buffer(uri) returns the bytes of a file beside it. Rejects with a ModelError.
 * @type {(bytes: Bytes, buffer: Beside) => Promise<Model>}
 */
export async function readModel(bytes, buffer) {
  try {
    return await read(bytes, buffer);
  } catch (error) {
    // What does not even have the shape of glTF ends here: a list that is a number, a number that
    // is a list.
    if (error instanceof TypeError) throw new ModelError("damaged", error.message);
    if (error instanceof RangeError) throw new ModelError("too_large", error.message);
    throw error;
  }
}

/** @type {(bytes: Bytes, buffer: Beside) => Promise<Model>} */
async function read(bytes, buffer) {
  const { json, bin } = readContainer(bytes);
  for (const name of json.extensionsRequired ?? []) must(KNOWN.includes(name), "unsupported", `the extension ${name}`);
  const accessors = new Accessors(json, await readBuffers(json, bin, buffer));
  const textures = await readTextures(json, accessors);
  /** @type {Map<number, Shape[]>} */
  const meshes = new Map(); // primitives by the number of their mesh: several nodes may show one
  const primitives = [];
  for (const { node, matrix } of nodesOf(json)) {
    if (node.mesh === undefined) continue;
    const shapes = meshes.get(node.mesh) ??
      readMesh(json, accessors, textures, entry(json.meshes, node.mesh, "mesh"));
    meshes.set(node.mesh, shapes);
    for (const shape of shapes) primitives.push({ ...shape, matrix });
    must(primitives.length <= MOST_PRIMITIVES, "too_large", `more than ${MOST_PRIMITIVES} primitives`);
  }
  must(primitives.length > 0, "empty", "no triangles");
  return {
    primitives,
    triangles: sum(primitives, (p) => (p.indices ?? p.positions).count / 3),
    vertices: sum(primitives, (p) => p.positions.count),
    bounds: boundsOf(primitives),
  };
}

/** @type {<Item>(list: Item[], of: (item: Item) => number) => number} */
const sum = (list, of) => list.reduce((total, item) => total + of(item), 0);

/** @type {(json: Gltf.Document, bin: Bytes | null, buffer: Beside) => Promise<(Bytes | null)[]>} */
async function readBuffers(json, bin, buffer) {
  const list = [];
  for (const [i, { uri, byteLength, extensions }] of (json.buffers ?? []).entries()) {
    if (extensions?.EXT_meshopt_compression?.fallback === true && uri === undefined) {
      list.push(null);
      continue;
    }
    const bytes = uri === undefined && i === 0 ? bin : await buffer(uri);
    must(bytes, "missing", `buffer ${i}`);
    must(bytes.length >= byteLength, "truncated", `buffer ${i} has ${bytes.length} of ${byteLength} bytes`);
    list.push(bytes.subarray(0, byteLength));
  }
  return list;
}

// The nodes of the scene, each with its transform. A node that comes twice would make a circle, or
// an endless tree.
/** @type {(json: Gltf.Document) => { node: Gltf.Node, matrix: Matrix }[]} */
function nodesOf(json) {
  const scene = entry(json.scenes, json.scene ?? 0, "scene");
  const found = [];
  const seen = new Set();
  const open = [...(scene.nodes ?? [])].map((index) => ({ index, above: identity() }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { index, above } = next;
    must(!seen.has(index), "damaged", `node ${index} hangs on two others`);
    seen.add(index);
    const node = entry(json.nodes, index, "node");
    const matrix = multiply(above, transformOf(node));
    must(matrix.every(Number.isFinite), "damaged", `the transform of node ${index}`);
    found.push({ node, matrix });
    for (const child of node.children ?? []) open.push({ index: child, above: matrix });
  }
  return found;
}

/** @type {(node: Gltf.Node) => Matrix} */
function transformOf({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }) {
  if (matrix !== undefined) return numbers(matrix, 16);
  return compose(numbers(translation, 3), numbers(rotation, 4), numbers(scale, 3));
}

/** @type {(list: unknown, many: number) => number[]} */
function numbers(list, many) {
  must(Array.isArray(list) && list.length === many && list.every(Number.isFinite), "damaged",
    `${many} numbers are expected`);
  return list;
}

/** @typedef {Map<number, Texture>} Textures */

/** @type {(json: Gltf.Document, accessors: Accessors, textures: Textures, mesh: Gltf.Mesh) => Shape[]} */
function readMesh(json, accessors, textures, mesh) {
  return (mesh.primitives ?? []).map((primitive) => readPrimitive(json, accessors, textures, primitive));
}

/** @type {(json: Gltf.Document, accessors: Accessors, textures: Textures, primitive: Gltf.Primitive) => Shape} */
function readPrimitive(json, accessors, textures, { attributes = {}, indices, material, mode = TRIANGLES }) {
  must(mode === TRIANGLES, "unsupported", `primitives of mode ${mode}`);
  must(attributes.POSITION !== undefined, "empty", "a primitive without positions");
  const positions = accessors.read(attributes.POSITION, "positions", ["VEC3"], [5120, 5121, 5122, 5123, FLOAT]);
  /** @type {(name: string, types: string[], components: number[]) => Accessor | null} */
  const beside = (name, types, components) => {
    if (attributes[name] === undefined) return null;
    const found = accessors.read(attributes[name], name, types, components);
    must(found.count === positions.count, "damaged", `${found.count} of ${name} for ${positions.count} positions`);
    return found;
  };
  const corners = indices === undefined ? null : readIndices(accessors, indices, positions.count);
  must((corners ?? positions).count % 3 === 0, "damaged", "the last triangle is incomplete");
  return {
    positions,
    normals: beside("NORMAL", ["VEC3"], [5120, 5122, FLOAT]),
    colours: beside("COLOR_0", ["VEC3", "VEC4"], [5121, 5123, FLOAT]),
    places: beside("TEXCOORD_0", ["VEC2"], [5121, 5123, FLOAT]),
    indices: corners,
    box: boxOf(positions),
    ...readMaterial(textures, material === undefined ? {} : entry(json.materials, material, "material")),
  };
}

/** @type {(accessors: Accessors, index: number, vertices: number) => Accessor} */
function readIndices(accessors, index, vertices) {
  const found = accessors.read(index, "indices", ["SCALAR"], Object.keys(UNSIGNED).map(Number));
  must(found.step === 1, "damaged", "indices with gaps");
  let most = 0;
  for (const value of found.values) if (value > most) most = value;
  must(most < vertices && most < UNSIGNED[found.component], "damaged", `vertex ${most} of ${vertices}`);
  return found;
}

/** @type {(textures: Textures, material: Gltf.Material) =>
 *   { colour: number[], blend: boolean, texture: Texture | null }} */
function readMaterial(textures, { pbrMetallicRoughness = {}, alphaMode }) {
  const colour = numbers(pbrMetallicRoughness.baseColorFactor ?? [1, 1, 1, 1], 4);
  const { index, texCoord = 0 } = pbrMetallicRoughness.baseColorTexture ?? {};
  const texture = index !== undefined && texCoord === 0 ? textures.get(index) ?? null : null;
  return { colour, blend: alphaMode === "BLEND", texture };
}

/** @type {Record<number, number>} */
const DIVISORS = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

/** The box of positions in their own coordinates.
 *  @type {(positions: Accessor) => Box} */
function boxOf({ values, step, count, component, normalised }) {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let axis = 0; axis < 3; axis += 1) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0, at = axis; i < count; i += 1, at += step) {
      const v = values[at];
      if (v < low) low = v;
      if (v > high) high = v;
      if (v - v !== 0) throw new ModelError("damaged", "a coordinate that is no number");
    }
    const by = normalised && component !== FLOAT ? DIVISORS[component] : 1;
    min[axis] = Math.max(low / by, by === 1 ? -Infinity : -1);
    max[axis] = high / by;
  }
  return { min, max };
}

/** The eight corners of a box.
 *  @type {(box: Box) => number[][]} */
export function cornersOf({ min, max }) {
  return Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((axis) => (i >> axis & 1 ? max : min)[axis]));
}

/** @type {(primitives: Primitive[]) => Box} */
function boundsOf(primitives) {
  const points = primitives.flatMap(({ matrix, box }) => cornersOf(box).map((corner) => apply(matrix, corner)));
  const bounds = { min: [...points[0]], max: [...points[0]] };
  for (const point of points) {
    for (let axis = 0; axis < 3; axis += 1) {
      bounds.min[axis] = Math.min(bounds.min[axis], point[axis]);
      bounds.max[axis] = Math.max(bounds.max[axis], point[axis]);
    }
  }
  must([...bounds.min, ...bounds.max].every(Number.isFinite), "damaged", "a model of infinite size");
  return bounds;
}
