// The steps of an election, from the ballot to the minutes. Above them is how far it is. Whatever
// cannot be taken back is never the filled button, and asks again in a dialog.

import { post } from "../../lib/api.js";
import { turnoutBar } from "../../lib/bar.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { attendanceWords, dateTime, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { said } from "../../lib/said.js";
import { hasAnswers } from "../../lib/tally/rules.js";
import { actButton } from "./act.js";
import { amendQuestion } from "./amend.js";
import { sheetsCount } from "./count.js";
import { cancelElection, giveUpCount, moveEnd, resumeElection } from "./end.js";
import { standing } from "./frame.js";
import { keysReady, keyStep } from "./key.js";
import { closeElection, countElection, deleteElection, openElection, openingWarnings, points } from "./lifecycle.js";
import { namesForm } from "./names_form.js";
import { proofChoice } from "./proof.js";
import { isReady, wanted } from "./rules.js";
import { stepList } from "./steps.js";
import { liveTurnout } from "./turnout.js";

/** @import { Step } from "./steps.js" */

/** How far an election is, and its steps.
 *  @type {(election: Api.Election, info: Api.Info, signal: AbortSignal) => Promise<HTMLElement>} */
export async function stepsPanel(election, info, signal) {
  const at = standing(election);
  if (election.stopped) return stoppedPanel(election);
  if (election.keyMissing) return panel(t("paper.keyMissing"), t("paper.keyMissing.lead"), foot(election));
  switch (at) {
    case "DRAFT": return draftPanel(election, info);
    case "ACTIVE": return panel(t("admin.election.live"),
      t(isEarly(election) ? "admin.election.live.early" : "admin.election.live.lead", {
      time: election.opensAt && dateTime(election.opensAt, election.timeZone),
    }), stepList(await stepsOf(election, signal), VOTING), foot(election));
    case "COMPLETED": return panel(t("admin.election.closed"), t("admin.election.closed.lead"),
      stepList(await stepsOf(election, signal), COUNT), foot(election));
    case "COUNTED": return panel(t("admin.election.counted"), t("admin.election.counted.lead"),
      stepList(await stepsOf(election, signal), MINUTES), foot(election));
    case "CANCELLED": return panel(t("admin.election.cancelled"), t("admin.election.cancelled.lead"),
      h("div", { class: "button-row" }, duplicate(election, ""), boardLink(election)));
  }
}

const [OPENING, VOTING, COUNT, MINUTES] = [4, 5, 7, 8]; // places in the list of steps

// Which step has what the opening would be refused for, and what its line says already.
/** @type {Record<string, number>} */
const STEP_OF = {
  too_few_candidates: 0, question_unfit: 0, voting_closed: 0, roll_empty: 1, nobody_present: 1, weights_unfit: 1,
  too_many_proxies: 1, group_empty: 1, slips_changed: 1, slips_missing_list: 1,
  too_few_lists: 0, lists_empty: 0, minority_missing: 0, dates_missing: 0, dates_equal: 0, holders_missing: 2,
};
const TOLD = ["too_few_candidates", "voting_closed", "roll_empty", "nobody_present", "holders_missing"];

/** @type {(title: string, lead: string, ...content: Child[]) => HTMLElement} */
const panel = (title, lead, ...content) =>
  h("section", { class: "panel next" }, h("h2", {}, title), h("p", {}, lead), content);

/** @type {(label: string, click: () => unknown, kind?: string) => HTMLButtonElement} */
const button = (label, click, kind = "") =>
  h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);

/** @type {(label: string, href: string, filled: boolean) => HTMLElement} */
const link = (label, href, filled) => h("a", { class: filled ? "button" : "button button-quiet", href }, label);

/** @type {(...buttons: Child[]) => HTMLElement} */
const actions = (...buttons) => h("p", { class: "actions" }, buttons);

/** @type {(election: Api.Election) => boolean} */
const isEarly = ({ opensAt }) => opensAt !== undefined && Date.parse(opensAt) > Date.now();

/** @type {(election: Api.Election) => boolean} */
const hasPassed = ({ closesAt }) => closesAt !== undefined && Date.parse(closesAt) <= Date.now();

