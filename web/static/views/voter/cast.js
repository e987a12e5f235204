// Casting a sealed ballot. When no answer comes, the same ballot is sent again until its receipt is
// there: the server gives the same receipt again, whatever has happened since.
//
// keys: voter.cast.* voter.stub.slip_unknown voter.stub.slip_used voter.stub.stub_invalid

import { ApiError, codeOf, get, post } from "../../lib/api.js";
import { base64, unbase64 } from "../../lib/bytes.js";
import { verify } from "../../lib/crypto/ed25519.js";
import { announce, h } from "../../lib/dom.js";
import { has, t } from "../../lib/i18n.js";
import { numberWords } from "../../lib/leaf.js";
import { installationOf } from "../../lib/note.js";
import { pause } from "../../lib/poll.js";
import { promiseOf, tagOf } from "../../lib/receipt.js";
import { notify, present, replace, setRoute } from "../../lib/router.js";
import { forgetCode } from "../../lib/session.js";
import { explain } from "../../lib/states.js";
import { frozenElection, OtherKeys } from "./custody.js";
import { keepReceipt, keptReceipt } from "./kept.js";
import { routeOf } from "./papers.js";
import { receiptView } from "./receipt.js";
import { dropEnvelope, envelopeOf, keepEnvelope } from "./waiting.js";

/** @import { KeptReceipt } from "../../lib/receipt.js" */
/** @import { Envelope } from "./waiting.js" */

const LONGEST_WAIT = 30; // seconds between two tries

/** The receipt again, if this tab still has it, or the ballot that waits for it, or else the election.
 *  @type {(signal: AbortSignal, electionId: string, paperId: string) =>
 *   Promise<HTMLElement | undefined>} */
export async function receiptAgainView(signal, electionId, paperId) {
  const receipt = keptReceipt(electionId, paperId);
  const waiting = envelopeOf(electionId, paperId);
  if (waiting) return castView(signal, waiting);
  if (!receipt) {
    replace(`elections/${electionId}`);
    return undefined;
  }
  return receiptView(signal, await get(`/api/user/elections/${electionId}`, signal), paperId, receipt);
}

/** Sends a ballot for the first time, and shows what becomes of it.
 *  @type {(envelope: Envelope) => void} */
export function cast(envelope) {
  const kept = keepEnvelope(envelope);
  // replaces the review, to which Back must not return
  setRoute(`${routeOf(envelope.electionId, envelope.paperId)}/receipt`);
  // The second press of a double click must not select what is shown in place of the button.
  document.addEventListener("mousedown", (event) => { if (event.detail > 1) event.preventDefault(); }, { once: true });
  present((signal) => castView(signal, envelope, kept));
}

/**
 * A ballot on its way. Without `kept`, only this page has it, so the browser asks before it is left.
 * @type {(signal: AbortSignal, envelope: Envelope, kept?: boolean) => HTMLElement}
 */
export function castView(signal, envelope, kept = true) {
  const heading = h("h1", {});
  const words = h("p", { class: "lead" });
  const again = h("button", { type: "button", class: "button", hidden: true }, t("voter.cast.again"));
  /** @type {(title: string, text: string, button?: boolean) => void} */
  const show = (title, text, button = false) => {
    heading.textContent = title;
    words.textContent = text;
    again.hidden = !button;
    announce(`${title} ${text}`);
  };
  /** @type {(event: Event) => void} */
  const guard = (event) => event.preventDefault();
  if (!kept) window.addEventListener("beforeunload", guard, { signal });
  show(t("voter.cast.sending"), t("voter.cast.sending.lead"));
  setTimeout(() => keepTrying(signal, envelope, again, show)); // once this is shown
  return h("article", { class: "narrow" },
    heading, words,
    h("dl", { class: "facts" },
      h("dt", {}, t("voter.receipt.election")), h("dd", {}, envelope.title),
      envelope.paperId && [h("dt", {}, t("voter.receipt.for")), h("dd", {}, envelope.name)],
      h("dt", {}, t("voter.receipt.leaf")), h("dd", { class: "code" }, numberWords(envelope.leaf))),
    h("p", { class: "actions" }, again));
}

/** @type {(signal: AbortSignal, envelope: Envelope, again: HTMLElement,
 *   show: (title: string, text: string, button?: boolean) => void) => Promise<void>} */
