// The nominations for an election: opening them, deciding about each, and making candidates of those admitted.
//
// keys: nominations.state.*

import { del, get, post, put, putOver } from "../../lib/api.js";
import { confirm, openDialog } from "../../lib/dialog.js";
import { h, hiddenText } from "../../lib/dom.js";
import { areaField, checkField, timeField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { dateTime, list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { portrait } from "../../lib/portrait.js";
import { notify, refresh } from "../../lib/router.js";
import { empty } from "../../lib/states.js";
import { hasAnswers } from "../../lib/tally/rules.js";
import { actButton } from "./act.js";
import { electionTrail, page } from "./frame.js";
import { changeRead, confirmRead } from "./meanwhile.js";
import { personSearch } from "./proxies.js";
import { titleOf } from "./rules.js";

/** @typedef {{ election: Api.Election, found: Api.Nominations, signal: AbortSignal }} Shown */

/** @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function nominationsView(signal, info, id) {
  const [election, found] = await Promise.all(
    [get(`/api/admin/elections/${id}`, signal), get(`/api/admin/elections/${id}/nominations`, signal)]);
  const shown = { election, found, signal };
  return page({ info, section: "elections", trail: electionTrail(election), title: t("nominations.title") },
    election.status === "DRAFT" ? nextStep(shown, info) : h("p", { class: "lead" }, t("nominations.over")),
    election.questions.filter(({ id: question }) => isShown(found, question))
      .map((question) => questionSection(shown, question)),
    found.items.length > 0 && h("p", { class: "actions" },
      h("button", { type: "button", class: "button button-quiet", on: { click: () => window.print() } },
        t("nominations.print"))));
}

/** The way to the page, from the page of an election that has opened; nothing where nobody was nominated.
 *  @type {(election: Api.Election, signal: AbortSignal) => Promise<Child>} */
export async function nominationsLink({ id }, signal) {
  const { items } = await get(`/api/admin/elections/${id}/nominations`, signal);
  return items.length > 0 && h("p", {}, h("a", { href: `#elections/${id}/nominations` },
    t("nominations.link", { n: items.length })));
}

/** @type {(election: Api.Election) => `/api/admin/elections/${string}/nominations`} */
const pathOf = ({ id }) => `/api/admin/elections/${id}/nominations`;

/** @type {(found: Api.Nominations, question: string) => boolean} */
const isShown = ({ questions, items }, question) =>
  questions.includes(question) || items.some(({ questionId }) => questionId === question);

/** @type {(shown: Shown, info: Api.Info) => HTMLElement} */
function nextStep(shown, info) {
  const { election, found } = shown;
  const { open, until } = found;
  const due = found.items.filter(({ state, candidateId }) => state === "admitted" && !candidateId).length;
  const time = until && dateTime(until, election.timeZone);
  if (!until) {
    return h("section", { class: "panel next narrow" }, h("h2", {}, t("nominations.open")),
      h("p", {}, t("nominations.open.lead")), callForm(shown, false));
  }
  return h("section", { class: "panel next" },
    h("h2", {}, t(open ? "nominations.isOpen" : "nominations.ended", { time })),
    open && h("p", {}, t("nominations.address")),
    open && h("p", {}, h("code", { class: "code" }, `${info.address || location.origin}/#nominate`)),
    h("p", { class: "actions" },
      due > 0 && makeButton(election, due),
      open && h("a", { class: "button button-quiet", href: `#elections/${election.id}/invitations` },
        t("nominations.invite")),
      open && h("button", { type: "button", class: "button button-quiet", on: { click: () => closeNow(election) } },
        t("nominations.close"))),
    h("details", { class: "field no-print" }, h("summary", {}, t(open ? "nominations.move" : "nominations.again")),
      callForm(shown, true)));
}

/** The form that opens nominations, or moves their end.
 *  @type {(shown: Shown, quiet: boolean) => HTMLElement} */
function callForm({ election, found }, quiet) {
  const questions = election.questions.filter((question) => !hasAnswers(question) && !question.lists);
  const several = election.questions.length > 1;
  const chosen = questions.map((question) => checkField({ name: question.id, label: titleOf(election, question),
    value: found.questions.length === 0 || found.questions.includes(question.id) }));
  if (questions.length === 0) return empty(h("p", {}, t("nominations.noQuestion")));
  const until = timeField({ name: "until", label: t("nominations.until"), value: found.open ? found.until : "",
    missing: t("nominations.until.missing"), hint: t("nominations.until.hint") });
  return form({
    fields: several ? [...chosen, until] : [until],
    layout: () => [
      several && h("fieldset", { class: "field" }, h("legend", {}, t("nominations.questions")),
        chosen.map(({ node }) => node)),
      until.node,
    ],
    submit: t(quiet ? "admin.save" : "nominations.open"),
    busy: t("admin.saving"),
    quiet,
    send: async () => {
      const ids = questions.filter((_, i) => !several || chosen[i].value()).map(({ id }) => id);
      await put(pathOf(election), { questions: ids, until: until.value() });
      refresh();
    },
  });
}

/** @type {(election: Api.Election) => Promise<void>} */
async function closeNow(election) {
  const done = await confirm({
    title: t("nominations.close.title"), body: t("nominations.close.lead"), yes: t("nominations.close"),
    doing: t("admin.saving"), act: () => del(pathOf(election)),
  });
  if (done) refresh();
}

/** @type {(election: Api.Election, n: number) => Child} */
const makeButton = (election, n) => actButton({
  label: t("nominations.make", { n }), busy: t("admin.saving"), kind: "",
  act: async () => {
    const { items } = await post(`${pathOf(election)}/candidates`, {});
    notify("success", t("nominations.made", { names: list(items.map(({ name }) => name)) }));
    refresh();
  },
});

/** @type {(shown: Shown, question: Api.Question) => HTMLElement} */
function questionSection(shown, question) {
  const { election, found } = shown;
  const items = found.items.filter(({ questionId }) => questionId === question.id);
  return h("section", { class: "candidates" },
    h("h2", {}, titleOf(election, question)),
    items.length === 0 ? empty(h("p", {}, t("nominations.none")))
      : h("ol", { class: "entries" }, items.map((item) => row(shown, item))));
}

const TONES = { proposed: "quiet", accepted: "wait", declined: "quiet", withdrawn: "quiet", admitted: "done",
  refused: "bad" };

/** @type {(shown: Shown, item: Api.Nomination) => HTMLElement} */
function row(shown, item) {
  const { name, affiliation, statement, state, reason, proposals, entryId, candidateId } = item;
  const isDraft = shown.election.status === "DRAFT";
  return h("li", { class: "candidate" },
    portrait(item, shown.signal),
    h("div", { class: "candidate-words" },
      h("p", {}, h("span", { class: "candidate-name" }, name),
        affiliation && h("span", { class: "candidate-affiliation" }, affiliation)),
      h("p", {}, h("span", { class: `badge badge-${TONES[state]}` }, t(`nominations.state.${state}`)),
        candidateId && ` ${t("nominations.isCandidate")}`),
      reason && h("p", {}, t("nominations.reason", { reason })),
      proposals.length > 0 && h("p", { class: "muted" }, t("nominations.proposedBy",
        { names: list([...new Set(proposals.map((proposal) => proposal.name))]) })),
      statement && h("p", { class: "prose" }, statement),
      isDraft && !entryId && state === "proposed" && finder(shown, item),
      isDraft && h("p", { class: "entry-actions" }, decisions(shown.election, item))));
}

/** What can be decided about a nomination now.
 *  @type {(election: Api.Election, item: Api.Nomination) => Child[]} */
function decisions(election, item) {
  const { state, name } = item;
  /** @type {(label: string, click: () => unknown) => HTMLElement} */
  const button = (label, click) =>
    h("button", { type: "button", class: "plain", on: { click } }, label, hiddenText(` ${name}`));
  return [
    (state === "accepted" || state === "refused") && button(t("nominations.admit"), () => admit(election, item)),
    (state === "accepted" || state === "admitted" || state === "proposed") &&
      button(t("nominations.refuse"), () => refuse(election, item)),
  ];
}

/** @type {(election: Api.Election, item: Api.Nomination) => `/api/admin/elections/${string}/nominations/${string}`} */
const pathOfItem = (election, { id }) => `${pathOf(election)}/${id}`;

/** @type {(election: Api.Election, item: Api.Nomination) => Promise<void>} */
async function admit(election, item) {
  const done = await confirmRead({
    title: t("nominations.admit.title", { name: item.name }), body: t("nominations.admit.lead"),
    yes: t("nominations.admit"), doing: t("admin.saving"),
    act: () => putOver(pathOfItem(election, item), { decision: "admit" }, item.etag),
  });
  if (!done) return;
  notify("success", t("nominations.admitted", { name: item.name }));
  refresh();
}

/** @type {(election: Api.Election, item: Api.Nomination) => Promise<void>} */
async function refuse(election, item) {
  const missing = t("nominations.reason.missing");
  const done = await openDialog({
    title: t("nominations.refuse.title", { name: item.name }),
    content: (close) => [
      h("p", {}, t("nominations.refuse.lead")),
      form({
        fields: [areaField({ name: "reason", label: t("nominations.reason.label"), missing,
          check: (value) => (value.length < 3 ? missing : ""), maxlength: "500" })],
        submit: t("nominations.refuse"),
        busy: t("admin.saving"),
        send: async ({ reason }) => {
          const answer = await changeRead(() =>
            putOver(pathOfItem(election, item), { decision: "refuse", reason }, item.etag));
          close(Boolean(answer));
        },
        actions: [h("button", { type: "button", class: "button button-quiet", on: { click: () => close(false) } },
          t("shell.cancel"))],
      }),
    ],
  });
  if (!done) return;
  notify("success", t("nominations.refused", { name: item.name }));
  refresh();
}

/** Asks who is meant by a name that fits nobody on the roll, or several people.
 *  @type {(shown: Shown, item: Api.Nomination) => HTMLElement} */
function finder({ election, signal }, item) {
  return h("div", { class: "no-print" },
    h("p", {}, t("nominations.unknown")),
    personSearch({
      label: t("nominations.find", { name: item.name }), but: "", signal,
      chosen: async ({ id, fullName }) => {
        const answer = await changeRead(() =>
          putOver(`${pathOfItem(election, item)}/person`, { entry: id }, item.etag));
        if (!answer) return;
        notify("success", t("nominations.found", { name: fullName }));
        refresh();
      },
    }));
}
