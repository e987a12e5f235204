// Reads the models of testdata/models with the viewer's own modules and holds them against what the Go test says of
// them; then
// damages them, which must end in a ModelError and in nothing else.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeTriangles, decodeVertices } from "../static/lib/viewer/meshopt.js";
import { readModel } from "../static/lib/viewer/model.js";
import { gridOf, stepOf } from "../static/lib/viewer/scale.js";

const { folder, models } = JSON.parse(readFileSync(0, "utf8"));
const load = (name) => new Uint8Array(readFileSync(join(folder, name)));
const read = (bytes) => readModel(bytes, async (uri) => load(uri));

async function refused(bytes, code, what) {
  const error = await read(bytes).then(() => null, (caught) => caught);
  assert.equal(error?.name, "ModelError", `${what}: ${error}`);
  if (code) assert.equal(error.code, code, `${what}: ${error.message}`);
}

// The corners of every triangle in metres, as sets that do not hang on any order.
function facets({ primitives: [{ positions: { values, step }, indices, matrix }] }) {
  const corner = (i) => [0, 1, 2].map((row) =>
    matrix[row] * values[i * step] + matrix[4 + row] * values[i * step + 1] + matrix[8 + row] * values[i * step + 2] +
      matrix[12 + row]);
  const list = [];
  for (let i = 0; i < indices.count; i += 3) {
    const three = [0, 1, 2].map((k) => corner(indices.values[i + k]).map((v) => v.toFixed(9)).join(" "));
    const first = three.indexOf([...three].sort()[0]);
    list.push([...three.slice(first), ...three.slice(0, first)].join(", ")); // the winding stays
  }
  return list.sort();
}

function lengths({ primitives: [{ normals: { values, step, count } }] }) {
  return Array.from({ length: count }, (_, i) => Math.hypot(...values.slice(i * step, i * step + 3)) / 127);
}

/** The same GLB file with another document. */
function changed(glb, change) {
  const words = new DataView(glb.buffer, glb.byteOffset);
  const size = words.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + size)));
  change(json);
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array((text.length + 3) & ~3).fill(0x20);
  padded.set(text);
  const rest = glb.subarray(20 + size);
  const out = new Uint8Array(20 + padded.length + rest.length);
  out.set(glb.subarray(0, 20));
  out.set(padded, 20);
  out.set(rest, 20 + padded.length);
  new DataView(out.buffer).setUint32(8, out.length, true);
  new DataView(out.buffer).setUint32(12, padded.length, true);
  return out;
}

for (const { name, triangles, vertices, primitives, min, max, normals, colours } of models) {
  const model = await read(load(name));
  assert.equal(model.triangles, triangles, `triangles of ${name}`);
  assert.equal(model.vertices, vertices, `vertices of ${name}`);
  assert.equal(model.primitives.length, primitives, `primitives of ${name}`);
  for (const [told, wanted] of [[model.bounds.min, min], [model.bounds.max, max]]) {
    told.forEach((v, axis) => assert.ok(Math.abs(v - wanted[axis]) < 1e-6,
      `bounds of ${name}: ${told}, not ${wanted}`));
  }
  for (const primitive of model.primitives) {
    assert.equal(primitive.normals !== null, normals, `normals of ${name}`);
    assert.equal(primitive.colours !== null, colours, `colours of ${name}`);
  }
}

// What is compressed is what was quantised, facet by facet, in another order.
const [quantized, compact] = await Promise.all(
  ["sphere-quantized.glb", "sphere-compact.glb"].map((name) => read(load(name))));
assert.deepEqual(facets(compact), facets(quantized));
for (const length of lengths(compact)) assert.ok(Math.abs(length - 1) < 0.02, `a normal of length ${length}`);

// The grid has squares of 1, 2 or 5, about ten along the longest side, and begins at a corner of the box.
for (const [longest, step] of [[0.08, 0.01], [0.0002, 2e-5], [0.2, 0.02], [3, 0.5], [0.00004, 5e-6], [45, 5]]) {
  const box = { min: [0.003, 1, -longest / 3], max: [0.003 + longest, 1 + longest / 2, longest / 3] };
  const { points, origin, fade } = gridOf(box);
  assert.ok(Math.abs(stepOf(box) / step - 1) < 1e-9, `squares of ${stepOf(box)} for ${longest}, not ${step}`);
  assert.ok(points.length / 6 < 100, `${points.length / 6} lines for ${longest}`);
  assert.ok(fade > longest / 2);
  for (let i = 0; i < points.length; i += 6) {
    const along = points[i] === points[i + 3] ? 0 : 2; // the axis that a line stands still on
    const squares = (origin[along] + points[i + along] - box.min[along]) / step;
    assert.ok(Math.abs(squares - Math.round(squares)) < 1e-3, `a line ${squares} squares from the corner`);
  }
}
assert.equal(gridOf({ min: [1, 1, 1], max: [1, 1, 1] }), null);

