// With a poll book, the code of the voter's slip signs a stub beside each ballot.

import { base64, unbase64, unhex } from "../../lib/bytes.js";
import { publicKey } from "../../lib/crypto/ed25519.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { current } from "../../lib/session.js";
import { voteSeed } from "../../lib/slipcode.js";
import { bound, signStub, stubPad } from "../../lib/stub.js";

/** @import { Frozen } from "../../lib/ballot.js" */

/** What the server gets of a stub, as base64.
 *  @typedef {{ stubPad: string, voteKey: string, stub: string }} SentStub */

/** Whether ballots of an election need a slip that this tab does not know.
 *  @type {(frozen: Frozen) => boolean} */
export const needsSlip = ({ manifest }) => manifest.pollBook !== undefined && !current()?.code;

/** What the ballot of a paper is tied to, and its stub, from the random bytes and the leaf of the ballot; there is none
 *  without a poll book.
 *  @type {(frozen: Frozen, whose: Api.Paper) =>
 *   { owner: string, sign: (random: Bytes, leaf: string) => SentStub | undefined }} */
export function signerOf({ manifest, hash }, { owner }) {
  if (!manifest.pollBook) return { owner, sign: () => undefined };
  const code = /** @type {Bytes} */ (unbase64(current()?.code ?? ""));
  const seed = voteSeed(code, manifest.number ?? 0, owner);
  const voteKey = base64(publicKey(seed));
  return {
    owner: voteKey,
    sign(random, leaf) {
      const pad = stubPad(random);
      const stub = signStub(seed, manifest.electionId, hash, bound(pad, /** @type {Bytes} */ (unhex(leaf))));
      return { stubPad: base64(pad), voteKey, stub: base64(stub) };
    },
  };
}

/** What the ballot page says of the poll book: nothing where neither the election nor the slip has to do with one.
 *  @type {(frozen: Frozen) => Child} */
export function pollBookLine({ manifest }) {
  if (manifest.pollBook) return h("p", { class: "muted" }, t("voter.stub.book"));
  return current()?.code && h("p", { class: "muted" }, t("voter.stub.noBook"));
}
