// The receipts of this tab, so that a reload or Back does not lose one. They reveal nothing about
// the choice, and go when the person signs out or closes the tab.

/** @import { KeptReceipt } from "../../lib/receipt.js" */

import { current } from "../../lib/session.js";

const KEY = "ostrakon.receipts";

/** @type {(electionId: string, paperId: string) => string} */
const nameOf = (electionId, paperId) => `${current()?.user.id}/${electionId}/${paperId}`;

/** @type {() => Record<string, KeptReceipt>} */
const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
};

/** Forgets all receipts of this tab, when the person signs out. */
export function forgetReceipts() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // The browser refuses storage: nothing was kept.
  }
}

/** Keeps the receipt of a ballot that the signed-in voter has cast.
 *  @type {(receipt: KeptReceipt, paperId: string) => void} */
export function keepReceipt(receipt, paperId) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...read(), [nameOf(receipt.electionId, paperId)]: receipt }));
  } catch {
    // As above: the receipt is on the screen all the same.
  }
}

/** The receipt that the signed-in voter got for a paper in this tab.
 *  @type {(electionId: string, paperId: string) => KeptReceipt | undefined} */
export function keptReceipt(electionId, paperId) {
  return read()[nameOf(electionId, paperId)];
}
