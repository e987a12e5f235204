// One election: its status, what to do next, its candidates and rules.
//
// keys: admin.election.tieBreak.* admin.election.electorate.*

import { download, get } from "../../lib/api.js";
import { turnoutBar } from "../../lib/bar.js";
import { announce, h } from "../../lib/dom.js";
import { clock, dateTime, turnoutWords } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { refresh } from "../../lib/router.js";
import { explain, notice } from "../../lib/states.js";
import { candidatesSection } from "./candidates.js";
import { badge, electionTrail, facts, page, standing } from "./frame.js";
import { closeElection, countElection, deleteElection, openElection } from "./lifecycle.js";

/**
 * Milliseconds between requests for the turnout of an open election, while somebody looks at it.
 */
const POLL = 5_000;

/** An election of any status. The turnout of an open one stays up to date.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function electionView(signal, info, id) {
  const election = await get(`/api/admin/elections/${id}`, signal);
  const at = standing(election);
  const next = { DRAFT: draftPanel, ACTIVE: openPanel, COMPLETED: closedPanel, COUNTED: countedPanel }[at];
  return page({ info, section: "elections", trail: electionTrail(), title: election.title, beside: badge(election) },
    election.description && h("p", { class: "prose lead" }, election.description),
    next(election, signal),
    candidatesSection(election, signal),
    rules(election));
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
  const { id, candidates } = election;
  const ready = candidates.length >= 2;
  /** @type {(done: boolean, label: string) => HTMLElement} */
  const step = (done, label) => h("li", { class: done ? "task task-done" : "task" },
    h("span", {}, label), h("span", { class: "task-state" }, t(done ? "admin.election.step.done" : "admin.election.step.todo")));
  return panel(t("admin.election.draft"),
    h("p", {}, t("admin.election.draft.lead")),
    h("ol", { class: "tasks" },
      step(true, t("admin.election.step.title")),
      step(ready, t("admin.election.step.candidates", { n: candidates.length })),
      step(false, t("admin.election.step.open"))),
    h("p", { class: "actions" },
      ready
        ? button(t("admin.election.open"), () => openElection(election))
        : h("a", { class: "button", href: `#elections/${id}/candidates/new` }, t("admin.candidates.add")),
      h("a", { class: "button button-quiet", href: `#elections/${id}/edit` }, t("admin.election.edit")),
      button(t("admin.election.delete"), () => deleteElection(election), "button-quiet button-risky")));
}

/** @type {(election: Api.Election, signal: AbortSignal) => HTMLElement} */
function openPanel(election, signal) {
  const { opensAt } = election;
  const early = opensAt && Date.parse(opensAt) > Date.now();
  return panel(t("admin.election.live"),
    h("p", {}, early ? t("admin.election.live.early", { time: dateTime(opensAt) }) : t("admin.election.live.lead")),
    liveTurnout(election, signal),
    h("p", { class: "actions" },
      button(t("admin.election.close"), () => closeElection(election)),
      h("a", { class: "button button-quiet", href: `#elections/${election.id}/key` }, t("admin.sheet.link")),
      h("a", { class: "button button-quiet", href: "#join" }, t("admin.join.link")),
      boardLink(election)));
}

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

/** @type {(election: Api.Election) => HTMLElement} */
function closedPanel(election) {
  return panel(t("admin.election.closed"),
    h("p", {}, t("admin.election.closed.lead")),
    h("p", {}, t("admin.turnout", { turnout: turnoutWords(election.turnout) })),
    turnoutBar(election.turnout),
    h("p", { class: "actions" },
      button(t("admin.election.count"), () => countElection(election)),
      h("a", { class: "button button-quiet", href: `#elections/${election.id}/key` }, t("admin.sheet.link")),
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
const boardLink = ({ id }) => h("a", { class: "button button-quiet", href: `/board/${id}` }, t("admin.election.board"));

/** @type {(election: Api.Election) => HTMLElement} */
function rules({ id, settings, status, opensAt, closesAt, createdAt, activatedAt, completedAt }) {
  const { shuffleCandidates, tieBreak, electorate } = settings;
  /** @type {(time?: string) => string | undefined} */
  const when = (time) => time && dateTime(time);
  return h("section", {},
    h("h2", {}, t("admin.election.rules")),
    status !== "DRAFT" && h("p", { class: "muted" }, t("admin.election.rules.fixed")),
    facts(
      [t("admin.election.opensAt"), when(opensAt) ?? t("admin.election.opensAt.none")],
      [t("admin.election.closesAt"), when(closesAt) ?? t("admin.election.closesAt.none")],
      [t("admin.election.order"), t(shuffleCandidates ? "admin.election.order.shuffled" : "admin.election.order.entry")],
      [t("admin.election.tieBreak"), t(`admin.election.tieBreak.${tieBreak || "none"}`)],
      electorate && [t("admin.election.electorate"), t(`admin.election.electorate.${electorate}`)],
      [t("admin.election.created"), dateTime(createdAt)],
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
