// Checks receipts with the page's modules against a bundle, the file that is the first argument. Standard input has the
// name of a file with a receipt in each line. For each comes a line with "ok", "failed" or, if the receipt shows that a
// ballot was left out, "proof".

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { checkBundle, readBundle } from "../static/lib/bundle.js";
import { readManifest } from "../static/lib/manifest.js";
import { readReceipt, receiptText } from "../static/lib/receipt.js";
import { checkReceipt } from "../static/views/board/proof.js";

const bundle = await readBundle(new Uint8Array(await readFile(process.argv[2])));
const manifest = readManifest(bundle.manifest);
const counted = Promise.resolve({ bundle, ...checkBundle(bundle, bundle.manifest, []) });
const board = { id: manifest.electionId, manifest, counted, election: { notices: [], resultsCalculated: true } };

const verdict = async (file) => {
  const given = readReceipt(receiptText(new Uint8Array(await readFile(file))));
  if (!given?.signature) return "failed";
  const failed = (await checkReceipt(given, board)).filter(({ state }) => state !== "passed").map(({ name }) => name);
  if (failed.at(-1) === "leftOut") return "proof"; // whatever the signature
  return failed.length === 0 ? "ok" : failed.every((name) => name === "brokenPromise") ? "proof" : "failed";
};

for await (const file of createInterface({ input: process.stdin })) process.stdout.write(`${await verdict(file)}\n`);
