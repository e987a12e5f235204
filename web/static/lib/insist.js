// Asking again what a server with too much work has refused.

import { ApiError } from "./api.js";
import { pause } from "./poll.js";

const PAUSE = 5; // seconds until the next try, if the server does not say how long

/**
 * Does what the server may refuse for now, so many times at most, until the signal aborts. It waits for as long as the
 * server says and up to as long again, so that those who were refused together do not come together. At each wait it
 * calls waiting(number of the next try).
 * @type {<Result>(signal: AbortSignal, tries: number, act: () => Promise<Result>, waiting: (next: number) => void) =>
 *   Promise<Result>}
 */
export async function insist(signal, tries, act, waiting) {
  for (let next = 2; ; next += 1) {
    try {
      return await act();
    } catch (error) {
      const later = error instanceof ApiError && ["busy", "rate_limited"].includes(error.code);
      if (!later || next > tries || signal.aborted) throw error;
      waiting(next);
      await pause(signal, 1000 * (error.retryAfter || PAUSE) * (1 + Math.random()));
      if (signal.aborted) throw error;
    }
  }
}
