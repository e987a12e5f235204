// Who holds the keys that open the ballots of an election.

import { text } from "../../lib/api.js";
import { readFrozen } from "../../lib/ballot.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

/** @import { Frozen } from "../../lib/ballot.js" */

/** The election as it was fixed when it opened. Rejects for a manifest that is none, or another's.
 *  @type {(id: string, signal: AbortSignal) => Promise<Frozen>} */
export async function frozenElection(id, signal) {
  const frozen = readFrozen(await text(`/api/board/elections/${id}/manifest`, signal));
  if (frozen?.manifest.electionId !== id) throw new Error("not the manifest of the election");
  return frozen;
}

/** @type {(frozen: Frozen) => HTMLElement} */
export function custodyLine({ manifest: { custody, threshold, holders } }) {
  if (custodyOf({ custody }).serverKey) return h("p", { class: "muted" }, t("voter.custody.server"));
  const names = list(holders.map(({ name }) => name));
  const key = threshold === holders.length ? "voter.custody.all" : "voter.custody.some";
  return h("p", { class: "muted" }, t(key, { n: threshold, of: holders.length, names }));
}
