// Following a conversion on the server, by requests for its status.

import { ApiError, codeOf, get } from "../../lib/api.js";

const PAUSES = { first: 100, growth: 1.5, most: 1000 }; // milliseconds before a request
const SILENCES = 20; // requests without an answer in a row, before the page gives up

/** @typedef {(state: Api.ConversionJob) => void} Progress */

/**
 * Resolves to the result of a conversion, and calls onProgress on the way. Rejects with an
 * ApiError, also when the signal aborts.
 * @type {(job: Api.ConversionJob, onProgress: Progress, signal: AbortSignal) =>
 *   Promise<Api.Conversion>}
 */
export async function follow({ status_url: url }, onProgress, signal) {
  const aborted = new Promise((resolve) => { signal.addEventListener("abort", resolve, { once: true }); });
  let silences = 0;
  for (let pause = PAUSES.first; ; pause = Math.min(PAUSES.growth * pause, PAUSES.most)) {
    await Promise.race([aborted, new Promise((resolve) => { setTimeout(resolve, pause); })]);
    try {
      const job = /** @type {Api.ConversionJob} */ (await get(url, signal));
      silences = 0;
      if (job.result) return job.result;
      if (job.problem) throw new ApiError(job.problem);
      onProgress(job);
    } catch (error) {
      silences += 1;
      if (codeOf(error) !== "unreachable" || signal.aborted || silences === SILENCES) throw error;
    }
  }
}
