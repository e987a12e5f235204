// What is marked on papers that are not cast yet, only in memory. It survives the end of a session,
// for the same voter, but not a sign-out.

import { newPaper } from "../../lib/paper.js";
import { current, onChange } from "../../lib/session.js";

/** @import { Paper } from "../../lib/paper.js" */

/** @type {Map<string, Paper>} */
const choices = new Map();
onChange((reason) => {
  if (reason === "signed-out") choices.clear();
});

/** @type {(electionId: string, paperId: string) => string} */
const keyOf = (electionId, paperId) => `${current()?.user.id}/${electionId}/${paperId}`;

/** The marks of the signed-in voter on a paper, if they have begun it.
 *  @type {(electionId: string, paperId: string) => Paper | undefined} */
export const begunPaper = (electionId, paperId) => choices.get(keyOf(electionId, paperId));

/** The same; begins it otherwise.
 *  @type {(electionId: string, paperId: string) => Paper} */
export function beginPaper(electionId, paperId) {
  const paper = begunPaper(electionId, paperId) ?? newPaper();
  choices.set(keyOf(electionId, paperId), paper);
  return paper;
}

/** Forgets the marks on a paper.
 *  @type {(electionId: string, paperId: string) => void} */
export const forgetPaper = (electionId, paperId) => void choices.delete(keyOf(electionId, paperId));
