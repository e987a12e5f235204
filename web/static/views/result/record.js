// The public record of an election that is counted or cancelled: its manifest, what the board says of
// it, and its bundle as this browser has checked it and counted again. Minutes are made from nothing
// else, so that anybody can make the same.

import { blob, get, text } from "../../lib/api.js";
import { checkAside } from "../../lib/bundle_check.js";
import { translated } from "../../lib/translated.js";
import { resultInVotes } from "../../lib/votes.js";
import { findOnBoard } from "../board/list.js";

/**
 * @typedef {import("../../lib/bundle.js").Checked & { info: Api.Info, election: Api.BoardElection,
 *   manifest: Api.Manifest, holds: boolean, handed: number }} PublicRecord `holds` says that no check
 *   failed, and `handed` how many printed papers were handed out
 */

/** Resolves to null before the count.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<PublicRecord | null>} */
export async function loadRecord(signal, info, id) {
  const path = /** @type {const} */ (`/api/board/elections/${id}`);
  const election = await findOnBoard(id, signal);
  if (!election || !(election.resultsCalculated || election.cancelled)) return null;
  const [manifestText, checkpoints, zipped] = await Promise.all([
    text(`${path}/manifest`, signal), get(`${path}/checkpoints`, signal), blob(`${path}/bundle`, signal),
  ]);
  const answer = await checkAside(
    { zipped, manifestText, checkpoints: checkpoints.items.map(({ checkpoint }) => checkpoint) }, signal);
  if (!answer) throw new Error("the bundle is in another form");
  const { checked, bundle } = answer;
  const manifest = translated(/** @type {Api.Manifest} */ (JSON.parse(manifestText)));
  return { ...checked, result: checked.result && resultInVotes(manifest, checked.result), info, election, manifest,
    holds: checked.checks.every(({ state }) => state !== "failed"), handed: bundle.handed.length };
}
