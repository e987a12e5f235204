// Does what the page of a holder does, as standard input says: checks the log, opens shares as its worker does, seals
// them to the key of a count and signs a seal. It writes what would be sent to standard output. Bytes are base64.

import { deepStrictEqual, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { readFrozen } from "../static/lib/ballot.js";
import { base64, unbase64 } from "../static/lib/bytes.js";
import { checkLog } from "../static/lib/log.js";
import { signAs } from "../static/lib/sealing.js";
import { fitsSeal, RECORD, sealShares } from "../static/lib/shares.js";

const { manifest, log, number, countKey, seal, result, ...rest } = JSON.parse(readFileSync(0));
const [records, secret] = [unbase64(rest.records), unbase64(rest.secret)];
const frozen = readFrozen(manifest);
const { election } = frozen.box;
const closed = checkLog(log, frozen);
strictEqual(closed.size, 1 + records.length / RECORD);

// A log that was changed is none.
const lines = log.split("\n");
const from = lines.indexOf(closed.leaves[0]);
const without = (...which) => lines.filter((_, i) => !which.includes(i)).join("\n");
const swapped = lines.with(from + 1, lines[from + 2]).with(from + 2, lines[from + 1]).join("\n");
for (const other of [without(from), without(from + 3), swapped, without(from - 2), log.replace(closed.leaves[1],
  "0".repeat(64)), "", log.slice(1), log.replace("\n13\n", "\n12\n")]) strictEqual(checkLog(other, frozen), null);

// The worker, as a page calls it.
let ask;
let answered;
globalThis.self = { addEventListener: (_, hear) => { ask = hear; }, postMessage: (answer) => answered(answer) };
await import("../static/lib/shares_worker.js");
const sharesOf = (change) => new Promise((resolve) => {
  answered = (answer) => { if ("shares" in answer) resolve(answer.shares); };
  ask({ data: { election, manifest: frozen.hash, number, secret, records: new Blob([records]),
    leaves: closed.leaves.slice(1), ...change } });
});
const shares = await sharesOf({});
strictEqual(shares.length, 32 * (closed.size - 1));

// Other ballots than those in the log open nothing.
const swap = new Blob([records.slice(RECORD, 2 * RECORD), records.slice(0, RECORD), records.slice(2 * RECORD)]);
const reclassed = records.slice();
reclassed[1] ^= 1;
for (const change of [
  { records: swap }, { records: new Blob([records.slice(RECORD)]) }, { records: new Blob([reclassed]) },
  { records: new Blob([records, records.slice(0, RECORD)]) }, { leaves: closed.leaves.slice(1).reverse() },
])
  strictEqual(await sharesOf(change), null);

const sealed = sealShares(unbase64(countKey), election, closed.root, { number, secret }, shares,
  crypto.getRandomValues(new Uint8Array(64)));
let signature = new Uint8Array();
if (seal) {
  // A seal over anything else is not signed.
  const [, , , size, root] = seal.split("\n");
  for (const other of [
    "", seal.slice(1), seal.replace(size, "castSize 12"), seal.replace(root, `castRoot ${"0".repeat(64)}`),
    seal.replace("countedBy server", "countedBy table"), seal.replace(/election \w/, "election b"),
    ...["manifest", "ballots", "result"].map((name) =>
      seal.replace(new RegExp(`(\n${name} ).{64}`), `$1${"0".repeat(64)}`)),
  ]) deepStrictEqual([other === seal, fitsSeal(other, result, frozen, closed)], [false, false]);
  strictEqual(fitsSeal(seal, `${result} `, frozen, closed), false);
  strictEqual(fitsSeal(seal, result, frozen, { ...closed, root: new Uint8Array(32) }), false);
  strictEqual(fitsSeal(seal, result, frozen, closed), true);
  signature = signAs(secret, seal);
}
process.stdout.write(JSON.stringify({ sealed: base64(sealed), signature: base64(signature) }));
