// Which elections take nominations now.

import { get } from "../../lib/api.js";
import { current } from "../../lib/session.js";

/** The elections that the person can be nominated for now: somebody on the roll, for those with nominations.
 *  @type {(signal?: AbortSignal) => Promise<Api.Call[]>} */
export async function openCalls(signal) {
  if (!current()?.user.onRoll) return [];
  const { items } = await get("/api/user/nominations", signal).catch(() => ({ items: [] }));
  return items.filter(({ open }) => open);
}
