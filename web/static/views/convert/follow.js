// Following a conversion on the server: by its events or, if those do not come through, by
// requests.

import { ApiError, codeOf, get } from "../../lib/api.js";

const FAILURES = 3; // of the stream of events in a row, before the page gives it up
const PAUSE = 1000; // milliseconds between two requests
const SILENCES = 20; // requests without an answer in a row, before the page gives up

/** @typedef {(state: Api.ConversionJob) => void} Progress */

/**
 * Resolves to the result of a conversion, and calls onProgress on the way. Rejects with an
 * ApiError, also when the signal aborts.
 * @type {(job: Api.ConversionJob, onProgress: Progress, signal: AbortSignal) =>
 *   Promise<Api.Conversion>}
 */
export async function follow(job, onProgress, signal) {
  return await listen(job.events_url, onProgress, signal) ?? ask(job.status_url, onProgress, signal);
}

// Resolves to the result, or to null if the stream of events breaks again and again.
/** @type {(url: string, onProgress: Progress, signal: AbortSignal) => Promise<Api.Conversion |
 *   null>} */
function listen(url, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(url);
    let failures = 0;
    /** @type {(settle: () => void) => void} */
    const end = (settle) => {
      source.close();
      signal.removeEventListener("abort", leave);
      settle();
    };
    const leave = () => end(() => reject(new ApiError({ code: "unreachable" })));
    signal.addEventListener("abort", leave);
    source.addEventListener("progress", ({ data }) => {
      failures = 0;
      onProgress(JSON.parse(data));
    });
    source.addEventListener("result", ({ data }) => end(() => resolve(JSON.parse(data))));
    source.addEventListener("problem", ({ data }) => end(() => reject(new ApiError(JSON.parse(data)))));
    source.addEventListener("error", () => {
      failures += 1;
      if (source.readyState === EventSource.CLOSED || failures === FAILURES) end(() => resolve(null));
    });
  });
}

/** @type {(url: string, onProgress: Progress, signal: AbortSignal) => Promise<Api.Conversion>} */
async function ask(url, onProgress, signal) {
  for (let silences = 0; ;) {
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
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  }
}
