// One file on its way: waiting, going up, being converted, done.

import { ApiError, del, formOf, upload } from "../../lib/api.js";
import { loadFaults } from "../../lib/said.js";
import { follow } from "./follow.js";

/** Lets so many tasks run at a time; run(task) answers a promise of what the task, an async function, comes to. */
export function createQueue(limit) {
  const waiting = [];
  let running = 0;
  return async function run(task) {
    if (running >= limit) await new Promise((resolve) => { waiting.push(resolve); });
    else running += 1;
    try {
      return await task();
    } finally {
      // Who waits takes over the place, so that the number stays as it is.
      if (waiting.length > 0) waiting.shift()();
      else running -= 1;
    }
  };
}

/**
 * A file and its conversion. `state` is {phase, share, stage, result, error}: phase is "queued", "uploading", "waiting",
 * "converting", "done", "failed" or "cancelled"; share, 0 to 1, is how much of it, or of the stage, is done. changed() is told of
 * every new state. `limit` is the number of bytes that the server takes.
 */
export function createJob(file, { run, limit, changed }) {
  let giveUp = new AbortController();
  const job = {
    file,
    options: null,
    state: { phase: "queued", share: 0 },
    /** Converts the file with options, the fields of the form. What was under way is given up. */
    start(options) {
      giveUp.abort();
      giveUp = new AbortController();
      job.options = options;
      set({ phase: "queued", share: 0 });
      const { signal } = giveUp;
      const fault = faultOf(file, limit);
      if (fault) set({ phase: "failed", error: fault });
      else run(() => convert(signal)).catch((error) => fail(error, signal));
    },
    cancel() {
      giveUp.abort();
      set({ phase: "cancelled" });
    },
  };

  function set(state) {
    job.state = state;
    changed(job);
  }

  async function fail(error, signal) {
    if (error.fields?.length > 0) await loadFaults();
    if (!signal.aborted) set({ phase: "failed", error });
  }

  async function convert(signal) {
    if (signal.aborted) return;
    set({ phase: "uploading", share: 0 });
    const tell = (state) => { if (!signal.aborted) set(state); };
    const accepted = await upload("/api/convert-stl?async=1", formOf(file, "file", job.options), {
      onProgress: (share) => tell({ phase: share < 1 ? "uploading" : "waiting", share }), signal,
    });
    // Without being told the server would go on to the end. Who gives up does not wait for that.
    const stop = () => { del(accepted.status_url).catch(() => {}); };
    signal.addEventListener("abort", stop);
    try {
      const result = await follow(accepted, ({ status, stage, fraction }) =>
        tell({ phase: status === "converting" ? "converting" : "waiting", stage, share: fraction }), signal);
      tell({ phase: "done", result });
    } finally {
      signal.removeEventListener("abort", stop); // the files of a finished conversion stay
    }
  }

  return job;
}

// What can be told of a file without sending it.
function faultOf({ name, size }, limit) {
  if (!/\.stl$/i.test(name)) return new ApiError({ code: "file_type_unsupported" });
  if (size === 0) return new ApiError({ code: "file_empty" });
  if (size > limit) return new ApiError({ code: "body_too_large" });
  return null;
}
