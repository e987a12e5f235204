// A request that the server refuses for now is made again, as often as it may be.

import { deepStrictEqual, rejects, strictEqual } from "node:assert";
import { ApiError } from "../static/lib/api.js";
import { insist } from "../static/lib/insist.js";

/** @type {(code: string) => ApiError} */
const refusal = (code) => new ApiError({ status: 503, code, title: code, retryAfter: 0.001 });
const { signal } = new AbortController();

/** Answers after so many refusals.
 *  @type {(codes: string[], tries: number, at?: AbortController) => Promise<[string, number[]]>} */
async function after(codes, tries, at) {
  /** @type {number[]} */
  const waits = [];
  const left = [...codes];
  const answer = await insist(at?.signal ?? signal, tries, async () => {
    const code = left.shift();
    if (code) throw refusal(code);
    return "read";
  }, (next) => { waits.push(next); at?.abort(); });
  return [answer, waits];
}

deepStrictEqual(await after([], 1), ["read", []]);
deepStrictEqual(await after(["busy", "rate_limited"], 3), ["read", [2, 3]]);
await rejects(after(["busy", "busy"], 2), { code: "busy" });
await rejects(after(["image_unreadable"], 3), { code: "image_unreadable" });
await rejects(after(["busy"], 3, new AbortController()), { code: "busy" });

let calls = 0;
await rejects(insist(signal, 4, async () => { calls += 1; throw refusal("busy"); }, () => {}));
strictEqual(calls, 4);
