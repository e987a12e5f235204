// The holders of an open election, from its manifest, and whose sheet one is.

import { text } from "./api.js";
import { base64 } from "./bytes.js";
import { custodyOf } from "./custody.js";
import { list } from "./format.js";
import { holderKeys } from "./sealing.js";

/** The manifest of an election past DRAFT, and its text.
 *  @type {(id: string, signal: AbortSignal) => Promise<{ manifest: Api.Manifest, text: string }>} */
export async function manifestOf(id, signal) {
  const found = await text(`/api/board/elections/${id}/manifest`, signal);
  return { manifest: JSON.parse(found), text: found };
}

/** The number of the holder whose sheet has a secret, or 0 if it is nobody's.
 *  @type {(manifest: Api.Manifest, secret: Bytes) => number} */
export function numberOf({ custody, holders }, secret) {
  if (!custodyOf({ custody }).sheets) return 0;
  const keys = holderKeys(secret);
  return 1 + holders.findIndex((holder) => holder.publicKey === base64(keys.publicKey) &&
    holder.signingKey === base64(keys.signingKey));
}

/** The names of holders by their numbers.
 *  @type {(holders: { name: string }[], numbers: number[]) => string} */
export const namesOf = (holders, numbers) => list(numbers.map((number) => holders[number - 1].name));
