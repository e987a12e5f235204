// The ballot that was read last, in memory, so that its review needs no network.

import { get } from "../../lib/api.js";
import { current } from "../../lib/session.js";
import { questionsOf } from "./asked.js";
import { frozenElection } from "./custody.js";

/** @import { Frozen } from "../../lib/ballot.js" */
/**
 * An election that is open, as it is in the list or alone, and what it asks as it was fixed.
 * @typedef {Omit<Api.ElectionOutline, "questionCount" | "status"> & { status: Api.ElectionStatus }} OpenElection
 * @typedef {OpenElection & Pick<Api.Election, "description" | "notices" | "questions">} AskedElection
 * @typedef {{ election: AskedElection, frozen: Frozen }} Ballot
 */

/** @type {(Ballot & { voter?: string }) | undefined} */
let last;

/** What a ballot of an election needs.
 *  @type {(signal: AbortSignal, election: OpenElection) => Promise<Ballot>} */
export async function readBallot(signal, election) {
  const frozen = await frozenElection(election.id, signal);
  const { description } = frozen.manifest;
  const voter = current()?.user.id ?? "";
  const questions = questionsOf(frozen.manifest, voter);
  last = { election: { notices: [], ...election, description, questions }, frozen, voter };
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
