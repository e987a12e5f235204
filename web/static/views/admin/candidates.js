// The candidates of a question: their list, and the form of one.

import { delOver, get, post, putOver } from "../../lib/api.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { areaField, selectField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { likeness } from "../../lib/likeness.js";
import { listsOf } from "../../lib/lists.js";
import { go, notify } from "../../lib/router.js";
import { empty, notice } from "../../lib/states.js";
import { page, questionTrail } from "./frame.js";
import { confirmRead, saving } from "./meanwhile.js";
import { movesOf } from "./moves.js";
import { namesForm } from "./names_form.js";
import { photoField } from "./photo.js";
import { kindFields } from "./quotas.js";
import { isReady } from "./rules.js";
import { translationFields } from "./translations.js";

/** The candidates in the order that voters see; in a draft they can be changed, moved and removed.
 *  @type {(election: Api.Election, question: Api.Question, signal: AbortSignal) => HTMLElement} */
export function candidatesSection(election, question, signal) {
  const isDraft = election.status === "DRAFT";
  const path = /** @type {const} */ (`/api/admin/elections/${election.id}/candidates`);
  const list = h("ol", { class: "entries" });
  const problem = h("div", { role: "alert" });
  const heading = h("h2", { tabindex: "-1" });
  // On the page of an election, the next step is at the top.
  const isNext = election.questions.length > 1 && !isReady(question);
  let { candidates } = question;

  /** @type {(ordered: Api.Candidate[]) => void} */
  function show(ordered) {
    candidates = ordered;
    heading.textContent = t("admin.candidates.title", { n: candidates.length });
    list.replaceChildren(...candidates.map(row));
    blank.hidden = candidates.length > 0;
  }

  const moves = movesOf({
    path, more: { question: question.id }, election, kind: "candidate", list, problem, signal,
    entries: () => candidates, show, nameOf: ({ name }) => name,
  });

  /** @type {(candidate: Api.Candidate) => Promise<void>} */
  async function remove(candidate) {
    const done = await confirmRead({
      title: t("admin.candidates.remove.title", { name: candidate.name }),
      body: t("admin.candidates.remove.lead"),
      yes: t("admin.candidates.remove"),
      doing: t("admin.candidates.remove.doing"),
      danger: true,
      act: () => delOver(`${path}/${candidate.id}`, candidate.etag),
    });
    if (!done) return;
    show(candidates.filter(({ id }) => id !== candidate.id));
    heading.focus();
    announce(t("admin.candidates.removed", { name: candidate.name }));
  }

  /** @type {(candidate: Api.Candidate, i: number) => HTMLElement} */
  function row(candidate, i) {
    const { id, name, affiliation, description, kind } = candidate;
    return h("li", { class: "candidate" },
      likeness(candidate, signal, { ...question, candidates }),
      h("div", { class: "candidate-words" },
        h("p", {}, h("span", { class: "candidate-name" }, name),
          affiliation && h("span", { class: "candidate-affiliation" }, affiliation),
          kind && h("span", { class: "candidate-affiliation" }, kind)),
        description && h("p", { class: "prose" }, description),
        isDraft && h("p", { class: "entry-actions" },
          h("a", { href: `#elections/${election.id}/candidates/${id}` }, t("admin.candidates.edit"),
            hiddenText(` ${name}`)),
          h("button", { type: "button", class: "plain", on: { click: () => remove(candidate) } },
            t("admin.candidates.remove"), hiddenText(` ${name}`)))),
      // Where each voter has an order of their own, this one is nobody's.
      isDraft && candidates.length > 1 && !election.settings.shuffleCandidates && moves(i));
  }

  const blank = empty(h("p", {}, t("admin.candidates.none")));
  show(candidates);
  return h("section", { class: "candidates" },
    heading,
    isDraft && candidates.length > 1 && h("p", { class: "muted" },
      t(election.settings.shuffleCandidates ? "admin.candidates.order.shuffled" : "admin.candidates.order.entry")),
    problem, blank, list,
    isDraft && adding(election, question, isNext));
}

// A question that is alone and lacks candidates has the field for their names among the steps.
/** @type {(election: Api.Election, question: Api.Question, isNext: boolean) => Child} */
function adding(election, question, isNext) {
  return [
    isNext && namesForm(election, question, false),
    h("p", { class: "actions" },
      h("a", { class: "button button-quiet", href: newCandidate(election, question) }, t("admin.candidates.add"))),
    isReady(question) && h("details", { class: "field" }, h("summary", {}, t("paper.names.more")),
      namesForm(election, question, true)),
  ];
}

/** The address of the form of a new candidate.
 *  @type {(election: Api.Election, question: Api.Question) => string} */
