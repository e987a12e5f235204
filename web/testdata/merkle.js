import { deepStrictEqual, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { hex, unhex } from "../static/lib/bytes.js";
import { readLog } from "../static/lib/log.js";
import { leafHash, merkleRoot } from "../static/lib/merkle.js";

const checkpoint = "ostrakon/name\n3\nroot=\n\n— ostrakon/name AAAA\n— witness.example AAAA\n";

for (const { leaves, root } of JSON.parse(readFileSync(0))) {
  const hashes = leaves.map((leaf) => unhex(leaf));
  strictEqual(hex(merkleRoot(hashes)), root);
  hashes.forEach((leaf, index) => strictEqual(hex(leaf), hex(leafHash(new TextEncoder().encode(`record ${index}`)))));

  const list = `${checkpoint}\n${leaves.map((leaf) => `${leaf}\n`).join("")}`;
  deepStrictEqual(readLog(list), { checkpoint, leaves });
  const others = [`${list}x`, `${list}\n`, list.slice(0, -1), list.replace("\n\n", "\n"), list.replaceAll("\n", "\r\n"),
    `${list}${"0".repeat(63)}\n`, `${list}${"A".repeat(64)}\n`];
  for (const other of others) strictEqual(readLog(other), null, other);
}
for (const other of ["", "\n", "\n\n", "\n\n\n", "a\n\nb", checkpoint]) strictEqual(readLog(other), null, other);
