// Which ballots somebody has looked at in this tab and found right.

import { hex } from "../../lib/bytes.js";
import { sha256 } from "../../lib/sha256.js";

const SEEN = "ostrakon.previewed."; // and the id of the election: the hash of the ballot that was seen

/** @type {(election: Api.Election) => string} */
const hashOf = ({ title, description, questions }) => hex(sha256(new TextEncoder().encode(JSON.stringify([title, description, questions]))));

/** Notes that the ballot as it is now was seen, and is right.
 *  @type {(election: Api.Election) => void} */
export function markSeen(election) {
  try {
    sessionStorage.setItem(SEEN + election.id, hashOf(election));
  } catch {
    // The browser refuses storage: the step stays open, which keeps nobody from going on.
  }
}

/** Whether somebody has seen this ballot here and said that it is right. A change asks again.
 *  @type {(election: Api.Election) => boolean} */
export function wasSeen(election) {
  try {
    return sessionStorage.getItem(SEEN + election.id) === hashOf(election);
  } catch {
    return false;
  }
}
