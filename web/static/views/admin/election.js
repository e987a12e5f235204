// One election: its status, what to do next, its questions and rules.
//
// keys: admin.election.tieBreak.* admin.election.electorate.*

import { download, get } from "../../lib/api.js";
import { turnoutBar } from "../../lib/bar.js";
import { copyable } from "../../lib/copy.js";
import { announce, h } from "../../lib/dom.js";
import { clock, dateTime, turnoutWords } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { newsOf } from "../../lib/news.js";
import { refresh } from "../../lib/router.js";
import { explain, notice } from "../../lib/states.js";
import { newCandidate } from "./candidates.js";
import { sheetsCount, tableSection } from "./count.js";
import { cancelElection, moveEnd } from "./end.js";
import { badge, electionTrail, facts, page, standing } from "./frame.js";
import { keySection, keyStep, keysReady } from "./key.js";
import { closeElection, countElection, deleteElection, openElection } from "./lifecycle.js";
import { optionsSection, ruleSection } from "./question.js";
import { questionsSection } from "./questions.js";
import { isMost, isReady, ruleWords, titleOf, wanted } from "./rules.js";
import { quorumWords } from "./threshold.js";
import { witnessSection } from "./witnesses.js";

/**
 * Milliseconds between requests for the turnout of an open election, while somebody looks at it.
 */
const POLL = 5_000;

/** An election of any status. The turnout of an open one stays up to date.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function electionView(signal, info, id) {
  const election = await get(`/api/admin/elections/${id}`, signal);
  const at = standing(election);
  const next = { DRAFT: draftPanel, ACTIVE: openPanel, COMPLETED: closedPanel, COUNTED: countedPanel, CANCELLED: cancelledPanel }[at];
  return page({ info, section: "elections", trail: electionTrail(), title: election.title, beside: badge(election) },
    election.description && h("p", { class: "prose lead" }, election.description),
    newsOf(election).map((words) => notice("info", h("p", {}, words))),
    await next(election, signal),
    at === "COMPLETED" && election.custody === "holders" && tableSection(election),
    at !== "CANCELLED" && keySection(election),
    witnessSection(election),
    (at === "ACTIVE" || at === "COMPLETED") && election.custody === "server" && sheetSection(election),
    election.questions.length > 1 ? questionsSection(election, signal) : onlyQuestion(election, signal),
    rules(election, info));
}

// A question alone is on the page of its election. If it has the title of the election and the most
// votes win, it shows no more than its candidates.
/** @type {(election: Api.Election, signal: AbortSignal) => Child[]} */
function onlyQuestion(election, signal) {
  const { id, status, questions: [question] } = election;
  const { title } = question;
  const plain = isMost(question);
  return [
    (!plain || (title && title !== election.title)) && h("section", {},
      h("h2", {}, titleOf(election, question)),
      question.text && h("p", { class: "prose" }, question.text),
      ruleSection(election, question)),
    optionsSection(election, question, signal),
    status === "DRAFT" && h("p", { class: "entry-actions" },
      plain && h("a", { href: `#elections/${id}/questions/${question.id}/rule` }, t("paper.rule.another")),
      h("a", { href: `#elections/${id}/questions/new` }, t("paper.add"))),
  ];
}

/** @type {(title: string, ...content: Child[]) => HTMLElement} */
function panel(title, ...content) {
  return h("section", { class: "panel next" }, h("h2", {}, title), content);
}

/** @type {(label: string, click: () => unknown, kind?: string) => HTMLButtonElement} */
const button = (label, click, kind = "") =>
  h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);

/** @type {(election: Api.Election) => HTMLElement} */
function draftPanel(election) {
  const { id, questions, settings, opensAt } = election;
  const lacking = questions.find((question) => !isReady(question));
  /** @type {(done: boolean, label: string) => HTMLElement} */
  const step = (done, label) => h("li", { class: done ? "task task-done" : "task" },
    h("span", {}, label), h("span", { class: "task-state" }, t(done ? "admin.election.step.done" : "admin.election.step.todo")));
  return panel(t("admin.election.draft"),
    h("p", {}, t("admin.election.draft.lead")),
    h("ol", { class: "tasks" },
      step(true, t("admin.election.step.title")),
      step(!lacking, stepWords(questions)),
      step(keysReady(election), keyStep(election)),
      step(false, t("admin.election.step.open"))),
    settings.autoOpen && opensAt && h("p", {}, t("paper.opensItself", { time: dateTime(opensAt, election.timeZone) })),
    h("p", { class: "actions" },
      lacking
        ? h("a", { class: "button", href: newCandidate(election, lacking) },
          questions.length > 1 ? t("paper.candidates.add", { title: titleOf(election, lacking) }) : t("admin.candidates.add"))
        : keysReady(election)
          ? button(t("admin.election.open"), () => openElection(election))
          : h("a", { class: "button", href: `#elections/${id}/key` }, t("holder.key.invite")),
      h("a", { class: "button button-quiet", href: `#elections/${id}/edit` }, t("admin.election.edit")),
      button(t("admin.election.delete"), () => deleteElection(election), "button-quiet button-risky")));
}

