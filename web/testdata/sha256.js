import { strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { hex, unhex } from "../static/lib/bytes.js";
import { sha256 } from "../static/lib/sha256.js";

for (const { bytes, sha256: want } of JSON.parse(readFileSync(0))) strictEqual(hex(sha256(unhex(bytes))), want);
