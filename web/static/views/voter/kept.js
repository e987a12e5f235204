// The receipts of this tab, so that a reload or Back does not lose one. They reveal nothing about
// the choice, and go when the person signs out or closes the tab.

/** @import { KeptReceipt } from "../../lib/receipt.js" */

import { current } from "../../lib/session.js";

const KEY = "ostrakon.receipts";
const SAVED = "ostrakon.receipts.saved"; // those that the voter has copied in some way

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
    sessionStorage.removeItem(SAVED);
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

/** @type {() => string[]} */
const saved = () => {
  try {
    return JSON.parse(sessionStorage.getItem(SAVED) ?? "[]");
  } catch {
    return [];
  }
};

/** Whether the voter has saved, printed or copied a receipt.
 *  @type {(receipt: KeptReceipt) => boolean} */
export const isSaved = ({ leaf }) => saved().includes(leaf);

/** Notes that the voter has saved, printed or copied a receipt.
 *  @type {(receipt: KeptReceipt) => void} */
export function noteSaved({ leaf }) {
  try {
    sessionStorage.setItem(SAVED, JSON.stringify([...saved(), leaf]));
  } catch {
    // As above.
  }
}