/** @type {(questions: Api.Question[]) => string} */
function stepWords(questions) {
  const [only] = questions;
  if (questions.length > 1) return t("admin.election.step.questions", { n: questions.filter(isReady).length, of: questions.length });
  if (only.method === "motion") return t("admin.election.step.motion");
  return t("admin.election.step.candidates", { wanted: wanted(only), n: only.candidates.length });
}

/** @type {(election: Api.Election, signal: AbortSignal) => HTMLElement} */
function openPanel(election, signal) {
  const { opensAt, closesAt, timeZone } = election;
  const early = opensAt && Date.parse(opensAt) > Date.now();
  return panel(t("admin.election.live"),
    h("p", {}, early ? t("admin.election.live.early", { time: dateTime(opensAt, timeZone) }) : t("admin.election.live.lead")),
    liveTurnout(election, signal),
    h("p", { class: "actions" },
      // An election that closes by itself needs nobody to close it.
      closesAt ? joinLink("") : button(t("admin.election.close"), () => closeElection(election)),
      closesAt ? [
        button(t("admin.election.moveEnd"), () => moveEnd(election), "button-quiet"),
        button(t("admin.election.close"), () => closeElection(election), "button-quiet"),
      ] : joinLink("button-quiet"),
      boardLink(election),
      button(t("admin.election.cancel"), () => cancelElection(election), "button-quiet button-risky")));
}

/** @type {(kind: string) => HTMLElement} */
const joinLink = (kind) => h("a", { class: `button ${kind}`, href: "#join" }, t("admin.join.link"));

// The turnout is requested again and again, and not announced to screen readers: their users ask
// with the button.
/** @type {(election: Api.Election, signal: AbortSignal) => HTMLElement} */
function liveTurnout(election, signal) {
  const place = h("div", {});
  const figure = h("strong", { class: "turnout-figure" });
  const words = h("p", { class: "turnout-words" });
  const state = h("p", { class: "muted" });
  const now = button(t("admin.election.turnout.now"), ask, "button-quiet button-small");
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;

  /** @type {(election: Api.Election) => void} */
  function show({ turnout }) {
    figure.textContent = t("admin.election.turnout.ballots", { n: turnout.ballots });
    words.textContent = turnoutWords(turnout);
    place.replaceChildren(turnoutBar(turnout));
    state.textContent = t("admin.election.turnout.at", { time: clock(Date.now()) });
  }

  async function load() {
    const fresh = await get(`/api/admin/elections/${election.id}`, signal);
    if (signal.aborted) return fresh;
    election.turnout = fresh.turnout; // the dialog before the close shows it too
    if (fresh.status !== election.status) refresh(); // somebody or the clock has closed it
    else show(fresh);
    return fresh;
  }

  async function ask() {
    now.disabled = true;
    try {
      announce(turnoutWords((await load()).turnout));
    } catch (error) {
      state.textContent = explain(error);
      announce(state.textContent);
    } finally {
      now.disabled = false;
    }
  }

  async function poll() {
    if (signal.aborted) return;
    if (document.visibilityState === "visible" && navigator.onLine) {
      await load().catch((error) => { if (!signal.aborted) state.textContent = explain(error); });
    }
    timer = setTimeout(poll, POLL);
  }

  show(election);
  timer = setTimeout(poll, POLL);
  signal.addEventListener("abort", () => clearTimeout(timer));
  return h("div", { class: "turnout" }, figure, place, words, h("div", { class: "turnout-state" }, state, now));
}

