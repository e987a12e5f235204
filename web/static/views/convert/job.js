// One file on its way: waiting, uploading, converting, done.

import { ApiError, del, formOf, upload } from "../../lib/api.js";
import { follow } from "./follow.js";

/** The ends of the names of files that the server converts. */
export const MODEL = /\.(stl[ab]?(\.gz)?|zip)$/i;

/** @typedef {<Result>(task: () => Promise<Result>) => Promise<Result>} Run */

/**
 * A file and how far its conversion is. `share`, from 0 to 1, is how much of the phase or the stage
 * is done.
 * @typedef {"queued" | "uploading" | "waiting" | "converting"} Moving
 * @typedef {{ phase: Moving, share: number, stage?: string }} Underway
 * @typedef {{ phase: "done", result: Api.Conversion }} Done
 * @typedef {{ phase: "failed", error: unknown } | { phase: "cancelled",
 *   error?: undefined }} Stopped
 * @typedef {{ file: File, options: Record<string, string>, state: Underway | Done | Stopped,
 *   start(options: Record<string, string>): void, cancel(): void }} Job
 */

/** Runs at most so many tasks at a time.
 *  @type {(limit: number) => Run} */
export function createQueue(limit) {
  /** @type {(() => void)[]} */
  const waiting = [];
  let running = 0;
  return async function run(task) {
    if (running >= limit) await new Promise((resolve) => { waiting.push(() => resolve(undefined)); });
    else running += 1;
    try {
      return await task();
    } finally {
      // A task that waits takes the place, so the number stays the same.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * A file and its conversion. Calls changed(job) at every new state. `limit` is the number of bytes
 * that the server takes.
 * @type {(file: File, of: { run: Run, limit: number, changed: (job: Job) => void }) => Job}
 */
export function createJob(file, { run, limit, changed }) {
  let giveUp = new AbortController();
  /** @type {Job} */
  const job = {
    file,
    options: {},
    state: { phase: "queued", share: 0 },
    /**
     * Converts the file with options, which are fields of the form. Cancels a conversion under way.
     */
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

  /** @type {(state: Job["state"]) => void} */
  function set(state) {
    job.state = state;
    changed(job);
  }

  /** @type {(error: unknown, signal: AbortSignal) => void} */
  function fail(error, signal) {
    if (!signal.aborted) set({ phase: "failed", error });
  }

  /** @type {(signal: AbortSignal) => Promise<void>} */
  async function convert(signal) {
    if (signal.aborted) return;
    set({ phase: "uploading", share: 0 });
    /** @type {(state: Job["state"]) => void} */
    const tell = (state) => { if (!signal.aborted) set(state); };
    const accepted = await upload("/api/convert-stl?async=1", formOf(file, "file", job.options), {
      onProgress: (share) => tell({ phase: share < 1 ? "uploading" : "waiting", share }), signal,
    });
    // Tells the server to stop, which would otherwise go on to the end. Nobody waits for the
    // answer.
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

// What is wrong with a file can sometimes be seen without sending it.
/** @type {(file: File, limit: number) => ApiError | null} */
function faultOf({ name, size }, limit) {
  if (!MODEL.test(name)) return new ApiError({ code: "file_type_unsupported" });
  if (size === 0) return new ApiError({ code: "file_empty" });
  if (size > limit) return new ApiError({ code: "body_too_large" });
  return null;
}
