// Looking again and again at what may change.

const SLOWER = 8; // times the pace at most, while nothing answers

/**
 * Waits for some milliseconds, or until the signal aborts or one of the events happens.
 * @type {(signal: AbortSignal, milliseconds: number, ...events: [EventTarget, string][]) => Promise<void>}
 */
export function pause(signal, milliseconds, ...events) {
  return new Promise((resolve) => {
    const over = new AbortController();
    const go = () => { over.abort(); clearTimeout(timer); resolve(); };
    const timer = setTimeout(go, milliseconds);
    for (const [target, name] of events) target.addEventListener(name, go, { signal: over.signal });
    signal.addEventListener("abort", go, { signal: over.signal });
    if (signal.aborted) go();
  });
}

/**
 * Looks every `pace` milliseconds while somebody sees the page, or `unseen` too, until the signal aborts, look()
 * resolves to true or failed() throws. A page that comes back into sight looks at once. After a failure it waits
 * longer, but not once the network is back.
 * @type {(signal: AbortSignal, look: () => Promise<boolean | void>, pace: number, more?: {
 *   first?: number, unseen?: boolean, failed?: (error: unknown) => void }) => Promise<void>}
 */
export async function poll(signal, look, pace, { first = pace, unseen = false, failed = () => {} } = {}) {
  for (let wait = first, misses = 0; ;) {
    await pause(signal, wait, [window, "online"]);
    while (!unseen && document.visibilityState !== "visible" && !signal.aborted) {
      await pause(signal, pace, [document, "visibilitychange"]);
    }
    if (signal.aborted) return;
    try {
      if (await look()) return;
      misses = 0;
    } catch (error) {
      if (signal.aborted) return;
      misses += 1;
      failed(error);
    }
    wait = Math.min(2 ** misses, SLOWER) * pace;
  }
}
