// One file on its way: waiting, uploading, converting, done.

import { ApiError, del, formOf, upload } from "../../lib/api.js";
import { insist } from "../../lib/insist.js";
import { MODEL } from "../../lib/models.js";
import { follow } from "./follow.js";

const PICTURE = "512"; // pixels of the picture of a solid
const TRIES = 20; // of one file, while the server is busy

/** @typedef {<Result>(task: () => Promise<Result>) => Promise<Result>} Run */

/**
 * A file and how far its conversion is. `share`, from 0 to 1, is how much of the phase or the stage
 * is done. `file` is null after a reload: the server has the result, but the page lost the file.
 * `url` is where the server tells about the conversion, once it has accepted it. `own` are options that
 * people chose for this file alone: its plate, and how many facets.
 * @typedef {"queued" | "uploading" | "waiting" | "converting"} Moving
 * @typedef {{ phase: Moving, share: number, stage?: string }} Underway
 * @typedef {{ phase: "done", result: Api.Conversion }} Done
 * @typedef {{ phase: "failed", error: unknown } | { phase: "cancelled",
 *   error?: undefined }} Stopped
 * @typedef {{ name: string, size: number, file: File | null, url: string,
 *   own: Record<string, string>, options: Record<string, string>, state: Underway | Done | Stopped,
 *   start(options: Record<string, string>): void, resume(now: Api.ConversionJob): void,
 *   cancel(): void }} Job
 */

/** Converts a file again with options of its own.
 *  @typedef {(job: Job, own: Record<string, string>) => void} OfFile */

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
 * @type {(of: { name: string, size: number, file: File | null }, at: { run: Run, limit: number,
 *   changed: (job: Job) => void }) => Job}
 */
export function createJob({ name, size, file }, { run, limit, changed }) {
  let giveUp = new AbortController();
  /** @type {Job} */
  const job = {
    name,
    size,
    file,
    url: "",
    own: {},
    options: {},
    state: { phase: "queued", share: 0 },
    /**
     * Converts the file with options, which are fields of the form. Cancels a conversion under way.
     */
    start(options) {
      giveUp.abort();
      giveUp = new AbortController();
      Object.assign(job, { options, url: "" });
      set({ phase: "queued", share: 0 });
      const { signal } = giveUp;
      const fault = faultOf(job, limit);
      if (fault) set({ phase: "failed", error: fault });
      else run(() => convert(signal)).catch((error) => fail(error, signal));
    },
    /** Goes on with a conversion that the server has accepted before. */
    resume(now) {
      job.url = now.status_url;
      if (now.result) set({ phase: "done", result: now.result });
      else attend(now, giveUp.signal).catch((error) => fail(error, giveUp.signal));
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
    const { file } = job;
    if (signal.aborted || !file) return;
    await insist(signal, TRIES, async () => {
      set({ phase: "uploading", share: 0 });
      await attend(await send(file, signal), signal);
    }, () => set({ phase: "queued", share: 0 }));
  }

  /** @type {(file: File, signal: AbortSignal) => Promise<Api.ConversionJob>} */
  async function send(file, signal) {
    const fields = { ...job.options, ...job.own, thumbnail: PICTURE };
    const accepted = await upload("/api/convert?async=1", formOf(file, "file", fields), {
      onProgress: (share) => { if (!signal.aborted) set({ phase: share < 1 ? "uploading" : "waiting", share }); },
      signal,
    });
    job.url = accepted.status_url;
    return accepted;
  }

  /** @type {(accepted: Api.ConversionJob, signal: AbortSignal) => Promise<void>} */
  async function attend(accepted, signal) {
    /** @type {(state: Job["state"]) => void} */
    const tell = (state) => { if (!signal.aborted) set(state); };
    tell({ phase: "waiting", share: 1 });
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
/** @type {(file: { name: string, size: number }, limit: number) => ApiError | null} */
function faultOf({ name, size }, limit) {
  if (!MODEL.test(name)) return new ApiError({ code: "file_type_unsupported" });
  if (size === 0) return new ApiError({ code: "file_empty" });
  if (size > limit) return new ApiError({ code: "body_too_large" });
  return null;
}
