// The printed papers of an election: how many there are, whom they are handed out to, and who enters them.

import { get, post, put } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { manifestOf } from "../../lib/holders.js";
import { dateTime } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { split } from "../../lib/manifest.js";
import { go, notify, refresh } from "../../lib/router.js";
import { empty, notice } from "../../lib/states.js";
import { typedOf } from "../../lib/typed.js";
import { actButton } from "./act.js";
import { cell, row, rows, table, title } from "./card_table.js";
import { electionTrail, facts, page, standing } from "./frame.js";
import { countWords } from "./people.js";
import { searchList } from "./search.js";

const ENTRIES = [1, 2];
const MOST_LOT = 999_999_999;

/** The papers of an election that has opened.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string, query?: string) => Promise<HTMLElement>} */
export async function papersView(signal, info, id, query = "") {
  await loadMessages("urn");
  const [election, state] = await Promise.all([get(`/api/admin/elections/${id}`, signal),
    get(`/api/admin/elections/${id}/papers`, signal)]);
  const at = standing(election);
  return page({ info, section: "elections", trail: electionTrail(election), title: t("paper.urn.title") },
    facts(
      [t("paper.urn.printed"), String(state.printed)],
      [t("urn.handed"), String(state.handedOut)],
      [t("urn.lot"), state.lot && String(state.lot)],
      [t("urn.finished"), state.finishedAt && dateTime(state.finishedAt, election.timeZone)]),
    at === "ACTIVE" && await handing(election, query, signal),
    at === "COMPLETED" && state.handedOut === 0 && notice("info", h("p", {}, t("urn.none"))),
    at === "COMPLETED" && state.handedOut > 0 && !state.finishedAt && await entering(election, state, signal),
    state.finishedAt && notice("success", h("p", {}, t("urn.done", { n: state.entries[0].papers,
      handed: state.handedOut }))));
}

/** Whom a paper is handed out to: a search of the roll, with a button for each who may still get one.
 *  @type {(election: Api.Election, query: string, signal: AbortSignal) => Promise<HTMLElement>} */
async function handing({ id }, query, signal) {
  const body = rows();
  table(t("paper.urn.hand"), [t("roll.head.name"), t("roll.field.member"), t("urn.vote")], body);
  const list = await searchList({
    path: `/api/admin/elections/${id}/voters`, route: `elections/${id}/papers`, query, signal,
    label: t("roll.voters.search"), hint: t("roll.search.hint"), list: body,
    none: empty(h("p", {}, t("roll.none.here"))), shown: countWords, item: (voter) => person(id, voter),
  });
  return h("section", {}, h("h2", {}, t("paper.urn.hand")), h("p", { class: "prose" }, t("urn.hand.lead")), list);
}

/** @type {(id: string, voter: Api.ElectionVoter) => HTMLElement} */
function person(id, { entryId, fullName, member, hasVoted, onPaper }) {
  const hand = async () => {
    const done = await confirm({
      title: t("urn.hand.title", { name: fullName }), body: h("p", {}, t("urn.hand.sure")),
      yes: t("urn.hand.yes"), doing: t("admin.saving"),
      act: () => post(`/api/admin/elections/${id}/papers/handed`, { entryId }),
    });
    if (!done) return;
    notify("success", t("urn.hand.done", { name: fullName }));
    refresh();
  };
  return row([
    title(fullName),
    cell(t("roll.field.member"), member),
    cell(t("urn.vote"), onPaper ? h("span", { class: "badge badge-done" }, t("paper.urn.on"))
      : hasVoted ? h("span", { class: "badge badge-done" }, t("roll.voters.voted"))
        : h("button", { type: "button", class: "button button-quiet button-small", "aria-label":
          t("urn.hand.to", { name: fullName }), on: { click: hand } }, t("urn.hand.button"))),
  ]);
}

/** The two entries, what they differ in, and the end of both.
 *  @type {(election: Api.Election, state: Api.PaperState, signal: AbortSignal) => Promise<Child>} */
