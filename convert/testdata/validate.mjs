// Validates every glTF file of a folder with the Khronos validator:
//
//	node validate.mjs NODE_MODULES FOLDER
//
// Where views are compressed by EXT_meshopt_compression, which the validator
// does not unpack, they are unpacked with meshoptimizer and the validator also
// sees the same document without compression. Exits with 1 if any file has an
// error.
import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [modules, folder] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'index.js'));
const validator = require('gltf-validator');
const { MeshoptDecoder } = require('meshoptimizer');
const extension = 'EXT_meshopt_compression';

function split(glb) {
	const length = glb.readUInt32LE(12);
	return {
		json: JSON.parse(glb.toString('utf8', 20, 20 + length)),
		bin: glb.subarray(28 + length, 28 + length + glb.readUInt32LE(20 + length)),
	};
}

// unpack returns the document with its views unpacked into one buffer.
function unpack({ json, bin }) {
	const views = json.bufferViews;
	let size = 0;
	for (const v of views) {
		size = (size + 3) & ~3;
		v.at = size;
		size += v.byteLength;
	}
	const out = Buffer.alloc((size + 3) & ~3);
	for (const v of views) {
		const packed = v.extensions?.[extension];
		const target = out.subarray(v.at, v.at + v.byteLength);
		if (packed) {
			const source = bin.subarray(packed.byteOffset ?? 0, (packed.byteOffset ?? 0) + packed.byteLength);
			MeshoptDecoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode, packed.filter);
			delete v.extensions;
		} else {
			bin.copy(target, 0, v.byteOffset ?? 0, (v.byteOffset ?? 0) + v.byteLength);
		}
		v.buffer = 0;
		v.byteOffset = v.at;
		delete v.at;
	}
	for (const list of ['extensionsUsed', 'extensionsRequired']) {
		json[list] = json[list].filter((e) => e !== extension);
		if (json[list].length === 0) delete json[list];
	}
	json.buffers = [{ byteLength: out.length }];
	return assemble(json, out);
}

// assemble puts text and buffer together to a GLB file.
function assemble(json, bin) {
	let text = Buffer.from(JSON.stringify(json));
	text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
	const head = Buffer.alloc(20);
	head.write('glTF');
	head.writeUInt32LE(2, 4);
	head.writeUInt32LE(28 + text.length + bin.length, 8);
	head.writeUInt32LE(text.length, 12);
	head.write('JSON', 16);
	const middle = Buffer.alloc(8);
	middle.writeUInt32LE(bin.length);
	middle.write('BIN\0', 4);
	return Buffer.concat([head, text, middle, bin]);
}

async function check(name, bytes) {
	const report = await validator.validateBytes(new Uint8Array(bytes), {
		uri: name,
		maxIssues: 20,
		externalResourceFunction: async (uri) => new Uint8Array(readFileSync(join(folder, decodeURIComponent(uri)))),
	});
	for (const issue of report.issues.messages) {
		if (issue.severity === 0) console.log(`${name}: ${issue.code} at ${issue.pointer}: ${issue.message}`);
	}
	return report.issues.numErrors;
}

await MeshoptDecoder.ready;
let files = 0;
let errors = 0;
for (const name of readdirSync(folder).sort()) {
	if (!/\.(gltf|glb)$/.test(name)) continue;
	const bytes = readFileSync(join(folder, name));
	files++;
	errors += await check(name, bytes);
	if (name.endsWith('.glb')) {
		const parts = split(bytes);
		if (parts.json.extensionsUsed?.includes(extension)) errors += await check(`${name} unpacked`, unpack(parts));
	}
}
console.log(`${files} files, ${errors} errors`);
process.exit(errors > 0 || files === 0 ? 1 : 0);
