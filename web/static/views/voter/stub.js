// Which slip a ballot of an election with a poll book needs. signer.js signs with it.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { current } from "../../lib/session.js";

/** @import { Frozen } from "../../lib/ballot.js" */

/** Whether ballots of an election need a slip that this tab does not know.
 *  @type {(frozen: Frozen) => boolean} */
export const needsSlip = ({ manifest }) => manifest.pollBook !== undefined && !current()?.code;

/** What the ballot page says of the poll book: nothing where neither the election nor the slip has to do with one.
 *  @type {(frozen: Frozen) => Child} */
export function pollBookLine({ manifest }) {
  if (manifest.pollBook) return h("p", { class: "muted" }, t("voter.stub.book"));
  return current()?.code && h("p", { class: "muted" }, t("voter.stub.noBook"));
}