async function keepTrying(signal, envelope, again, show) {
  for (let seconds = 1; !signal.aborted; seconds = Math.min(2 * seconds, LONGEST_WAIT)) {
    const outcome = await tryOnce(signal, envelope);
    if (signal.aborted || outcome === "done") return;
    if (outcome instanceof Error) {
      if (isFinal(outcome)) return refused(envelope, outcome);
      // the sign-in form is on the screen now, and the ballot is kept
      if (outcome instanceof ApiError && outcome.status === 401) return;
      const { title, text } = wordsOf(outcome, seconds);
      show(title, text, true);
    }
    await pause(signal, 1000 * seconds, [window, "online"], [again, "click"]);
    if (!signal.aborted) show(t("voter.cast.sending"), t("voter.cast.sending.lead"));
  }
}

/**
 * Sends a ballot. The request has no signal: to leave the page must not leave a vote in doubt.
 * @type {(signal: AbortSignal, envelope: Envelope) => Promise<"done" | Error>}
 */
async function tryOnce(signal, envelope) {
  const { electionId, paperId, sealed, commitment, pad, owner, stub } = envelope;
  try {
    const tiedTo = stub ? unbase64(stub.voteKey) ?? "" : owner;
    const tag = base64(tagOf(unbase64(pad) ?? new Uint8Array(), tiedTo)); // as the ballot was sealed with
    const given = await post(`/api/user/elections/${electionId}/ballots`,
      { sealed, commitment, pad, tag, ...stub, ...paperId && { paper: paperId } });
    const { leaf, signature } = given;
    const receipt = receiptOf(envelope, given);
    const { manifest } = await frozenElection(electionId, signal);
    if (leaf !== envelope.leaf || given.electionId !== electionId ||
      !verify(installationOf(manifest).key, promiseOf(receipt), unbase64(signature))) return new WrongReceipt();
    keepReceipt(receipt, paperId);
    dropEnvelope(envelope);
    if (signal.aborted) return "done";
    const election = await get(`/api/user/elections/${electionId}`, signal);
    if (!signal.aborted) present((later) => receiptView(later, election, paperId, receipt));
    return "done";
  } catch (error) {
    if (error instanceof OtherKeys) return new WrongReceipt(); // since the ballot was sealed, the server shows them
    return error instanceof ApiError ? error : new ApiError({ code: "unreachable" }); // half an answer is none
  }
}

/** What the voter keeps: with a poll book the line that the ballot used says whose it is, and otherwise the owner does.
 *  @type {(envelope: Envelope, given: Api.BallotReceipt) => KeptReceipt} */
function receiptOf({ electionId, code, pad, owner, stub }, { leaf, signature, line }) {
  const common = { electionId, leaf, signature, code, pad };
  return stub ? { ...common, line, stubPad: stub.stubPad } : { ...common, owner };
}

/** The receipt is not of this ballot, or not signed with the key of the election. */
class WrongReceipt extends Error {}

/** Whether the server refused the ballot for good: 401 waits for a sign-in, and the others for time.
 *  @type {(error: Error) => boolean} */
const isFinal = (error) => error instanceof ApiError && error.status >= 400 && error.status < 500 &&
  ![401, 408, 429].includes(error.status) && error.code !== "voting_not_open";

/** @type {(error: Error, seconds: number) => { title: string, text: string }} */
function wordsOf(error, seconds) {
  if (error instanceof WrongReceipt) return { title: t("voter.cast.wrong"), text: t("voter.cast.wrong.lead") };
  if (error instanceof ApiError && error.code !== "unreachable") {
    return { title: t("voter.cast.busy"), text: `${explain(error)} ${t("voter.cast.next", { n: seconds })}` };
  }
  if (!navigator.onLine) return { title: t("voter.cast.offline"), text: t("voter.cast.offline.lead") };
  return { title: t("voter.cast.silent"),
    text: `${t("voter.cast.silent.lead")} ${t("voter.cast.next", { n: seconds })}` };
}

/** The ballot is not in the box and cannot get there.
 *  @type {(envelope: Envelope, error: Error) => void} */
function refused(envelope, error) {
  const { electionId, paperId, name } = envelope;
  dropEnvelope(envelope);
  const code = codeOf(error);
  const voted = code === "already_voted";
  if (voted) notify("info", paperId ? t("voter.paper.cast", { name }) : t("voter.review.already"));
  else notify("problem", `${t("voter.cast.refused")} ${refusedWords(error)}`);
  if (code === "slip_unknown") forgetCode(); // the page asks for another slip
  replace(voted ? `elections/${electionId}` : routeOf(electionId, paperId));
}

/** Why the ballot was refused; about the poll book, also what to do.
 *  @type {(error: Error) => string} */
function refusedWords(error) {
  const key = `voter.stub.${codeOf(error)}`;
  return has(key) ? t(key) : explain(error);
}
