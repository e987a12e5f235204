// Voting: choose, check, cast.

import { ApiError, get, post } from "../../lib/api.js";
import { newNonce } from "../../lib/code.js";
import { announce, h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { go, notify, present, refresh, replace, setRoute } from "../../lib/router.js";
import { current, onChange } from "../../lib/session.js";
import { explain } from "../../lib/states.js";
import { backLink } from "./back.js";
import { candidateCard } from "./candidate.js";
import { keepReceipt } from "./kept.js";
import { receiptView, recordedView } from "./receipt.js";

// Choices that are not cast yet, only in memory. They survive the end of a session, for the same
// voter, but not a sign-out.
/** @type {Map<string, string>} */
const choices = new Map();
onChange((reason) => {
  if (reason === "signed-out") choices.clear();
});
/** @type {(electionId: string) => string} */
const choiceKey = (electionId) => `${current()?.user.id}/${electionId}`;

/** The ballot paper: every candidate, one choice.
 *  @type {(signal: AbortSignal, election: Api.VoterElection) => HTMLElement} */
export function ballotView(signal, election) {
  const key = choiceKey(election.id);
  const chosen = () => election.candidates.find(({ id }) => id === choices.get(key));
  const standing = h("p", { class: "ballot-standing" }, standingWords(chosen()));
  const problem = h("p", { class: "field-error", id: "ballot-problem", hidden: true }, t("voter.ballot.missing"));

  /** @type {(event: Event) => void} */
  const choose = ({ target }) => {
    choices.set(key, /** @type {HTMLInputElement} */ (target).value);
    standing.textContent = standingWords(chosen());
    problem.hidden = true;
  };
  /** @type {(event: Event & { currentTarget: HTMLElement }) => void} */
  const review = (event) => {
    event.preventDefault();
    if (chosen()) {
      go(`elections/${election.id}/review`);
      return;
    }
    problem.hidden = false;
    announce(problem.textContent);
    event.currentTarget.querySelector("input")?.focus();
  };
  // A browser may restore the page from memory as it was before the vote was cast elsewhere.
  window.addEventListener("pageshow", (event) => { if (event.persisted) refresh(); }, { signal });

  const cards = election.candidates.map((candidate) => candidateCard(candidate, signal, {
    radio: { name: "candidate", value: candidate.id, checked: candidate.id === choices.get(key) },
  }));
  return h("article", { class: "narrow" },
    backLink(),
    h("h1", {}, election.title),
    election.description && h("p", { class: "prose" }, election.description),
    election.closesAt && h("p", { class: "muted" }, t("voter.ballot.closes", { time: dateTime(election.closesAt) })),
    h("form", { class: "ballot", novalidate: true, autocomplete: "off", on: { submit: review, change: choose } },
      h("fieldset", { "aria-describedby": "ballot-problem" },
        h("legend", {}, t("voter.ballot.choose")), problem, h("div", { class: "cards" }, cards)),
      h("div", { class: "ballot-bar" }, standing, h("button", { type: "submit", class: "button" }, t("voter.ballot.check")))));
}

/** @type {(candidate?: Api.Candidate) => string} */
function standingWords(candidate) {
  return candidate ? t("voter.ballot.chosen", { name: candidate.name }) : t("voter.ballot.notChosen");
}

/** The last look before the vote is cast.
 *  @type {(signal: AbortSignal, electionId: string) => Promise<HTMLElement | undefined>} */
export async function reviewView(signal, electionId) {
  const election = await get(`/api/user/elections/${electionId}`, signal);
  const candidate = election.candidates.find(({ id }) => id === choices.get(choiceKey(electionId)));
  if (!candidate || !election.eligibility.may) {
    if (!signal.aborted) replace(`elections/${electionId}`);
    return undefined;
  }
  const problem = h("div", { class: "notice notice-problem", tabindex: "-1", hidden: true });
  const onCast = async () => {
    if (button.disabled) return;
    button.disabled = true;
    button.textContent = t("voter.review.casting");
    back.hidden = true;
    problem.hidden = true;
    announce(button.textContent);
    const refused = await cast(election, candidate);
    if (!refused) return;
    problem.replaceChildren(h("p", {}, refused));
    problem.hidden = false;
    problem.focus();
    button.disabled = false;
    button.textContent = t("voter.review.cast");
    back.hidden = false;
  };
  const back = h("a", { class: "button button-quiet", href: `#elections/${electionId}` }, t("voter.review.change"));
  const button = h("button", { type: "button", class: "button", on: { click: onCast } }, t("voter.review.cast"));

  return h("article", { class: "narrow" },
    h("h1", {}, t("voter.review.title")),
    h("div", { class: "slip" },
      candidateCard({ ...candidate, description: "" }, signal),
      h("p", { class: "slip-words" }, rich("voter.review.words", {
        candidate: h("strong", {}, candidate.name), election: h("strong", {}, election.title),
      }))),
    problem,
    h("p", { class: "actions" }, button, back));
}

/**
 * Casts the vote and goes on to the receipt. Resolves to what to tell the voter if that failed and
 * another try makes sense. The request has no signal: to leave the page must not leave a vote in
 * doubt.
 * @type {(election: Api.VoterElection, candidate: Api.Candidate) => Promise<string>}
 */
async function cast(election, candidate) {
  const key = choiceKey(election.id);
  const path = /** @type {const} */ (`/api/user/elections/${election.id}`);
  try {
    const clientNonce = newNonce();
    const receipt = { ...await post(`${path}/vote`, { candidateId: candidate.id, clientNonce }), clientNonce };
    choices.delete(key);
    keepReceipt(receipt);
    setRoute(`elections/${election.id}/receipt`); // replaces the review, to which Back must not return
    present((signal) => receiptView(signal, election, receipt));
    return "";
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "unreachable") return afterSilence(election, path, key);
    if (error.status === 401) return ""; // the sign-in form is on the screen now, and the choice is kept
    if (error.code === "already_voted") {
      choices.delete(key);
      notify("info", t("voter.review.already"));
      replace(`elections/${election.id}`);
      return "";
    }
    return explain(error);
  }
}

// No answer came, or half of one: the vote may or may not have been taken. The server knows which.
/** @type {(election: Api.VoterElection, path: `/api/user/elections/${string}`, key: string) =>
 *   Promise<string>} */
async function afterSilence(election, path, key) {
  try {
    const { hasVoted } = await get(`${path}/has-voted`);
    if (!hasVoted) return t("voter.review.notCast");
  } catch {
    return t("voter.review.unknown");
  }
  choices.delete(key);
  setRoute(`elections/${election.id}`);
  present(() => recordedView(election));
  return "";
}
