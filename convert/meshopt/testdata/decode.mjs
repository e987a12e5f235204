// Decodes streams with npm's meshoptimizer, for TestAgainstMeshoptimizer.
//
//   node decode.mjs <folder that holds meshoptimizer> < request > answer
//
// Request: any number of records, little-endian: u32 mode (0 vertices,
// 1 triangles, 2 vertices under the filter OCTAHEDRAL), u32 count, u32 stride,
// u32 length, and so many bytes of stream. Answer: for each record
// count*stride bytes.
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const entry = resolve(process.argv[2], 'meshoptimizer', 'meshopt_decoder.mjs');
const { MeshoptDecoder } = await import(pathToFileURL(entry));
await MeshoptDecoder.ready;

const request = readFileSync(0);
for (let at = 0; at < request.length;) {
  const [mode, count, stride, length] = [0, 4, 8, 12].map((o) => request.readUInt32LE(at + o));
  at += 16;
  const stream = request.subarray(at, at + length);
  at += length;
  const target = new Uint8Array(count * stride);
  const name = mode === 1 ? 'TRIANGLES' : 'ATTRIBUTES';
  MeshoptDecoder.decodeGltfBuffer(target, count, stride, stream, name, mode === 2 ? 'OCTAHEDRAL' : 'NONE');
  for (let sent = 0; sent < target.length;) sent += writeSync(1, target, sent);
}
