// The voter's list of elections.

import { get } from "../../lib/api.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { dateTime, list, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { replace } from "../../lib/router.js";
import { current, updateUser } from "../../lib/session.js";
import { empty, growingList, notice } from "../../lib/states.js";
import { boardLine } from "./account.js";
import { openCalls } from "./calls.js";
import { openPapers, routeOf } from "./papers.js";
import { envelopes } from "./waiting.js";
import { OPEN, openElections, watchOpen } from "./watch.js";

const COMPLETED = "/api/user/elections?status=COMPLETED&earlier=false";
const EARLIER = "/api/user/elections?status=COMPLETED&earlier=true";

/** @type {View} */
export async function electionsView(signal) {
  const [active, completed, earlier, coming, calls] = await Promise.all([openElections(signal), get(COMPLETED, signal),
    get(EARLIER, signal), get("/api/user/elections/coming", signal), openCalls(signal), readTurnouts(signal),
    reviewAdmission(signal)]);
  const cards = () => h("ul", { class: "cards cards-wide" });
  const open = growingList({ path: OPEN, page: active, item: activeCard, signal, list: cards(),
    none: empty(h("p", {}, t("voter.elections.current.none"))) });
  const over = growingList({
    path: COMPLETED, page: completed, item: completedCard, signal, list: cards(),
    none: empty(h("p", {}, t("voter.elections.completed.none"))),
  });
  const past = growingList({ path: EARLIER, page: earlier, item: completedCard, signal, list: cards() });
  const folded = h("details", { hidden: earlier.items.length === 0 },
    h("summary", {}, t("voter.elections.earlier")), past);
  const waits = coming.items.length > 0 && !active.items.some(canVote);
  let known = active.items;
  watchOpen(signal, async (page) => {
    const ids = known.map(({ id }) => id);
    const fresh = page.items.filter(({ id }) => !ids.includes(id));
    const now = page.items.filter(canVote);
    // They came with a link from before the opening: the ballot comes by itself.
    if (waits && now.length === 1 && !page.next) return replace(`elections/${now[0].id}`);
    if (fresh.length > 0 || page.items.length < ids.length) { // what else is new leaves the cards under a finger
      await readTurnouts(signal);
      open.show(page, OPEN);
      over.show(await get(COMPLETED, signal), COMPLETED);
      const ended = await get(EARLIER, signal);
      past.show(ended, EARLIER);
      folded.hidden = ended.items.length === 0;
    }
    known = page.items;
    if (fresh.length > 0) announce(t("voter.elections.new", { title: list(fresh.map(({ title }) => title)) }));
  }, active);
  return h("article", {},
    h("h1", {}, t("voter.elections")),
    boardLine(),
    admissionNotice(),
    envelopes().map(({ electionId, paperId, title }) => notice("problem",
      h("p", {}, t("voter.cast.waiting", { title })),
      h("p", {}, h("a", { class: "button button-quiet", href: `#${routeOf(electionId, paperId)}/receipt` },
        t("voter.cast.waiting.go"))))),
    calls.length > 0 && notice("info",
      h("p", {}, t("voter.nominate.open", { titles: list(calls.map(({ title }) => title)) })),
      h("p", {}, h("a", { class: "button button-quiet", href: "#nominate" }, t("voter.nominate")))),
    coming.items.length > 0 && section(t("voter.coming"), h("div", {},
      waits && h("p", {}, t("voter.coming.lead")),
      h("ul", { class: "cards cards-wide" }, coming.items.map(({ title, opens }) => h("li", { class: "card" },
        h("div", { class: "card-head" }, h("h3", {}, title)), h("p", {}, t("voter.coming.opens", { opens }))))))),
    section(t("voter.elections.current"), open),
    section(t("voter.elections.completed"), over),
    folded);
}

/** How many have voted in the open elections, by id, when the cards were drawn.
 *  @type {Map<string, Api.Turnout>} */
const turnouts = new Map();

/** @type {(signal: AbortSignal) => Promise<void>} */
async function readTurnouts(signal) {
  const { items } = await get("/api/user/elections/turnout", signal);
  for (const { id, turnout } of items) turnouts.set(id, turnout);
}

/** @type {(election: Api.ElectionOutline) => boolean} */
const canVote = (election) => openPapers(election).length > 0 && !isWaiting(election);

// Whether the person has asked for a review and is not admitted yet.
const isApplicant = () => {
  const user = current()?.user;
  return Boolean(user?.application && !user.admission);
};

// An applicant may have been admitted since they signed in.
/** @type {(signal: AbortSignal) => Promise<void>} */
async function reviewAdmission(signal) {
  if (isApplicant()) updateUser(await get("/api/user/profile", signal));
}

/** @type {() => Child} */
function admissionNotice() {
  if (!isApplicant()) return null;
  return notice(current()?.user.decision ? "problem" : "info", h("p", {}, admissionWords()));
}

// Why a person who was not admitted cannot vote.
function admissionWords() {
  const user = current()?.user;
  const decision = user?.decision;
  if (decision && !decision.admitted) return t("voter.application.refused", { reason: decision.reason });
  return user?.application ? t("voter.application.waiting") : t("voter.notAdmitted.reason");
}

/** @type {(title: string, list: HTMLElement) => HTMLElement} */
const section = (title, list) => h("section", {}, h("h2", {}, title), list);

// Whether a sealed ballot of the voter waits for its receipt in this browser.
/** @type {(election: Api.ElectionOutline) => boolean} */
const isWaiting = ({ id }) => envelopes().some(({ electionId }) => electionId === id);

