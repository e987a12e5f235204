// The form of a question: what it asks, and how it is counted. Each rule has the fields that it
// needs.
//
// keys: paper.evidence.*

import { ApiError, get, post, putOver } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { areaField, checkField, choiceField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { hasAnswers, saysYesOrNo, traitsOf } from "../../lib/tally/rules.js";
import { countField, MOST } from "./count_field.js";
import { electionTrail, page } from "./frame.js";
import { listFields, MOST_SEATS } from "./list_rules.js";
import { saving } from "./meanwhile.js";
import { quotaFields } from "./quotas.js";
import { groupNames } from "./roll_fields.js";
import { ruleLead, ruleName, startingQuestion, titleOf } from "./rules.js";
import { thresholdField } from "./threshold.js";
import { translationFields } from "./translations.js";

/**
 * The form of a question, or of a new one when questionId is "new". With `method` the question is
 * counted by that one from then on.
 * @type {(signal: AbortSignal, info: Api.Info, electionId: string, questionId: string,
 *   method?: string) => Promise<HTMLElement>}
 */
export async function questionFormView(signal, info, electionId, questionId, method) {
  const path = /** @type {const} */ (`/api/admin/elections/${electionId}/questions`);
  const read = async () => {
    const election = await get(`/api/admin/elections/${electionId}`, signal);
    const existing = election.questions.find(({ id }) => id === questionId);
    if (!existing && questionId !== "new") throw new ApiError({ status: 404, code: "not_found" });
    return { election, existing, etag: existing?.etag };
  };
  const { election, existing, etag } = await read();
  const rule = /** @type {Api.Method} */ (method ?? existing?.method);
  const title = existing ? t("paper.edit.title", { title: titleOf(election, existing) }) : t("paper.add");
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({ info, section: "elections", trail: electionTrail(election), title }, content);
  if (election.status !== "DRAFT") return frame(notice("info", h("p", {}, t("admin.candidates.notDraft"))));

  const question = beginning(existing, rule, method !== undefined);
  const parts = questionFields(election, question, existing !== undefined);
  const texts = translationFields(info.language, parts.texts, existing?.translations);
  const ruleNow = ruleField(rule);
  const made = { fields: [ruleNow, ...parts.fields, ...texts.fields], etag };
  const again = async () => {
    const now = await read();
    const theirParts = questionFields(now.election, beginning(now.existing, rule, method !== undefined), true);
    const theirTexts = translationFields(info.language, theirParts.texts, now.existing?.translations);
    const theirs = now.existing && now.existing.method !== existing?.method ? now.existing.method : rule;
    return { fields: [ruleField(theirs), ...theirParts.fields, ...theirTexts.fields], etag: now.etag };
  };
  return frame(h("section", { class: "panel narrow" },
    h("div", { class: "question-rule" },
      h("p", {}, h("strong", {}, ruleName(question))),
      h("p", { class: "muted" }, ruleLead(question)),
      h("p", {}, h("a", { href: `#elections/${electionId}/questions/${questionId}/rule` }, t("paper.rule.another")))),
    existing && existing.method !== rule && changeNotice(existing, rule),
    form({
      fields: [...parts.fields, ...texts.fields],
      layout: () => [parts.layout(), texts.node],
      submit: t(existing ? "admin.save" : "paper.add"),
      busy: t("admin.saving"),
      draft: existing ? undefined : `question.${electionId}.${rule}`,
      send: saving(made, again, async (_, version) => {
        if (ruleNow.value() !== rule) { // another rule has other fields
          go(`elections/${electionId}/questions/${questionId}/edit`);
          return;
        }
        const body = { method: rule, ...parts.body(), ...texts.body() };
        const { id } = existing ? await putOver(`${path}/${existing.id}`, body, version) : await post(path, body);
        notify("success", t(existing || hasAnswers({ method: rule }) ? "admin.saved" : "paper.added"));
        go(election.questions.length === 1 && existing ? `elections/${electionId}`
          : `elections/${electionId}/questions/${id}`);
      }),
      actions: [h("a", { class: "button button-quiet", href: `#elections/${electionId}` }, t("shell.cancel"))],
    })));
}

/** The rule among the fields, though it is chosen on a page of its own.
 *  @type {(rule: Api.Method) => Field<"method", Api.Method>} */
const ruleField = (rule) => {
  const node = h("div", {}, h("p", { class: "example" }, ruleName({ ...startingQuestion(rule), method: rule })));
  return { name: "method", aliases: [], label: t("paper.rule.label"), focusable: node, node, value: () => rule,
    check: () => "", showError: () => {} };
};

// What the form begins with. Who chooses plurality as a rule wants its majority.
/** @type {(existing: Api.Question | undefined, rule: Api.Method, chosen: boolean) =>
 *   Api.Question} */
function beginning(existing, rule, chosen) {
  const start = startingQuestion(rule);
  if (!existing) return start;
  if (existing.method !== rule) return { ...start, title: existing.title, text: existing.text };
  return chosen ? { ...existing, threshold: existing.threshold ?? start.threshold } : existing;
}

/** @type {(existing: Api.Question, rule: Api.Method) => Child} */
function changeNotice(question, rule) {
  const n = hasAnswers(question) ? 0 : question.candidates.length;
  return hasAnswers({ method: rule }) && n > 0 && notice("info", h("p", {}, t("paper.rule.removes", { n })));
}

/** The fields of a question; `main` are those that say what is decided, `rest` how.
 *  @type {(election: Pick<Api.Election, "turnout" | "settings">, question: Api.Question, existing: boolean) => {
 *   texts: (InputField<"title"> | InputField<"text", HTMLTextAreaElement>)[], fields: Field[], main: Field[],
 *   rest: Child, layout: () => Child,
 *   body: () => { title: string, text: string | null } }} */
export function questionFields(election, question, existing) {
  const { threshold: asked, draw: drawn, by, answers: motion = false } = traitsOf(question.method);
  const title = textField({
    name: "title", label: t("admin.election.title"), value: question.title, maxlength: "200", autocomplete: "off",
    hint: existing && !question.title ? t("paper.title.first") : t(motion ? "paper.title.motion" : "paper.title.hint"),
    missing: existing && !question.title ? undefined : t("admin.election.title.missing"),
  });
  const text = areaField({
    name: "text", label: t("paper.text"), hint: t(motion ? "paper.text.motion" : "paper.text.hint"),
    value: question.text,
  });
  const groups = election.settings.electorate !== "open" ? areaField({
    name: "groups", label: t("paper.groups"), hint: t("paper.groups.hint"), value: (question.groups ?? []).join("\n"),
    rows: "3",
  }) : undefined;
  const marks = marksOf(question);
  const keep = asked !== "never" && !motion ? checkField({
    name: "keepThreshold", label: t("paper.keep"), hint: t("paper.keep.hint"), value: question.keepThreshold ?? false,
  }) : undefined;
  const threshold = asked !== "never" ? thresholdField({
    name: "threshold", label: t(motion ? "paper.threshold.motion" : "paper.threshold"), keep,
    none: asked === "may" ? t("paper.threshold.none") : undefined,
    yesOrNo: saysYesOrNo(question), blank: () => marks.blank?.value() ?? false, people: election.turnout.electorate,
    roll: election.settings.electorate !== "open", value: question.threshold,
  }) : undefined;
  marks.blank?.input.addEventListener("change", () => threshold?.show());
  // Only people on the roll have weights, beside which they can count.
  const byPeople = motion && election.settings.electorate !== "open" ? thresholdField({
    name: "peopleThreshold", label: t("paper.people"), none: t("paper.people.none"), yesOrNo: true,
    blank: () => false, people: election.turnout.electorate, roll: true, value: question.peopleThreshold,
  }) : undefined;
  const draw = drawn === "may" ? choiceField({
    name: "draw", legend: t("admin.election.tieBreak"), value: question.draw ? "draw" : "none", options: [
      { value: "none", label: t("admin.election.tieBreak.none"), hint: t("admin.election.tieBreak.none.hint") },
      { value: "draw", label: t("admin.election.tieBreak.draw"), hint: t("admin.election.tieBreak.draw.hint") },
    ],
  }) : undefined;
  const none = question.candidates[question.candidates.length - 1];
  const last = !motion && traitsOf(question.method).marks !== "lists" && question.candidates.length > 1 ? checkField({
    name: "last", label: t("paper.last", { name: none.name }), hint: t("paper.last.hint"), value: question.last,
  }) : undefined;
  const evidence = by === "transfers" ? choiceField({
    name: "evidence", legend: t("paper.evidence"), value: question.evidence, options: [
      { value: "papers", label: t("paper.evidence.papers"), hint: t("paper.evidence.papers.hint") },
      { value: "stages", label: t("paper.evidence.stages"), hint: t("paper.evidence.stages.hint") },
    ],
  }) : undefined;
  const main = [title, text, marks.seats].filter((field) => field !== undefined);
  const lists = traitsOf(question.method).marks === "lists" ? listFields(question) : undefined;
  const quotas = quotaFields(question);
  const how = [groups, ...(lists?.fields ?? []), threshold, marks.blank, last, draw, evidence]
    .filter((field) => field !== undefined);
  const rest = [
    how.map(({ node }) => node),
    byPeople && h("details", { class: "field", open: question.peopleThreshold !== undefined },
      h("summary", {}, t("paper.people.title")), h("p", { class: "hint" }, t("paper.people.hint")), byPeople.node),
    marks.folded.length > 0 && h("details", { class: "field", open: marks.special },
      h("summary", {}, t("paper.marks")),
      marks.folded.map(({ node }) => node)),
    quotas?.node,
    question.draw && !draw && !lists && h("p", { class: "muted" }, t("paper.drawn")),
  ];
  return {
    fields: [...main, ...how, ...(byPeople ? [byPeople] : []), ...(keep ? [keep] : []), ...marks.folded,
      ...(quotas?.fields ?? [])],
    texts: [title, text],
    main,
    rest,
    layout: () => [main.map(({ node }) => node), rest],
    body: () => ({
      title: title.value(), text: text.value() || null, ...marks.body(), ...lists?.body(), ...quotas?.body(),
      ...(groups && (groups.value() || question.groups) && { groups: groupNames(groups.value()) }),
      ...(threshold && { threshold: threshold.value() }),
      ...(byPeople && { peopleThreshold: byPeople.value() }),
      ...(keep && { keepThreshold: threshold?.value() !== null && keep.value() }),
      ...(draw && { draw: draw.value() === "draw" }),
      ...(last && { last: last.value() }),
      ...(evidence && { evidence: evidence.value() }),
    }),
  };
}

/** The fields of seats and marks. A motion has none.
 *  @type {(question: Api.Question) => { seats?: InputField<"seats">, blank?: ReturnType<typeof
 *   checkField<"blank">>, folded: Field[], special: boolean, body: () => object }} */
function marksOf({ method, seats: n, min, max, each, candidates }) {
  const { purpose, marks, most: usual, several, answers } = traitsOf(method);
  if (answers) return { folded: [], special: false, body: () => ({}) };
  const mostSeats = marks === "lists" ? MOST_SEATS : MOST;
  const seats = several && purpose !== "one" ? countField({
    name: "seats", label: t("paper.seats.label"), hint: t("paper.seats.hint"), value: n, most: mostSeats,
    missing: t("paper.number", { max: mostSeats }),
  }) : undefined;
  const blank = checkField({ name: "blank", label: t("paper.blank"), hint: t("paper.blank.hint"), value: min === 0 });
  const seated = () => seats && { seats: Number(seats.value()) };
  if (usual === "one" || marks === "stars" || marks === "yes_no") {
    return { seats, blank, folded: [], special: false, body: () => ({ ...seated(), min: blank.value() ? 0 : 1 }) };
  }
  const ofSeats = usual === "seats";
  const asSeats = ofSeats && max === n;
  const ranked = marks === "ranks";
  const most = countField({
    name: "max", label: t(ranked ? "paper.most.ranks" : "paper.most"),
    value: asSeats ? undefined : max ?? (ofSeats ? candidates.length : undefined),
    hint: t(ofSeats ? "paper.most.seats" : "paper.most.hint"),
  });
  const ofOne = marks === "amounts" ? countField({
    name: "each", label: t("paper.each"), value: each === max ? undefined : each, hint: t("paper.each.hint"),
  }) : undefined;
  const fewest = countField({
    name: "min", label: t(ranked ? "paper.fewest.ranks" : "paper.fewest"), value: min > 1 ? min : undefined,
    hint: t("paper.fewest.hint"),
  });
  const show = () => { fewest.node.hidden = blank.value(); };
  blank.input.addEventListener("change", show);
  show();
  return {
    seats,
    blank,
    folded: [most, ofOne, fewest].filter((field) => field !== undefined),
    special: ofOne !== undefined || most.value() !== "" || fewest.value() !== "",
    body: () => ({
      ...seated(),
      min: blank.value() ? 0 : Number(fewest.value() || 1),
      max: Number(most.value()) || (ofSeats && seats ? Number(seats.value()) : null),
      ...(ofOne && { each: Number(ofOne.value()) || null }),
    }),
  };
}
