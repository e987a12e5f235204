// Looking again and again at what may change.

const SLOWER = 8; // times the pace at most, while nothing answers

/**
 * Looks every `pace` milliseconds while somebody sees the page, until the signal aborts or look() resolves to true. A
 * page that comes back into sight looks at once. After a failure it waits longer, but not once the network is back.
 * @type {(signal: AbortSignal, look: () => Promise<boolean | void>, pace: number, more?: {
 *   first?: number, failed?: (error: unknown) => void }) => void}
 */
export function poll(signal, look, pace, { first = pace, failed = () => {} } = {}) {
  let wait = pace;
  let missed = false;
  let looking = false;
  let timer = setTimeout(again, first);

  async function again() {
    missed = document.visibilityState !== "visible";
    if (missed) return;
    looking = true;
    try {
      if (await look()) return;
      wait = pace;
    } catch (error) {
      if (signal.aborted) return;
      wait = Math.min(2 * wait, SLOWER * pace);
      failed(error);
    } finally {
      looking = false;
    }
    if (!signal.aborted) timer = setTimeout(again, wait);
  }

  document.addEventListener("visibilitychange", () => { if (missed) again(); }, { signal });
  window.addEventListener("online", () => {
    if (looking || wait === pace) return; // pace: it has answered
    clearTimeout(timer);
    again();
  }, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
}
