// Looking for elections that open while a voter is on a page.

import { getChanged } from "../../lib/api.js";
import { poll } from "../../lib/poll.js";

export const OPEN = "/api/user/elections";
const PACE = 7_000; // milliseconds between two looks; 200 phones in a hall then take 29 kB a second

/** @type {{ etag: string, body: Api.List<Api.ElectionOutline> }} */
let kept = { etag: "", body: { items: [] } };

/** The open elections. What is still as it was is not sent again, and is the same list.
 *  @type {(signal?: AbortSignal) => Promise<Api.List<Api.ElectionOutline>>} */
export async function openElections(signal) {
  kept = await getChanged(OPEN, kept.etag, signal) ?? kept;
  return kept.body;
}

/**
 * Calls changed() with every list of open elections that is not the one before; at first, the one that was `seen`.
 * Where none was seen, it begins at once with the list that was read last, so that nothing moves a moment later.
 * @type {(signal: AbortSignal, changed: (page: Api.List<Api.ElectionOutline>) => Promise<void> | void,
 *   seen?: Api.List<Api.ElectionOutline>) => void}
 */
export function watchOpen(signal, changed, seen) {
  if (!seen && kept.etag) changed(kept.body);
  poll(signal, async () => {
    const page = await openElections(signal);
    if (page === seen) return;
    await changed(page);
    seen = page;
  }, PACE, { first: seen ? PACE : 0 });
}
