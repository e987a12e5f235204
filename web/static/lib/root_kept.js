// The root of the log for which a holder has opened shares on this device. A server that shows another one for the same
// election would have the shares of a second ballot box, so the page opens nothing for it.

import { browser } from "./storage.js";

const KEY = "ostrakon.root.";

/** The root that this browser remembers for an election, in hexadecimal, or "".
 *  @type {(election: string) => string} */
export const keptRoot = (election) => String(browser.read(KEY + election) ?? "");

/** Remembers the root of an election. Where the browser refuses, the holder has compared it all the same.
 *  @type {(election: string, root: string) => void} */
export function keepRoot(election, root) {
  browser.write(KEY + election, root);
}
