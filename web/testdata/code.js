import { strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { codeFollows, codeOf } from "../static/lib/code.js";

for (const { salt, nonce, code } of JSON.parse(readFileSync(0))) {
  strictEqual(codeOf(salt, nonce), code);
  strictEqual(await codeFollows({ code, codeSalt: salt, clientNonce: nonce }), true);
  strictEqual(await codeFollows({ code, codeSalt: salt, clientNonce: `${nonce}!` }), false);
}
