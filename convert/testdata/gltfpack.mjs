// Packs every .glb file of a folder with gltfpack -cc -vp 16 and prints a line of JSON: the size of
// each result in bytes, by the name of the file.
//
//	node gltfpack.mjs NODE_MODULES FOLDER
import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [modules, folder] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'index.js'));
const gltfpack = require('gltfpack');

const sizes = {};
for (const name of readdirSync(folder)) {
	const files = {
		read: () => readFileSync(join(folder, name)),
		write: (_, data) => { sizes[name] = data.length; },
	};
	await gltfpack.pack(['-cc', '-vp', '16', '-i', name, '-o', 'packed.glb'], files);
}
console.log(JSON.stringify(sizes));
