// The root of the log for which a holder has opened shares on this device. A server that shows another one for the same
// election would have the shares of a second ballot box, so the page opens nothing for it.

const KEY = "ostrakon.root.";

/** The root that this browser remembers for an election, in hexadecimal, or "".
 *  @type {(election: string) => string} */
export function keptRoot(election) {
  try {
    return localStorage.getItem(KEY + election) ?? "";
  } catch {
    return ""; // the browser keeps nothing
  }
}

/** @type {(election: string, root: string) => void} */
export function keepRoot(election, root) {
  try {
    localStorage.setItem(KEY + election, root);
  } catch {
    // Nothing is remembered; the holder has compared the root.
  }
}
