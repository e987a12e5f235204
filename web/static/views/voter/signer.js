// With a poll book, the code of the voter's slip signs a stub beside each ballot.

import { base64, unbase64, unhex } from "../../lib/bytes.js";
import { publicKey } from "../../lib/crypto/ed25519.js";
import { current } from "../../lib/session.js";
import { voteSeed } from "../../lib/slipcode.js";
import { bound, signStub, stubPad } from "../../lib/stub.js";

/** @import { Frozen } from "../../lib/ballot.js" */

/** What the server gets of a stub, as base64.
 *  @typedef {{ stubPad: string, voteKey: string, stub: string }} SentStub */

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