async function entering({ id }, state, signal) {
  if (state.needsLot) return lotForm(id);
  const path = /** @type {const} */ (`/api/admin/elections/${id}/papers`);
  const begun = state.entries.every(({ clerk }) => clerk);
  const [problem, finish] = actButton({
    label: t("urn.finish"), busy: t("admin.saving"), act: async () => {
      await post(`${path}/finish`, {});
      notify("success", t("urn.finished.now"));
      refresh();
    },
  });
  return [
    h("p", { class: "prose" }, t("urn.enter.lead")),
    state.oneAccount && notice("info", h("p", {}, t("urn.account"))),
    ENTRIES.map((number) => entry(id, number, state.entries[number - 1])),
    begun && await comparison(id, signal),
    begun && h("section", {}, h("h2", {}, t("urn.finish")),
      h("p", { class: "prose" }, t("urn.finish.lead", { n: state.entries[0].papers, handed: state.handedOut })),
      problem, h("p", { class: "actions" }, finish)),
  ];
}

/** @type {(id: string, number: number, entry: { clerk: string, papers: number }) => HTMLElement} */
function entry(id, number, { clerk, papers }) {
  const to = `elections/${id}/papers/${number}`;
  return h("section", { class: "panel narrow" },
    h("h2", {}, t("urn.entry", { n: number })),
    clerk
      ? [h("p", {}, t("urn.entry.by", { name: clerk, n: papers })),
        h("p", { class: "actions" }, h("a", { class: "button", href: `#${to}` }, t("urn.entry.open")))]
      : form({
        fields: [textField({ name: "clerk", label: t("urn.clerk"), hint: t("urn.clerk.hint"),
          missing: t("urn.clerk.missing"), maxlength: "100", autocomplete: "off" })],
        submit: t("urn.entry.begin"), busy: t("admin.saving"), quiet: number > 1,
        send: async ({ clerk: name }) => {
          await put(`/api/admin/elections/${id}/papers/entries/${number}`, { clerk: name });
          go(to);
        },
      }));
}

/** The papers whose entries differ.
 *  @type {(id: string, signal: AbortSignal) => Promise<HTMLElement>} */
async function comparison(id, signal) {
  const [{ items }, { manifest }] = await Promise.all([
    get(`/api/admin/elections/${id}/papers/differences`, signal), manifestOf(id, signal)]);
  /** @type {(paper: Api.EnteredPaper | null, number: number, reference: number) => Child[]} */
  const words = (paper, number, reference) => [paper ? paperWords(manifest, paper) : t("urn.missing"), " ",
    h("a", { href: `#elections/${id}/papers/${number}/${reference}` }, t("urn.correct"))];
  const body = rows(items.map(({ reference, entries }) => row([
    title(t("urn.paper", { n: reference })),
    ...entries.map((paper, i) => cell(t("urn.entry", { n: i + 1 }), words(paper, i + 1, reference))),
  ])));
  return h("section", {},
    h("h2", {}, t("urn.compare")),
    items.length === 0 ? h("p", {}, t("urn.same")) : [
      h("p", { class: "prose" }, t("urn.differ", { n: items.length })),
      table(t("urn.compare"),
        [t("urn.reference"), ...ENTRIES.map((n) => t("urn.entry", { n }))], body),
    ]);
}

/** A paper as it was typed, in words.
 *  @type {(manifest: Api.Manifest, paper: Api.EnteredPaper) => string} */
export function paperWords(manifest, { marks }) {
  if (!marks) return t("urn.invalid");
  return split(manifest, marks).map((part, i) => typedOf(manifest.questions[i], part) || t("urn.blank")).join(" | ");
}

/** @type {(id: string) => HTMLElement} */
const lotForm = (id) => h("section", { class: "panel narrow" },
  h("h2", {}, t("urn.lot")),
  h("p", {}, t("urn.lot.lead")),
  form({
    fields: [textField({ name: "number", label: t("urn.lot.number"), inputmode: "numeric", autocomplete: "off",
      missing: t("urn.lot.wrong"), maxlength: "9",
      check: (text) => (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_LOT ? ""
        : t("urn.lot.wrong")) })],
    submit: t("urn.lot.keep"), busy: t("admin.saving"),
    send: async ({ number }) => {
      await put(`/api/admin/elections/${id}/papers/lot`, { number: Number(number) });
      refresh();
    },
  }));
