// Who holds the keys that open the ballots of an election, and what to do where a page got other keys.
//
// keys: voter.keys.do.*

import { get, text } from "../../lib/api.js";
import { readFrozen } from "../../lib/ballot.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { keyNumberOf, shortNumber } from "../../lib/keynumber.js";
import { current } from "../../lib/session.js";
import { translated } from "../../lib/translated.js";

/** @import { Frozen } from "../../lib/ballot.js" */

/** The keys that the page got are not those of the slip, or those for rehearsals: with them a server could read the
 *  vote. */
export class OtherKeys extends Error {
  /** @param {{ slip: string, page: string }} numbers what the slip says, if it is about that, and what the page got */
  constructor(numbers) {
    super("other keys");
    this.numbers = numbers;
  }
}

/** The election as it was fixed when it opened, in the reader's language. Rejects for a manifest that is none, or
 *  another's, and with OtherKeys.
 *  @type {(id: string, signal: AbortSignal) => Promise<Frozen>} */
export async function frozenElection(id, signal) {
  const frozen = readFrozen(await text(`/api/board/elections/${id}/manifest`, signal));
  if (frozen?.manifest.electionId !== id) throw new Error("not the manifest of the election");
  translated(frozen.manifest);
  const { keyNumber = "" } = current() ?? {};
  const page = keyNumberOf(frozen.manifest);
  if (keyNumber && keyNumber !== page) {
    throw new OtherKeys({ slip: shortNumber(keyNumber), page: shortNumber(page) || "–" });
  }
  if (frozen.manifest.number === 0 && !(await get("/api/info", signal)).rehearsal) {
    throw new OtherKeys({ slip: "", page: shortNumber(page) });
  }
  return frozen;
}

/** The page in place of a view that found other keys: what happened, what to do, and whom to tell. Nothing is sealed.
 *  @type {<Given extends unknown[], Shown>(view: (...given: Given) => Promise<Shown>) =>
 *   (...given: Given) => Promise<Shown | HTMLElement>} */
export const orOtherKeys = (view) => async (...given) => {
  try {
    return await view(...given);
  } catch (error) {
    if (!(error instanceof OtherKeys)) throw error;
    const { slip, page } = error.numbers;
    return h("article", { class: "narrow" },
      h("h1", {}, t("voter.keys.stop")),
      h("p", { class: "lead" }, t(slip ? "voter.keys.other" : "voter.keys.zero")),
      h("dl", { class: "facts" },
        slip && [h("dt", {}, t("voter.keys.slip")), h("dd", { class: "code" }, slip)],
        h("dt", {}, t("voter.keys.page")), h("dd", { class: "code" }, page)),
      h("p", {}, t("voter.keys.why")),
      h("h2", {}, t("voter.keys.do")),
      h("ol", { class: "points points-numbered" },
        ["keep", "tell", "vote"].map((step) => h("li", {}, t(/** @type {MessageKey} */ (`voter.keys.do.${step}`))))));
  }
};

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
