// Following a conversion that runs on the server: by its events, and where those do not come through, by asking.

import { ApiError, get } from "../../lib/api.js";

const FAILURES = 3; // of the stream of events, one after the other, before it is given up
const PAUSE = 1000; // milliseconds between two questions
const SILENCES = 20; // questions without an answer, one after the other, before those are given up

/**
 * Answers a promise of what a conversion comes to, as the API tells it. `job` is what the upload was answered with;
 * onProgress({status, stage, fraction}) is told on the way. Rejects with an ApiError, also when the signal aborts.
 */
export async function follow(job, onProgress, signal) {
  return await listen(job.events_url, onProgress, signal) ?? ask(job.status_url, onProgress, signal);
}

// Answers the result, or null where the stream of events breaks again and again.
function listen(url, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(url);
    let failures = 0;
    const end = (settle, value) => {
      source.close();
      signal.removeEventListener("abort", leave);
      settle(value);
    };
    const leave = () => end(reject, new ApiError({ code: "unreachable" }));
    signal.addEventListener("abort", leave);
    source.addEventListener("progress", ({ data }) => {
      failures = 0;
      onProgress(JSON.parse(data));
    });
    source.addEventListener("result", ({ data }) => end(resolve, JSON.parse(data)));
    source.addEventListener("problem", ({ data }) => end(reject, new ApiError(JSON.parse(data))));
    source.addEventListener("error", () => {
      failures += 1;
      if (source.readyState === EventSource.CLOSED || failures === FAILURES) end(resolve, null);
    });
  });
}

async function ask(url, onProgress, signal) {
  for (let silences = 0; ;) {
    try {
      const job = await get(url, signal);
      silences = 0;
      if (job.result) return job.result;
      if (job.problem) throw new ApiError(job.problem);
      onProgress(job);
    } catch (error) {
      silences += 1;
      if (error.code !== "unreachable" || signal.aborted || silences === SILENCES) throw error;
    }
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  }
}
