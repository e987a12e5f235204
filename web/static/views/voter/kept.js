// The receipts of this tab, so that a reload or Back does not lose one. They reveal nothing about
// the choice, and go when the person signs out or closes the tab.

/** @import { KeptReceipt } from "../../lib/receipt.js" */

import { current } from "../../lib/session.js";
import { tab } from "../../lib/storage.js";

const KEY = "ostrakon.receipts";
const SAVED = "ostrakon.receipts.saved"; // those that the voter has copied in some way

/** @type {(electionId: string, paperId: string) => string} */
const nameOf = (electionId, paperId) => `${current()?.user.id}/${electionId}/${paperId}`;

/** @type {() => Record<string, KeptReceipt>} */
const read = () => tab.read(KEY) ?? {};

/** Forgets all receipts of this tab, when the person signs out. */
export function forgetReceipts() {
  tab.drop(KEY);
  tab.drop(SAVED);
}

/** Keeps the receipt of a ballot that the signed-in voter has cast.
 *  @type {(receipt: KeptReceipt, paperId: string) => void} */
export function keepReceipt(receipt, paperId) {
  tab.write(KEY, { ...read(), [nameOf(receipt.electionId, paperId)]: receipt });
}

/** The receipt that the signed-in voter got for a paper in this tab.
 *  @type {(electionId: string, paperId: string) => KeptReceipt | undefined} */
export function keptReceipt(electionId, paperId) {
  return read()[nameOf(electionId, paperId)];
}

/** @type {() => string[]} */
const saved = () => tab.read(SAVED) ?? [];

/** Whether the voter has saved, printed or copied a receipt.
 *  @type {(receipt: KeptReceipt) => boolean} */
export const isSaved = ({ leaf }) => saved().includes(leaf);

/** Notes that the voter has saved, printed or copied a receipt.
 *  @type {(receipt: KeptReceipt) => void} */
export function noteSaved({ leaf }) {
  tab.write(SAVED, [...saved(), leaf]);
}
