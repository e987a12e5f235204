// Following a conversion on the server, by requests for its status.

import { ApiError, codeOf, get } from "../../lib/api.js";
import { poll } from "../../lib/poll.js";

const FIRST = 100; // milliseconds before the first request
const PACE = 500; // milliseconds between two requests
const SILENCES = 10; // requests without an answer in a row, before the page gives up

/** @typedef {(state: Api.ConversionJob) => void} Progress */

/**
 * Resolves to the result of a conversion, and calls onProgress on the way. Rejects with an
 * ApiError, also when the signal aborts.
 * @type {(job: Api.ConversionJob, onProgress: Progress, signal: AbortSignal) =>
 *   Promise<Api.Conversion>}
 */
export async function follow(job, onProgress, signal) {
  let silences = 0;
  await poll(signal, async () => {
    job = /** @type {Api.ConversionJob} */ (await get(job.status_url, signal));
    silences = 0;
    if (job.result || job.problem) return true;
    onProgress(job);
  }, PACE, { first: FIRST, unseen: true, failed: (error) => {
    silences += 1;
    if (codeOf(error) !== "unreachable" || silences === SILENCES) throw error;
  } });
  if (job.result) return job.result;
  throw new ApiError(job.problem ?? { code: "unreachable" });
}