// Files that say what cannot be.
const plain = load("sphere-standard.glb");
const packed = load("sphere-compact.glb");
const wrong = [
  ["no glTF", new TextEncoder().encode("solid sphere"), "no_gltf"],
  ["JSON of another kind", new TextEncoder().encode("{}"), "no_gltf"],
  ["nothing", new Uint8Array(0), "no_gltf"],
  ["glTF 1", changed(plain, (json) => { json.asset.version = "1.0"; }), "unsupported"],
  ["an extension that is required",
    changed(plain, (json) => { json.extensionsRequired = ["KHR_draco_mesh_compression"]; }), "unsupported"],
  ["an accessor beyond its view", changed(plain, (json) => { json.accessors[0].count += 1; }), "damaged"],
  ["an accessor before its view", changed(plain, (json) => { json.accessors[0].byteOffset = -12; }), "damaged"],
  ["a view beyond its buffer", changed(plain, (json) => { json.bufferViews[0].byteOffset = 1e9; }), "damaged"],
  ["a count that is none", changed(plain, (json) => { json.accessors[0].count = 1.5; }), "damaged"],
  ["indices beyond the vertices",
    changed(plain, (json) => { for (const a of json.accessors) if (a.type === "VEC3") a.count = 100; }), "damaged"],
  ["fewer normals than positions", changed(plain, (json) => { json.accessors[1].count = 3; }), "damaged"],
  ["nodes in a circle", changed(plain, (json) => { json.nodes[0].children = [json.scenes[0].nodes[0]]; }), "damaged"],
  ["a mesh that is not there", changed(plain, (json) => { json.nodes[0].mesh = 7; }), "damaged"],
  ["a transform of words", changed(plain, (json) => { json.nodes[0].scale = ["1", "1", "1"]; }), "damaged"],
  ["lists that are numbers", changed(plain, (json) => { json.buffers = 3; }), "damaged"],
  ["no scene", changed(plain, (json) => { json.scenes = []; }), "damaged"],
  ["no mesh", changed(plain, (json) => { for (const node of json.nodes) delete node.mesh; }), "empty"],
  ["lines", changed(plain, (json) => { json.meshes[0].primitives[0].mode = 1; }), "unsupported"],
  ["another compression", changed(packed,
    (json) => { json.bufferViews[0].extensions.EXT_meshopt_compression.mode = "INDICES"; }), "unsupported"],
  ["much out of little", changed(packed, (json) => {
    const view = json.bufferViews[0];
    view.extensions.EXT_meshopt_compression.count = 1e8;
    view.byteLength = 8e8;
  }), "truncated"],
  ["more than there may be", changed(packed, (json) => {
    const view = json.bufferViews[0];
    view.extensions.EXT_meshopt_compression.count = 1e9;
    view.byteLength = 8e9;
  }), "too_large"],
];
for (const [what, bytes, code] of wrong) await refused(bytes, code, what);

// A .gltf without its .bin.
const alone = await readModel(load("pair.gltf"), async () => null).then(() => null, (error) => error);
assert.equal(alone?.code, "missing");

// Cut anywhere, a file is refused.
for (const bytes of [plain, packed]) {
  for (let length = 0; length < bytes.length; length += 97)
    await refused(bytes.subarray(0, length), null, `cut at ${length}`);
}

// Changed anywhere, it is shown or refused, and nothing else happens.
let seed = 1;
const next = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed % below;
};
for (let round = 0; round < 3000; round += 1) {
  const bytes = (round % 2 ? plain : packed).slice();
  for (let i = 0; i < 4; i += 1) bytes[next(bytes.length)] = next(256);
  await read(bytes).catch((error) => assert.equal(error.name, "ModelError", `round ${round}: ${error.stack}`));
}
for (let round = 0; round < 3000; round += 1) {
  const noise = Uint8Array.from({ length: 40 + next(400) }, () => next(256));
  for (const [head, decode] of [[0xa0, () => decodeVertices(noise, 1 + next(60), 4 * (1 + next(8)))],
    [0xe1, () => decodeTriangles(noise, 3 * next(60))]]) {
    noise[0] = head;
    try {
      decode();
    } catch (error) {
      assert.equal(error.name, "ModelError", error.stack);
    }
  }
}
