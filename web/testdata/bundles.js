// Checks bundles with the page's modules: the name of a file a line on standard input, and for each
// a line with "ok", or "failed" and the names of the checks that failed. A bundle that fails the
// check "bundle" or "manifest" is not checked further.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { checkBundle, readBundle } from "../static/lib/bundle.js";

const NAMES = { castLog: "cast log", pollBook: "poll book" }; // where the documentation has two words

const verdict = async (file) => {
  let bundle;
  try {
    bundle = await readBundle(new Uint8Array(await readFile(file)));
  } catch {
    return "failed bundle";
  }
  const { checks } = checkBundle(bundle, bundle.manifest, []);
  const failed = checks.filter(({ state }) => state === "failed").map(({ name }) => NAMES[name] ?? name);
  return failed.length > 0 ? `failed ${failed.join(",")}` : "ok";
};

for await (const file of createInterface({ input: process.stdin })) process.stdout.write(`${await verdict(file)}\n`);
