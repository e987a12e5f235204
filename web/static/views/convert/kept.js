// The conversions of this tab, which the page finds again after a reload as long as the server keeps
// them.

import { codeOf, get } from "../../lib/api.js";
import { tab } from "../../lib/storage.js";

const PLACE = "ostrakon.conversions";
const NOT_FOUND = "not_found";

/** Whether the server no longer has a conversion.
 *  @type {(url: string) => Promise<boolean>} */
export const isGone = (url) => get(url).then(() => false, (error) => codeOf(error) === NOT_FOUND);

/**
 * A conversion that the server has accepted: the file's name and size, the options, and where the
 * server tells how far it is.
 * @typedef {{ name: string, size: number, options: Record<string, string>, url: string }} Kept
 */

/** @type {() => Kept[]} */
function read() {
  const list = tab.read(PLACE);
  return Array.isArray(list) ? list.filter((entry) => String(entry?.url).startsWith("/api/conversions/")) : [];
}

/** Keeps the list. Without storage the list ends with the page.
 *  @type {(list: Kept[]) => void} */
export function keep(list) {
  tab.write(PLACE, list);
}

/**
 * The conversions that the server still has, each with its state, how many it has no longer, and
 * those that it could not be asked about.
 * @type {() => Promise<{ found: { entry: Kept, now: Api.ConversionJob }[], gone: number,
 *   unheard: Kept[] }>}
 */
export async function recall() {
  let gone = 0;
  /** @type {Kept[]} */
  const unheard = [];
  const found = await Promise.all(read().map(async (entry) => {
    try {
      const now = /** @type {Api.ConversionJob} */ (await get(entry.url));
      return now.status === "failed" ? [] : [{ entry, now }];
    } catch (error) {
      if (codeOf(error) === NOT_FOUND) gone += 1;
      else unheard.push(entry);
      return [];
    }
  }));
  return { found: found.flat(), gone, unheard };
}

const LEAST = 60_000; // milliseconds between two looks, for a clock that is wrong
const MOST = 2 ** 31 - 1; // that a timer can wait

/**
 * A function that sets an alarm to the earliest of some times, in milliseconds, in the place of the
 * alarm before. It calls ring().
 * @type {(ring: () => void) => (times: number[]) => void}
 */
export function createAlarm(ring) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  return (times) => {
    clearTimeout(timer);
    if (times.length > 0) timer = setTimeout(ring, Math.min(Math.max(Math.min(...times) - Date.now(), LEAST), MOST));
  };
}
