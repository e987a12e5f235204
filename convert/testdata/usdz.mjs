// Loads every USDZ file of a folder with three.js and prints what it finds, as JSON:
//
//	node usdz.mjs NODE_MODULES FOLDER
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, folder] = process.argv.slice(2);
const three = (path) => import(pathToFileURL(join(resolve(modules), 'three', path)).href);
const { Box3 } = await three('build/three.module.js');
const { USDLoader } = await three('examples/jsm/loaders/USDLoader.js');

const found = {};
for (const name of readdirSync(folder).filter((file) => file.endsWith('.usdz'))) {
	const bytes = readFileSync(join(folder, name));
	const group = new USDLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
	const box = new Box3().setFromObject(group, true);
	const meshes = [];
	const materials = new Set();
	let facets = 0;
	group.traverse((object) => {
		if (!object.isMesh) return;
		meshes.push(object.name);
		for (const { color, opacity } of [object.material].flat()) materials.add(`${color.getHexString()} ${opacity}`);
		const { index, attributes } = object.geometry;
		facets += (index ?? attributes.position).count / 3;
	});
	found[name] = { min: box.min.toArray(), max: box.max.toArray(), facets, meshes, materials: [...materials].sort() };
}
console.log(JSON.stringify(found));
