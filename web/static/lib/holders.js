// The holders of an open election, from its manifest, and what a sheet gives for it.

import { text } from "./api.js";
import { base64, unbase64 } from "./bytes.js";
import { custodyOf } from "./custody.js";
import { list } from "./format.js";
import { rootOf } from "./keynumber.js";
import { readManifest } from "./manifest.js";
import { findSecret, holderKeys, publicHalves } from "./sealing.js";

/** The manifest of an election past DRAFT, and its text. Rejects for any other text.
 *  @type {(id: string, signal: AbortSignal) => Promise<{ manifest: Api.Manifest, text: string }>} */
export async function manifestOf(id, signal) {
  const found = await text(`/api/board/elections/${id}/manifest`, signal);
  const manifest = readManifest(found);
  if (!manifest) throw new Error("not a manifest");
  return { manifest, text: found };
}

/** What a sheet gives for one election: the secret of this election alone, and the number of its holder. Null if the
 *  sheet is nobody's here.
 *  @type {(manifest: Api.Manifest, sheet: Bytes) => { number: number, secret: Bytes } | null} */
export function keyFrom({ custody, holders }, sheet) {
  if (!custodyOf({ custody }).sheets) return null;
  const secret = findSecret(sheet, holders.flatMap(({ publicKey }) => unbase64(publicKey) ?? []));
  if (!secret) return null;
  const keys = holderKeys(secret);
  const number = 1 + holders.findIndex((holder) => holder.publicKey === base64(keys.publicKey) &&
    holder.signingKey === base64(keys.signingKey));
  return number > 0 ? { number, secret } : null;
}

/** Whether the root that a manifest has for a holder is that of a sheet. Only then the key number is made with it.
 *  @type {(manifest: Api.Manifest, number: number, sheet: Bytes) => boolean} */
export const hasRootOf = ({ holders }, number, sheet) =>
  holders[number - 1].root === base64(rootOf(publicHalves(sheet)));

/** The names of holders by their numbers.
 *  @type {(holders: { name: string }[], numbers: number[]) => string} */
export const namesOf = (holders, numbers) => list(numbers.map((number) => holders[number - 1].name));
