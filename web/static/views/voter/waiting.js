// Sealed ballots that were sent and have no receipt yet. They stay in the browser, also when it is
// closed, until the server answers: then the same ballot is sent again. They do not tell the choice.

import { current } from "../../lib/session.js";
import { browser } from "../../lib/storage.js";

const KEY = "ostrakon.waiting";

/**
 * A sealed ballot on its way, with what its receipt will have: bytes as base64, the leaf that it
 * must get, whose paper it is, with a poll book its stub, and with a proof of the count its commitment.
 * @typedef {{ electionId: string, title: string, paperId: string, sealed: string, commitment?: string, pad: string,
 *   leaf: string, code: string, owner: string, name: string, stub?: import("./signer.js").SentStub }} Envelope
 */

/** @type {(electionId: string, paperId: string) => string} */
const nameOf = (electionId, paperId) => `${current()?.user.id}/${electionId}/${paperId}`;

/** @type {() => Record<string, Envelope>} */
const read = () => browser.read(KEY) ?? {};

/** Keeps a ballot until its receipt is there. Answers whether the browser lets the page do so.
 *  @type {(envelope: Envelope) => boolean} */
export const keepEnvelope = (envelope) =>
  browser.write(KEY, { ...read(), [nameOf(envelope.electionId, envelope.paperId)]: envelope });

/** Lets go of a ballot.
 *  @type {(envelope: Envelope) => void} */
export function dropEnvelope({ electionId, paperId }) {
  const { [nameOf(electionId, paperId)]: _, ...others } = read();
  browser.write(KEY, others);
}

/** The ballot of the signed-in voter that waits for its receipt on a paper.
 *  @type {(electionId: string, paperId: string) => Envelope | undefined} */
export const envelopeOf = (electionId, paperId) => read()[nameOf(electionId, paperId)];

/** The elections in which a ballot of anybody waits in this browser.
 *  @type {() => string[]} */
export const waitingTitles = () => [...new Set(Object.values(read()).map(({ title }) => title))];

/** All ballots of the signed-in voter that wait.
 *  @type {() => Envelope[]} */
export const envelopes = () =>
  Object.entries(read()).filter(([name]) => name.startsWith(`${current()?.user.id}/`)).map(([, one]) => one);
