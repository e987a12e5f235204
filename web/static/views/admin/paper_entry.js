// One entry of printed papers, made for the keyboard: a paper is a row, and Enter goes on. What is typed is sent row by
// row, and said to be kept once the server has it on its disk.
//
// keys: urn.typed.*

import { del, get, put } from "../../lib/api.js";
import { turns } from "../../lib/busy.js";
import { announce, h, refill, uniqueId } from "../../lib/dom.js";
import { manifestOf } from "../../lib/holders.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { split } from "../../lib/manifest.js";
import { optionName } from "../../lib/option.js";
import { explain, notice } from "../../lib/states.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { readTyped, typedOf } from "../../lib/typed.js";
import { electionTrail, page } from "./frame.js";
import { paperWords } from "./paper.js";

const BLANK = "0"; // typed for a question without marks
const INVALID = "x"; // typed for any question of an invalid paper

/** @type {(signal: AbortSignal, info: Api.Info, id: string, number: string, reference?: string) =>
 *   Promise<HTMLElement>} */
export async function paperEntryView(signal, info, id, number, reference) {
  await loadMessages("urn");
  const path = /** @type {const} */ (`/api/admin/elections/${id}/papers/entries/${number}`);
  const [election, { manifest }, { items }] = await Promise.all([
    get(`/api/admin/elections/${id}`, signal), manifestOf(id, signal), get(path, signal)]);
  const desk = deskOf(path, manifest, items, signal, Number(reference));
  return page({ info, section: "elections",
    trail: [...electionTrail(election), { label: t("paper.urn.title"), to: `elections/${id}/papers` }],
    title: t("urn.entry", { n: number }), lead: t("urn.type.lead") },
  desk,
  h("details", { class: "about" }, h("summary", {}, t("urn.options")), manifest.questions.map((question) => [
    h("h3", {}, question.title),
    h("p", { class: "muted" }, typedWords(question)),
    h("ol", {}, question.options.map((option) => h("li", {}, optionName(question, option)))),
  ])));
}

/** @type {(question: Api.FrozenQuestion) => string} */
const typedWords = ({ method }) => t(`urn.typed.${traitsOf(method).marks}`);

/**
 * The fields of the next paper, and those that are entered.
 * @param {`/api/admin/elections/${string}/papers/entries/${string}`} path
 * @param {Api.Manifest} manifest
 * @param {Api.EnteredPaper[]} items
 * @param {AbortSignal} signal
 * @param {number} first reference of the paper to correct, if there is one
 */
