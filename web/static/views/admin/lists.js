// The lists of a question, and the candidates on each, in the order of the ballot.

import { delOver, get, put } from "../../lib/api.js";
import { turns } from "../../lib/busy.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { likeness } from "../../lib/likeness.js";
import { listsOf } from "../../lib/lists.js";
import { refresh } from "../../lib/router.js";
import { empty, explain } from "../../lib/states.js";
import { confirmRead } from "./meanwhile.js";
import { movesOf } from "./moves.js";
import { namesForm } from "./names_form.js";
import { isReady } from "./rules.js";

/** The lists; in a draft they and their candidates can be added, changed, moved and removed.
 *  @type {(election: Api.Election, question: Api.Question, signal: AbortSignal) => HTMLElement} */
export function listsSection(election, question, signal) {
  const isDraft = election.status === "DRAFT";
  const path = /** @type {const} */ (`/api/admin/elections/${election.id}/candidates`);
  const problem = h("div", { role: "alert" });
  const entries = h("ol", { class: "entries lists" });
  const { least = 0 } = question.lists ?? {};
  let { candidates: standing } = question;
  const all = () => standing.map(({ id }) => id);
  const lists = () => listsOf({ candidates: standing });
  const inTurn = turns();
  const common = { path, more: { question: question.id }, election, problem, signal, all, inTurn };

  /** @type {(ordered: Api.Candidate[]) => void} */
  const show = (ordered) => {
    standing = ordered;
    entries.replaceChildren(...lists().map(listRow));
  };
  const moves = movesOf({ ...common, kind: "list", list: entries, entries: () => lists().map(({ list }) => list), show,
    nameOf: ({ name }) => name });

  /** @type {(one: { list: Api.Candidate, candidates: Api.Candidate[] }, i: number) => HTMLElement} */
  function listRow({ list, candidates }, i) {
    const names = h("ol", { class: "entries" });
    const mine = () => standing.filter((candidate) => candidate.list === list.id);
    const fill = () => names.replaceChildren(...mine().map(personRow));
    const moveOne = movesOf({ ...common, kind: "candidate", list: names, entries: mine, nameOf: ({ name }) => name,
      show: (ordered) => { standing = ordered; fill(); } });

    /** @type {(candidate: Api.Candidate, place: number) => HTMLElement} */
    function personRow(candidate, place) {
      const { name, affiliation, photo, minority } = candidate;
      return h("li", { class: "entry" },
        h("span", { class: "question-place", "aria-hidden": "true" }, place + 1),
        photo && likeness(candidate, signal),
        h("div", { class: "entry-words" },
          h("p", {}, h("strong", {}, name), affiliation && h("span", { class: "candidate-affiliation" }, affiliation)),
          isDraft && least > 0 ? minorityBox(candidate, election, inTurn)
            : minority && h("p", { class: "muted" }, t("paper.list.minority")),
          isDraft && actions(candidate, [candidate])),
        isDraft && mine().length > 1 && moveOne(place));
    }

    fill();
    return h("li", { class: "entry list-entry" },
      h("div", { class: "entry-words" },
        h("h3", { class: "entry-name" }, list.name),
        h("p", { class: "muted" }, t("admin.elections.candidates", { n: candidates.length })),
        isDraft && actions(list, [...candidates, list])),
      isDraft && lists().length > 1 && !election.settings.shuffleCandidates && moves(i),
      h("div", { class: "list-names" }, names,
        isDraft && h("details", { class: "field", open: candidates.length === 0 },
          h("summary", {}, t("paper.list.more", { list: list.name })),
          namesForm(election, question, true, list))));
  }

  /** @type {(candidate: Api.Candidate, gone: Api.Candidate[]) => HTMLElement} */
  const actions = (candidate, gone) => h("p", { class: "entry-actions" },
    h("a", { href: `#elections/${election.id}/candidates/${candidate.id}` }, t("admin.candidates.edit"),
      hiddenText(` ${candidate.name}`)),
    h("button", { type: "button", class: "plain", on: { click: () => remove(candidate, gone) } },
      t("admin.candidates.remove"), hiddenText(` ${candidate.name}`)));

  /** Removes a candidate, or the candidates of a list and then the list.
   *  @type {(candidate: Api.Candidate, gone: Api.Candidate[]) => Promise<void>} */
  async function remove({ name }, gone) {
    const n = gone.length - 1;
    const done = await confirmRead({
      title: t("admin.candidates.remove.title", { name }),
      body: n > 0 ? t("paper.list.remove.lead", { n }) : t("admin.candidates.remove.lead"),
      yes: t("admin.candidates.remove"),
      doing: t("admin.candidates.remove.doing"),
      danger: true,
      act: async () => { for (const { id, etag } of gone) await delOver(`${path}/${id}`, etag); },
    });
    if (!done) return;
    announce(t("admin.candidates.removed", { name }));
    refresh();
  }

  show(standing);
  return h("section", { class: "candidates" },
    h("h2", {}, t("paper.lists", { n: lists().length })),
    isDraft && lists().length > 1 && h("p", { class: "muted" },
      t(election.settings.shuffleCandidates ? "paper.lists.shuffled" : "admin.candidates.order.entry")),
    problem, standing.length === 0 && empty(h("p", {}, t("paper.lists.none"))), entries,
    // A question that is alone and lacks lists has the field for their names among the steps.
    isDraft && (election.questions.length > 1 || isReady(question) || standing.length > 0) &&
      h("details", { class: "field", open: standing.length === 0 }, h("summary", {}, t("paper.lists.more")),
        namesForm(election, question, true)));
}

/** Says that a candidate is of the gender in the minority, and saves it at once.
 *  @type {(candidate: Api.Candidate, election: Api.Election, inTurn: ReturnType<typeof turns>) => HTMLElement} */
function minorityBox(candidate, election, inTurn) {
  const path = /** @type {const} */ (`/api/admin/elections/${election.id}`);
  const problem = h("span", { class: "field-error", role: "alert" });
  const box = h("input", { type: "checkbox", checked: candidate.minority === true,
    on: { change: () => inTurn(change) } });
  async function change() {
    problem.textContent = "";
    try {
      Object.assign(candidate, await put(`${path}/candidates/${candidate.id}`, { minority: box.checked }));
      const now = await get(path);
      election.etag = now.etag; // for the next move
      if (now.refusals?.length !== election.refusals?.length) refresh();
    } catch (error) {
      box.checked = !box.checked;
      problem.textContent = explain(error);
    }
  }
  return h("p", { class: "minority" }, h("label", {}, box, " ", t("paper.list.minority"),
    hiddenText(` ${candidate.name}`)), problem);
}