const newCandidate = (election, question) => `${routeOf(election, question)}/candidates/new`;

// Where the candidates of a question are listed: a question alone is on the page of its election.
/** @type {(election: Api.Election, question: Api.Question) => string} */
const routeOf = ({ id, questions }, question) =>
  `#elections/${id}${questions.length > 1 ? `/questions/${question.id}` : ""}`;

/** The form of a candidate, or of a new one when candidateId is "new". A question that is alone
 *  needs no id.
 *  @type {(signal: AbortSignal, info: Api.Info, electionId: string, questionId: string | undefined,
 *   candidateId: string) => Promise<HTMLElement>} */
export async function candidateView(signal, info, electionId, questionId, candidateId) {
  const path = /** @type {const} */ (`/api/admin/elections/${electionId}/candidates`);
  const read = async () => {
    const election = await get(`/api/admin/elections/${electionId}`, signal);
    const existing = election.questions.flatMap(({ candidates }) => candidates).find(({ id }) => id === candidateId);
    const question = election.questions.find(({ id }) => id === (existing?.questionId ?? questionId)) ??
      election.questions[0];
    const own = candidateFields(existing);
    const texts = translationFields(info.language, own, existing?.translations);
    const more = existing?.list ? listedFields(election, existing) : kindFields(question, existing?.kind);
    const fields = [...own, ...more, ...texts.fields];
    return { election, existing, question, etag: existing?.etag, fields, own, texts, more };
  };
  const made = await read();
  const { election, existing, question, fields, own, texts, more } = made;
  const back = routeOf(election, question);
  const title = existing ? t("admin.candidates.edit.title", { name: existing.name }) : t("admin.candidates.add.title");
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({ info, section: "elections", trail: questionTrail(election, question), title },
    content);
  if (election.status !== "DRAFT" || (!existing && candidateId !== "new")) {
    const words = election.status === "DRAFT" ? "shell.missing.lead" : "admin.candidates.notDraft";
    return frame(notice("info", h("p", {}, t(words))));
  }

  const photo = photoField(existing, `${path}/${candidateId}`, signal);
  let saved = existing; // so that a new candidate is not made twice if the photo or the solid fails
  const candidateForm = form({
    fields,
    layout: () => [[...own, ...more].map(({ node }) => node), texts.node],
    more: [photo.node],
    submit: t(existing ? "admin.save" : "admin.candidates.add"),
    busy: t("admin.saving"),
    draft: existing ? undefined : `candidate.${question.id}`,
    send: saving(made, read, async (_, etag) => {
      const [name, affiliation, description] = own.map((field) => field.value());
      const body = { name, affiliation: affiliation || null, description: description || null, ...texts.body(),
        ...Object.fromEntries(more.map((field) => [field.name, field.value() || null])) };
      saved = saved ? await putOver(`${path}/${saved.id}`, body, etag)
        : await post(path, { ...body, question: question.id });
      made.etag = saved.etag;
      await photo.send(`${path}/${saved.id}`);
      notify("success", t("admin.candidate.saved", { name }));
      go(back.slice(1));
    }),
    actions: [h("a", { class: "button button-quiet", href: back }, t("shell.cancel"))],
  });
  return frame(h("section", { class: "panel narrow" }, candidateForm));
}

/** @type {(existing?: Api.Candidate) => [InputField<"name">, InputField<"affiliation">,
 *   InputField<"description", HTMLTextAreaElement>]} */
const candidateFields = (existing) => [
  textField({
    name: "name", label: t("admin.candidate.name"), missing: t("admin.candidate.name.missing"),
    value: existing?.name, autocomplete: "off",
  }),
  textField({
    name: "affiliation", label: t("admin.candidate.affiliation"), hint: t("admin.candidate.affiliation.hint"),
    value: existing?.affiliation, autocomplete: "off",
  }),
  areaField({
    name: "description", label: t("admin.candidate.description"), hint: t("admin.candidate.description.hint"),
    value: existing?.description,
  }),
];

/** What a candidate on a list has beside: the list, and the date that decides ties.
 *  @type {(election: Api.Election, existing: Api.Candidate) => InputField<string,
 *   HTMLInputElement | HTMLSelectElement>[]} */
function listedFields({ questions }, { questionId, list, since }) {
  const lists = questions.filter(({ id }) => id === questionId).flatMap(listsOf);
  return [
    selectField({
      name: "list", label: t("paper.list"), hint: t("paper.list.hint"), value: list,
      options: lists.map(({ list: { id, name } }) => ({ value: id, label: name })),
    }),
    textField({ name: "since", label: t("paper.since"), hint: t("paper.since.hint"), type: "date", value: since }),
  ];
}
