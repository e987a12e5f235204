// Who holds the keys that open the ballots of an election.

import { ApiError, text } from "../../lib/api.js";
import { readFrozen } from "../../lib/ballot.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { keyNumberOf, shortNumber } from "../../lib/keynumber.js";
import { current } from "../../lib/session.js";

/** @import { Frozen } from "../../lib/ballot.js" */

/** The election as it was fixed when it opened. Rejects for a manifest that is none, or another's, and for one with
 *  other keys than those of the voter's slip: a server that shows it could read the vote.
 *  @type {(id: string, signal: AbortSignal) => Promise<Frozen>} */
export async function frozenElection(id, signal) {
  const frozen = readFrozen(await text(`/api/board/elections/${id}/manifest`, signal));
  if (frozen?.manifest.electionId !== id) throw new Error("not the manifest of the election");
  const { keyNumber } = current() ?? {};
  if (keyNumber && keyNumber !== keyNumberOf(frozen.manifest)) {
    const values = { slip: shortNumber(keyNumber), page: shortNumber(keyNumberOf(frozen.manifest)) || "–" };
    throw new ApiError({ code: "other_keys", error: t("voter.keys.other", values) });
  }
  return frozen;
}

/** Who can open the ballots, and the number by which the voter compares their keys.
 *  @type {(frozen: Frozen) => Child} */
export function custodyLine({ manifest }) {
  const { custody, threshold, holders } = manifest;
  if (custodyOf({ custody }).serverKey) return h("p", { class: "muted" }, t("voter.custody.server"));
  const names = list(holders.map(({ name }) => name));
  const key = threshold === holders.length ? "voter.custody.all" : "voter.custody.some";
  const number = h("strong", { class: "hash" }, shortNumber(keyNumberOf(manifest)));
  return [
    h("p", { class: "muted" }, t(key, { n: threshold, of: holders.length, names })),
    h("p", { class: "key-number" }, rich(current()?.keyNumber ? "voter.keys.same" : "voter.keys.compare", { number })),
  ];
}