/** @type {(election: Api.ElectionOutline) => HTMLElement} */
function activeCard(election) {
  if (isWaiting(election)) { // the notice above the list has the only way on
    return card(election, h("span", { class: "badge badge-quiet" }, t("voter.cast.waiting.badge")),
      [h("p", { class: "muted" }, contentWords(election)), turnoutLine(turnouts.get(election.id))], null);
  }
  const { can, badge, tone } = standing(election);
  const givers = openPapers(election).filter(({ id }) => id !== "");
  return card(election, h("span", { class: `badge badge-${tone}` }, badge), [
    election.closesAt && can && h("p", { class: "muted" },
      t("voter.card.closes", { time: dateTime(election.closesAt, election.timeZone) })),
    h("p", { class: "muted" }, contentWords(election)),
    turnoutLine(turnouts.get(election.id)),
    givers.length > 0 && alsoFor(givers),
    proxyLine(election),
  ], can || givers.length > 0
    ? link(election, t("voter.card.vote"), t("voter.card.vote.in", { title: election.title }), "button")
    : link(election, t("voter.card.details"), t("voter.card.of", { title: election.title }), "button button-quiet"));
}

/** @type {(givers: Api.Paper[]) => HTMLElement} */
export const alsoFor = (givers) => h("p", {}, t("voter.paper.also", { names: list(givers.map(({ name }) => name)) }));

/** Who votes or voted for the person; nothing if nobody does, or they voted themselves.
 *  @type {(election: Pick<Api.ElectionOutline, "proxy" | "hasVoted" | "eligibility">) => Child} */
export function proxyLine({ proxy, hasVoted, eligibility }) {
  if (!proxy || hasVoted && !proxy.hasVoted) return null;
  const { name } = proxy;
  return h("p", {}, proxy.hasVoted ? t("voter.proxy.voted", { name })
    : eligibility.reason === "proxy_given" ? t("voter.proxy.votes", { name }) : t("voter.proxy.holds", { name }));
}

/** How much there is to decide.
 *  @type {(election: Api.ElectionOutline) => string} */
const contentWords = ({ questionCount, candidateCount }) => (candidateCount
  ? t("voter.card.candidates", { n: candidateCount }) : t("voter.card.questions", { n: questionCount }));

/** @type {(election: Api.ElectionOutline) => HTMLElement} */
function completedCard(election) {
  const { cancelled, completedAt, hasVoted, resultsCalculated, timeZone, proxy } = election;
  const word = resultsCalculated ? t("voter.card.results") : t("voter.card.details");
  const badge = cancelled ? h("span", { class: "badge badge-quiet" }, t("voter.cancelled")) : hasVoted &&
    h("span", { class: "badge badge-done" }, t(proxy?.hasVoted ? "voter.proxy" : "voter.voted"));
  return card(election, badge, [
    completedAt && !cancelled && h("p", { class: "muted" },
      t("voter.completed", { time: dateTime(completedAt, timeZone) })),
    hasVoted && proxyLine(election),
    turnoutLine(election.turnout),
    !resultsCalculated && !cancelled && h("p", { class: "muted" }, t("voter.card.noResults")),
  ], link(election, word, t("voter.card.of", { title: election.title }), "button button-quiet"));
}

/** @type {(turnout: Api.Turnout | undefined) => Child} */
export const turnoutLine = (turnout) => turnout &&
  h("p", { class: "muted" }, t("voter.turnout.words", { turnout: turnoutWords(turnout) }));

/** @type {(election: Api.ElectionOutline, badge: Child, facts: Child, action: Child) =>
 *   HTMLElement} */
function card({ title }, badge, facts, action) {
  return h("li", { class: "card" },
    h("div", { class: "card-head" }, h("h3", {}, title), badge),
    facts,
    action && h("p", { class: "card-action" }, action));
}

// Links that look the same lead to different elections. Hidden words tell them apart.
/** @type {(election: Api.ElectionOutline, word: string, which: string, style: string) =>
 *   HTMLElement} */
function link({ id }, word, which, style) {
  return h("a", { class: style, href: `#elections/${id}` }, word, hiddenText(` ${which}`));
}

// Whether this voter can vote in an active election, and why not. The server knows.
/** @type {(election: Api.ElectionOutline | Api.VoterElection) => { can: boolean, badge: string, tone: string,
 *   reason?: string }} */
export function standing({ eligibility, opensAt = "", closesAt = "", timeZone, proxy }) {
  /** @type {(badge: string, reason: string, tone?: string) => ReturnType<typeof standing>} */
  const not = (badge, reason, tone = "quiet") => ({ can: false, badge, tone, reason });
  switch (eligibility.reason) {
    case "already_voted":
      return proxy?.hasVoted ? not(t("voter.proxy"), t("voter.proxy.voted", { name: proxy.name }), "done")
        : not(t("voter.voted"), t("voter.voted.reason"), "done");
    case "on_paper": return not(t("voter.paper"), t("voter.paper.reason"), "done");
    case "voting_closed": return not(t("voter.closed"),
      t("voter.closed.reason", { time: dateTime(closesAt, timeZone) }));
    case "not_admitted": return not(t("voter.notAdmitted"), admissionWords());
    case "not_in_electorate": return not(t("voter.notOnRoll"), t("voter.notOnRoll.reason"));
    case "not_present": return not(t("voter.notPresent"), t("voter.notPresent.reason"));
    case "proxy_given": return not(t("voter.proxy"), t("voter.proxy.votes", { name: proxy?.name ?? "" }));
    case "voting_stopped": return not(t("shell.stopped"), t("voter.stopped.reason"));
    case "key_missing": return not(t("shell.stopped"), t("voter.keyMissing.reason"));
    case "voting_not_open": return not(t("voter.notOpen"),
      t("voter.notOpen.reason", { time: dateTime(opensAt, timeZone) }));
  }
  return { can: true, badge: t("voter.open"), tone: "open" };
}
