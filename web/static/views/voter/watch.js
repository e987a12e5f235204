// Looking for elections that open while a voter is on a page.

import { getChanged } from "../../lib/api.js";

export const ACTIVE = "/api/user/elections/active";
const PACE = 4_000; // milliseconds between two looks

/**
 * Asks while the page is visible which elections are open, and calls changed() with every answer that
 * is not the one before.
 * @type {(signal: AbortSignal, changed: (page: Api.List<Api.VoterElection>) => Promise<void> | void,
 *   first?: number) => void}
 */
export function watchOpen(signal, changed, first = PACE) {
  let etag = "";
  const look = async () => {
    const answer = await getChanged(ACTIVE, etag, signal);
    if (!answer) return;
    await changed(answer.body);
    etag = answer.etag;
  };
  const again = async () => {
    if (document.visibilityState === "visible") await look().catch(() => {}); // the next look may succeed
    if (!signal.aborted) timer = setTimeout(again, PACE);
  };
  let timer = setTimeout(again, first);
  signal.addEventListener("abort", () => clearTimeout(timer));
}