/** @type {(election: Api.Election, info: Api.Info) => HTMLElement} */
function draftPanel(election, info) {
  const { id, questions, settings, turnout, opensAt, timeZone, refusals = [] } = election;
  const lacking = questions.find((question) => !isReady(question));
  const nobody = settings.electorate !== "open" && turnout.electorate === 0;
  const unused = openingWarnings(election, "proxies_unused", "people_in_no_group");
  /** @type {(step: number) => Api.OpeningRefusal[]} */
  const refusedAt = (step) => refusals.filter(({ code }) => (STEP_OF[code] ?? OPENING) === step);
  /** @type {(step: number) => Child} */
  const refused = (step) => refusedAt(step).filter(({ code }) => !TOLD.includes(code))
    .map((refusal) => h("p", { class: "question-lacks" }, said(refusal)));
  const done = [!lacking && refusedAt(0).length === 0, refusedAt(1).length === 0, refusedAt(2).length === 0,
    election.tried === true];
  const now = done.includes(false) ? done.indexOf(false) : done.length;
  const ready = refusals.length === 0; // nobody has to see the preview
  const edit = link(t("admin.election.edit"), `#elections/${id}/edit`, now === 0 && !lacking);
  /** @type {Step[]} */
  const steps = [
    {
      title: t("steps.ballot"), done: done[0], words: ballotWords(election),
      body: [refused(0), lacking && namesForm(election, lacking, now !== 0), actions(edit,
        !questions.every((question) => hasAnswers(question) || question.lists) &&
          link(t("nominations.title"), `#elections/${id}/nominations`, false))],
    },
    { title: t("steps.people"), done: done[1], words: peopleWords(election),
      body: [refused(1), unused.length > 0 && points(...unused), nobody ? peopleButton(settings.electorate, now === 1)
        : actions(!done[1] && link(t("admin.nav.roll"), "#roll", now === 1),
          link(t("mail.invite"), `#elections/${id}/invitations`, false))] },
    { title: t("steps.key"), done: done[2], words: keyStep(election),
      body: !done[2] && actions(link(t("holder.key.invite"), `#elections/${id}/key`, now === 2)) },
    {
      title: t("steps.preview.title"), done: done[3], words: t(done[3] ? "steps.preview.seen" : "steps.preview.todo"),
      body: !lacking && actions(
        link(t("steps.preview.link"), `#elections/${id}/preview`, now === 3),
        link(t("steps.rehearsal.link"), `#elections/${id}/rehearsal`, false)),
    },
    {
      title: t("steps.open"), done: false,
      words: settings.autoOpen && opensAt ? t("paper.opensItself", { time: dateTime(opensAt, timeZone) })
        : t(ready ? "steps.open.ready" : "steps.open.later"),
      body: [refused(OPENING), proofChoice(election), ready && actions(button(t("admin.election.open"),
        () => openElection(election, info), now === 4 ? "" : "button-quiet"))],
    },
    ...laterSteps(election),
  ];
  return panel(t("admin.election.draft"), t("admin.election.draft.lead"), stepList(steps, now), foot(election));
}

// A restored backup stopped the voting. An end that has passed meanwhile is moved first.
/** @type {(election: Api.Election) => HTMLElement} */
function stoppedPanel(election) {
  const { stopped, timeZone } = election;
  const passed = hasPassed(election);
  return panel(t("paper.stopped"), t("paper.stopped.lead", { time: dateTime(stopped?.backupAt ?? "", timeZone) }),
    passed && h("p", {}, t("paper.stopped.passed", { time: dateTime(election.closesAt ?? "", timeZone) })),
    actions(
      passed && button(t("admin.election.moveEnd"), () => moveEnd(election)),
      !passed && button(t("paper.resume"), () => resumeElection(election), "button-quiet"),
      button(t("admin.election.cancel"), () => cancelElection(election), "button-quiet button-risky"),
      boardLink(election)));
}

/** The steps of an election that is past DRAFT.
 *  @type {(election: Api.Election, signal: AbortSignal) => Promise<Step[]>} */
async function stepsOf(election, signal) {
  const { activatedAt, timeZone, tried } = election;
  const at = standing(election);
  const [voting, close, count, minutes] = laterSteps(election);
  /** @type {Step[]} */
  const steps = [
    { title: t("steps.ballot"), done: true, words: ballotWords(election) },
    { title: t("steps.people"), done: true, words: peopleWords(election) },
    { title: t("steps.key"), done: true, words: keyStep(election) },
    { title: t("steps.preview.title"), done: tried === true, skipped: true },
    { title: t("steps.open"), done: true,
      words: activatedAt && t("steps.open.done", { time: dateTime(activatedAt, timeZone) }) },
    voting, close, count, minutes,
  ];
  if (at === "ACTIVE") {
    voting.body = h("div", {}, liveTurnout(election, signal),
      actions(link(t("admin.join.link"), "#join", true),
        link(t("admin.election.hall"), `/board/${election.id}#hall`, false),
        link(t("mail.invite"), `#elections/${election.id}/invitations`, false),
        link(t("roll.voters.link"), `#elections/${election.id}/voters`, false), boardLink(election)));
    close.body = actions(
      election.closesAt && button(t("admin.election.moveEnd"), () => moveEnd(election), "button-quiet"),
      button(t("admin.election.close"), () => closeElection(election), "button-quiet"),
      election.questions.length > 1 && button(t("paper.amend"), () => amendQuestion(election), "button-quiet"),
      button(t("admin.election.cancel"), () => cancelElection(election), "button-quiet button-risky"));
  }
  if (at === "COMPLETED") count.body = await countBody(election, signal);
  if (at === "COUNTED") minutes.body = actions(
    link(t("admin.results.minutes"), `#elections/${election.id}/minutes`, true),
    link(t("admin.election.results"), `#elections/${election.id}/results`, false), boardLink(election));
  return steps;
}

