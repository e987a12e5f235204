// Packs every .glb file of a folder with gltfpack into another folder, and prints a line of JSON: the size of
// each result in bytes, compressed with gzip, by the name of the file.
//
//	node gltfpack.mjs NODE_MODULES FOLDER RESULTS OPTION...
import { createRequire } from 'node:module';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const [modules, folder, results, ...options] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'index.js'));
const gltfpack = require('gltfpack');

const sizes = {};
for (const name of readdirSync(folder)) {
	const files = {
		read: () => readFileSync(join(folder, name)),
		write: (_, data) => {
			sizes[name] = gzipSync(data).length;
			writeFileSync(join(results, name), data);
		},
	};
	await gltfpack.pack([...options, '-i', name, '-o', name], files);
}
console.log(JSON.stringify(sizes));
