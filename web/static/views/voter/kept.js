// The receipts of this tab, so that loading the page again or going back does not lose one. They tell nothing of the choice;
// they go when the person signs out or the tab is closed.

import { changes, current } from "../../lib/session.js";

const KEY = "ostrakon.receipts";

const nameOf = (electionId) => `${current().user.id}/${electionId}`;

const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
};

changes.addEventListener("change", ({ detail }) => {
  if (detail.reason !== "signed-out") return;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is refused: nothing was kept.
  }
});

/** Keeps the receipt of the signed-in voter's ballot. */
export function keepReceipt(receipt) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...read(), [nameOf(receipt.electionId)]: receipt }));
  } catch {
    // As above: the receipt is on the screen all the same.
  }
}

/** The receipt that the signed-in voter got for an election in this tab, or undefined. */
export function keptReceipt(electionId) {
  return read()[nameOf(electionId)];
}
