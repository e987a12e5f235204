// What is marked on papers that are not cast yet: in memory, and in the tab's storage, so that a reload
// loses nothing. It survives the end of a session, for the same voter, but neither the cast nor a
// sign-out.

import { newPaper } from "../../lib/paper.js";
import { current, onChange } from "../../lib/session.js";
import { tab } from "../../lib/storage.js";

/** @import { Paper } from "../../lib/paper.js" */

const KEY = "ostrakon.choices";

/** @type {Map<string, Paper>} */
const choices = new Map(read());
onChange((reason) => {
  if (reason === "signed-out") forgetPapers();
});

/** @type {() => [string, Paper][]} */
function read() {
  try {
    /** @type {[string, [string, number][], [string, string[][]][], string[]][]} */
    const saved = tab.read(KEY) ?? [];
    return saved.map(([key, marks, ranks, blank]) =>
      [key, { marks: new Map(marks), ranks: new Map(ranks), blank: new Set(blank) }]);
  } catch {
    return []; // the tab holds what this page did not write
  }
}

/** Keeps what is marked on the papers, after a change of one. */
export function keepPapers() {
  if (choices.size === 0) return tab.drop(KEY);
  tab.write(KEY, [...choices].map(([key, { marks, ranks, blank }]) => [key, [...marks], [...ranks], [...blank]]));
}

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
export function forgetPaper(electionId, paperId) {
  choices.delete(keyOf(electionId, paperId));
  keepPapers();
}

/** Forgets the marks on all papers. */
export function forgetPapers() {
  choices.clear();
  keepPapers();
}