/** @type {(election: Api.Election, signal: AbortSignal) => Promise<HTMLElement>} */
async function closedPanel(election, signal) {
  const sheets = election.custody === "holders" && await sheetsCount(election, signal);
  return panel(t("admin.election.closed"),
    h("p", {}, t("admin.election.closed.lead")),
    h("p", {}, t("admin.turnout", { turnout: turnoutWords(election.turnout) })),
    turnoutBar(election.turnout),
    sheets,
    h("p", { class: "actions" },
      !sheets && button(t("admin.election.count"), () => countElection(election)),
      boardLink(election)));
}

/** @type {(election: Api.Election) => HTMLElement} */
function countedPanel(election) {
  return panel(t("admin.election.counted"),
    h("p", {}, t("admin.election.counted.lead")),
    h("p", {}, t("admin.turnout", { turnout: turnoutWords(election.turnout) })),
    turnoutBar(election.turnout),
    h("p", { class: "actions" },
      h("a", { class: "button", href: `#elections/${election.id}/results` }, t("admin.election.results")),
      boardLink(election)));
}

/** @type {(election: Api.Election) => HTMLElement} */
function cancelledPanel(election) {
  return panel(t("admin.election.cancelled"),
    h("p", {}, t("admin.election.cancelled.lead")),
    h("p", { class: "actions" }, boardLink(election)));
}

// No page shows a key. This one says how to print it, on the computer of the server.
/** @type {(election: Api.Election) => HTMLElement} */
const sheetSection = ({ id }) => h("section", {},
  h("h2", {}, t("admin.sheet.title")),
  h("p", { class: "prose" }, t("admin.sheet.lead")),
  copyable(`ostrakon key export ${id} -data DIRECTORY`, t("admin.sheet.command")));

/** @type {(election: Api.Election) => HTMLElement} */
const boardLink = ({ id }) => h("a", { class: "button button-quiet", href: `/board/${id}` }, t("admin.election.board"));

/** @type {(election: Api.Election, info: Api.Info) => HTMLElement} */
function rules({ id, settings, status, questions, turnout, timeZone, opensAt, closesAt, createdAt, activatedAt, completedAt }, info) {
  const { shuffleCandidates, electorate, quorum, maxProxies, autoOpen, autoCount } = settings;
  const [only, second] = questions;
  /** @type {(time?: string) => string | undefined} */
  const when = (time) => time && dateTime(time, timeZone);
  return h("section", {},
    h("h2", {}, t("admin.election.rules")),
    status !== "DRAFT" && h("p", { class: "muted" }, t("admin.election.rules.fixed")),
    facts(
      !second && [t("paper.rule.label"), ruleWords(only)],
      [t("admin.election.opensAt"), when(opensAt) ?? t("admin.election.opensAt.none")],
      [t("admin.election.closesAt"), when(closesAt) ?? t("admin.election.closesAt.none")],
      timeZone !== info.timeZone && [t("paper.zone"), timeZone],
      autoOpen && opensAt !== undefined && [t("paper.autoOpen"), t("admin.yes")],
      autoCount && [t("paper.autoCount"), t("admin.yes")],
      [t("admin.election.order"), t(shuffleCandidates ? "admin.election.order.shuffled" : "admin.election.order.entry")],
      !second && only.method !== "motion" && [t("admin.election.tieBreak"), t(`admin.election.tieBreak.${only.draw ? "draw" : "none"}`)],
      [t("admin.election.electorate"), t(`admin.election.electorate.${electorate}`)],
      quorum && [t("paper.quorum"), quorumWords(quorum.least, turnout.electorate)],
      maxProxies > 0 && [t("paper.proxies"), t("paper.proxies.most", { n: maxProxies })],
      [t("admin.election.created"), when(createdAt)],
      [t("admin.election.opened"), when(activatedAt)],
      [t("admin.election.ended"), when(completedAt)]),
    electorate === "roll" && status !== "DRAFT" && electorateExport(id));
}

// The roll as it stood at the opening, for auditors: its hash is in the manifest.
/** @type {(id: string) => Child[]} */
function electorateExport(id) {
  const problem = h("div", { role: "alert" });
  const save = async () => {
    problem.replaceChildren();
    try {
      await download(`/api/admin/elections/${id}/electorate`, `electorate-${id}.csv`);
    } catch (error) {
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
    }
  };
  return [problem, h("p", {}, rich("admin.election.electorate.export", {
    save: button(t("admin.election.electorate.save"), save, "button-quiet button-small"),
  }))];
}