function deskOf(path, manifest, items, signal, first) {
  const { questions } = manifest;
  const known = new Map(items.map((paper) => [paper.reference, paper]));
  const rows = h("tbody", {});
  const count = h("p", { class: "muted", role: "status" });
  const problem = h("div", { role: "alert" });
  let waiting = 0; // papers that the server has not answered for
  const inTurn = turns();
  const next = () => Math.max(0, ...known.keys()) + 1;
  const reference = input(t("urn.reference"), "numeric");
  const fields = questions.map(({ title }) => input(title, "text"));
  const all = [reference, ...fields];

  /** @type {(paper: Api.EnteredPaper) => void} */
  function load(paper) {
    const parts = paper.marks ? split(manifest, paper.marks) : [];
    reference.control.value = String(paper.reference);
    fields.forEach(({ control }, i) => { control.value = paper.marks ? typedOf(questions[i], parts[i]) : INVALID; });
    if (paper.marks?.every((mark) => mark === 0)) fields[0].control.value = BLANK;
    fields[0].control.focus();
  }

  function clear() {
    reference.control.value = String(next());
    for (const { control } of fields) control.value = "";
    fields[0].control.focus();
  }

  /** The paper that stands in the fields, or words that say what is wrong.
   *  @type {() => Api.EnteredPaper | string} */
  function typed() {
    const n = Number(reference.control.value);
    if (!/^\d{1,6}$/.test(reference.control.value) || n < 1) return t("urn.reference.wrong");
    if (fields.some(({ control }) => control.value.trim().toLowerCase() === INVALID)) return { reference: n };
    if (fields.every(({ control }) => control.value.trim() === "")) return t("urn.empty"); // Enter was pressed twice
    const parts = fields.map(({ control }, i) => readTyped(questions[i], control.value));
    const wrong = parts.findIndex((part) => part === null);
    return wrong < 0 ? { reference: n, marks: parts.flatMap((part) => part ?? []) }
      : t("urn.typed.wrong", { title: questions[wrong].title, rule: typedWords(questions[wrong]) });
  }

  function submit() {
    const paper = typed();
    if (typeof paper === "string") {
      refill(problem, notice("problem", h("p", {}, paper)));
      return;
    }
    problem.replaceChildren();
    known.set(paper.reference, paper);
    const line = show(paper);
    clear();
    waiting += 1;
    inTurn(() => send(paper, line));
  }

  /** @type {(paper: Api.EnteredPaper, line: HTMLElement) => Promise<void>} */
  async function send(paper, line) {
    try {
      await put(`${path}/${paper.reference}`, paper.marks ? { marks: paper.marks } : { invalid: true });
      line.dataset.state = "kept";
      line.querySelector(".paper-state")?.replaceChildren(t("urn.kept"));
    } catch (error) {
      if (known.get(paper.reference) === paper) known.delete(paper.reference);
      line.dataset.state = "lost";
      line.querySelector(".paper-state")?.replaceChildren(t("urn.lost"));
      refill(problem, notice("problem", h("p", {}, t("urn.refused", { n: paper.reference }), " ",
        explain(error))));
    } finally {
      waiting -= 1;
      tell();
    }
  }

  function tell() {
    count.textContent = t("urn.count", { n: known.size });
  }

  /** Shows a paper as the first row; an earlier one of its number goes.
   *  @type {(paper: Api.EnteredPaper) => HTMLElement} */
  function show(paper) {
    rows.querySelector(`[data-reference="${paper.reference}"]`)?.remove();
    const name = t("urn.paper", { n: paper.reference });
    /** @type {HTMLElement} */
    const line = h("tr", {},
      h("th", { scope: "row" }, String(paper.reference)), h("td", {}, paperWords(manifest, paper)),
      h("td", { class: "paper-state" }, t("urn.sent")),
      h("td", {},
        h("button", { type: "button", class: "plain", "aria-label": `${t("urn.correct")}: ${name}`,
          on: { click: () => load(paper) } }, t("urn.correct")), " ",
        h("button", { type: "button", class: "plain", "aria-label": `${t("urn.remove")}: ${name}`,
          on: { click: () => remove(paper, line) } }, t("urn.remove"))));
    line.dataset.reference = String(paper.reference);
    line.dataset.state = "sent";
    rows.prepend(line);
    return line;
  }

  /** @type {(paper: Api.EnteredPaper, line: HTMLElement) => Promise<void>} */
  async function remove({ reference: n }, line) {
    try {
      await del(`${path}/${n}`);
      known.delete(n);
      line.remove();
      tell();
      announce(t("urn.removed", { n }));
      clear();
    } catch (error) {
      refill(problem, notice("problem", h("p", {}, explain(error))));
    }
  }

  // Enter goes to the next field; in the last one the browser submits the form.
  /** @type {(event: KeyboardEvent) => void} */
  const keydown = (event) => {
    const at = all.findIndex(({ control }) => control === event.target);
    if (event.key !== "Enter" || at < 0 || at === all.length - 1) return;
    event.preventDefault();
    all[at + 1].control.focus();
  };
  window.addEventListener("beforeunload", (event) => { if (waiting > 0) event.preventDefault(); }, { signal });
  for (const paper of items) {
    const line = show(paper);
    line.dataset.state = "kept";
    line.querySelector(".paper-state")?.replaceChildren(t("urn.kept"));
  }
  tell();
  const wanted = first > 0 ? known.get(first) : undefined;
  reference.control.value = String(first > 0 ? first : next());
  if (wanted) requestAnimationFrame(() => load(wanted));
  return h("div", {},
    h("form", { class: "panel paper-desk", on: { submit: (event) => { event.preventDefault(); submit(); }, keydown } },
      h("div", { class: "field-row" }, all.map(({ node }) => node)),
      h("p", { class: "hint" }, t("urn.type.hint")),
      h("button", { type: "submit", class: "button" }, t("urn.type.next"))),
    problem, count,
    h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": t("urn.entered") },
      h("table", { class: "table" },
        h("thead", {}, h("tr", {}, [t("urn.reference"), t("urn.marks"), t("urn.state"),
          t("urn.change")].map((head) => h("th", { scope: "col" }, head)))),
        rows)));
}

/** A field with its label above it.
 *  @type {(label: string, inputmode: string) => { node: HTMLElement, control: HTMLInputElement }} */
function input(label, inputmode) {
  const id = uniqueId("paper");
  const control = h("input", { class: "input", id, inputmode, autocomplete: "off", autocapitalize: "none",
    spellcheck: "false" });
  return { node: h("div", { class: "field" }, h("label", { for: id }, label), control), control };
}
