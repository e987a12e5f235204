// Writes a zip file with the page's own writer, for archive/zip to read.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { crc32, zip } from "../static/lib/zipwriter.js";

const { target, files } = JSON.parse(readFileSync(0, "utf8"));
assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926); // the check value of CRC-32
const entries = Object.entries(files).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }));
const blob = zip(entries, new Date(2026, 10, 21, 18, 30, 12));
assert.equal(blob.type, "application/zip");
writeFileSync(target, new Uint8Array(await blob.arrayBuffer()));
