// What follows a ballot that is filled in: its review, where it is sealed, and casting it, up to the receipt.

import { orOtherKeys } from "./custody.js";
import { reviewView as sealedReview } from "./review.js";

export { castView, receiptAgainView } from "./cast.js";
/** The last look before a ballot is cast. */
export const reviewView = orOtherKeys(sealedReview);