/** From the voting to the minutes.
 *  @type {(election: Api.Election) => Step[]} */
function laterSteps(election) {
  const { closesAt, completedAt, timeZone, settings, turnout } = election;
  const at = standing(election);
  const closed = at === "COMPLETED" || at === "COUNTED";
  const end = closesAt && dateTime(closesAt, timeZone);
  return [
    { title: t("steps.voting"), done: closed,
      words: at === "DRAFT" ? null : closed ? t("admin.turnout", { turnout: turnoutWords(turnout) }) : end &&
        t("steps.voting.ends", { time: end }) },
    {
      title: t("steps.close"), done: closed,
      words: completedAt ? t("steps.close.done", { time: dateTime(completedAt, timeZone) }) : end
        ? t("steps.close.itself", { time: end }) : t("steps.close.yourself"),
    },
    { title: t("steps.count"), done: at === "COUNTED",
      words: settings.autoCount && at !== "COUNTED" && t("steps.count.itself") },
    { title: t("steps.minutes"), done: false, words: at !== "COUNTED" && t("steps.minutes.later") },
  ];
}

/** @type {(election: Api.Election, signal: AbortSignal) => Promise<HTMLElement>} */
async function countBody(election, signal) {
  const giveUp = button(t("paper.giveUp"), () => giveUpCount(election), "button-quiet button-risky");
  const count = (/** @type {string} */ kind) => button(t("admin.election.count"), () => countElection(election), kind);
  const { sheets } = custodyOf(election);
  if (election.turnout.ballots === 0) {
    return h("div", {}, h("p", {}, t("steps.count.empty")),
      actions(duplicate(election, "", t("steps.again")), !sheets && count("button-quiet"), giveUp,
        boardLink(election)));
  }
  return h("div", {},
    turnoutBar(election.turnout),
    sheets && await sheetsCount(election, signal),
    actions(!sheets && count(""), giveUp, boardLink(election)));
}

/** @type {(election: Api.Election) => string} */
function ballotWords(election) {
  const { status, questions, closesAt, timeZone } = election;
  const [only] = questions;
  if (status === "DRAFT" && closesAt && hasPassed(election))
    return t("steps.ballot.passed", { time: dateTime(closesAt, timeZone) });
  if (!questions.every(isReady)) {
    return questions.length > 1
      ? t("steps.ballot.questions", { n: questions.filter(isReady).length, of: questions.length })
      : only.lists ? t("paper.lists.lacks")
      : t("steps.ballot.candidates", { wanted: wanted(only), n: only.candidates.length });
  }
  if (questions.length > 1) return t("admin.elections.questions", { n: questions.length });
  return hasAnswers(only) ? t("steps.ballot.motion") : t("admin.elections.candidates", { n: only.candidates.length });
}

/** @type {(electorate: Api.ElectorateKind, filled: boolean) => HTMLElement} */
const peopleButton = (electorate, filled) => actions(electorate === "present"
  ? link(t("steps.people.tick"), "#roll", filled)
  : link(t("roll.import"), "#roll/import", filled));

/** @type {(election: Api.Election) => string} */
function peopleWords({ status, settings: { electorate }, turnout, attendance }) {
  const n = turnout.electorate;
  if (electorate === "open") return t(status === "DRAFT" ? "steps.people.open" : "steps.people.openNow", { n });
  const words = attendance && attendanceWords(attendance);
  if (electorate === "present") {
    return n === 0 ? t("steps.people.noneHere") : words || t("steps.people.present", { n });
  }
  return n === 0 ? t("steps.people.nobody") : [t("steps.people.roll", { n }), words].filter(Boolean).join(", ");
}

/** What can be done with an election at any time.
 *  @type {(election: Api.Election) => HTMLElement} */
const foot = (election) => h("div", { class: "button-row way-foot" },
  duplicate(election, "button-quiet"),
  election.status === "DRAFT" &&
    button(t("admin.election.delete"), () => deleteElection(election), "button-quiet button-risky"));

/** @type {(election: Api.Election, kind: string, label?: string) => Child} */
const duplicate = ({ id }, kind, label = t("steps.duplicate")) => actButton({
  label, busy: t("steps.duplicate.busy"), kind,
  act: async () => {
    const copy = await post(`/api/admin/elections/${id}/duplicate`, {});
    notify("success", t("steps.duplicate.done"));
    go(`elections/${copy.id}`);
  },
});

/** @type {(election: Api.Election) => HTMLElement} */
const boardLink = ({ id }) => link(t("admin.election.board"), `/board/${id}`, false);
