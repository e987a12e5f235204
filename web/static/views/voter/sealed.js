// What follows a ballot that is filled in: its review, where it is sealed, and casting it, up to the receipt.

import { commit } from "../../lib/proof/commit.js";
import { warm } from "../../lib/sealing.js";
import { orOtherKeys } from "./custody.js";
import { reviewView as sealedReview } from "./review.js";

export { castView, receiptAgainView } from "./cast.js";

const READING = [300, 800, 1300]; // milliseconds until the page gets ready to seal, step by step: the voter reads then

const CELLS = new Array(11).fill(0); // of a paper that nobody keeps

/** Gets the page ready to seal. */
export function warmUp() {
  for (const wait of READING) {
    setTimeout(() => {
      warm();
      commit(new Uint8Array(32), CELLS);
    }, wait);
  }
}

/** The last look before a ballot is cast. */
export const reviewView = orOtherKeys(sealedReview);
