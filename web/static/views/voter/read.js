// The ballot that was read last, in memory, so that its review needs no network.

import { get } from "../../lib/api.js";
import { current } from "../../lib/session.js";
import { frozenElection } from "./custody.js";

/** @import { Frozen } from "../../lib/ballot.js" */
/** @typedef {{ election: Api.VoterElection, frozen: Frozen }} Ballot */

/** @type {(Ballot & { voter?: string }) | undefined} */
let last;

/** What a ballot of an election needs, as the server has it now.
 *  @type {(signal: AbortSignal, election: Api.VoterElection) => Promise<Ballot>} */
export async function readBallot(signal, election) {
  last = { election, frozen: await frozenElection(election.id, signal), voter: current()?.user.id };
  return last;
}

/** Lets the next look at a ballot ask the server. */
export function forgetBallot() {
  last = undefined;
}

/** The same, as the voter has just seen it; after a reload, as the server has it.
 *  @type {(signal: AbortSignal, electionId: string) => Promise<Ballot>} */
export async function ballotAgain(signal, electionId) {
  if (last?.election.id === electionId && last.voter === current()?.user.id) return last;
  return readBallot(signal, await get(`/api/user/elections/${electionId}`, signal));
}
