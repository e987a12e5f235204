// The printed papers: one to look at, and as many as are printed for the printer. They are all the same: no name, no
// number.
//
// keys: urn.mark.*

import { get } from "../../lib/api.js";
import { concat, hex } from "../../lib/bytes.js";
import { h } from "../../lib/dom.js";
import { manifestOf } from "../../lib/holders.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { optionName } from "../../lib/option.js";
import { sha256 } from "../../lib/sha256.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { electionTrail, page } from "./frame.js";

const CODE = 16; // digits of the manifest's hash that name the election
const ANSWERS = /** @type {const} */ (["yes", "no", "abstain"]);

/** @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function paperPrintView(signal, info, id) {
  await loadMessages("urn");
  const [election, { manifest, text }] = await Promise.all([get(`/api/admin/elections/${id}`, signal),
    manifestOf(id, signal)]);
  const code = hex(sha256(concat("ostrakon/manifest/4\0", text))).slice(0, CODE).replace(/(.{4})(?=.)/g, "$1 ");
  const papers = Array.from({ length: manifest.papers ?? 0 }, () => paper(info, manifest, code));
  return page({ info, section: "elections",
    trail: [...electionTrail(election), { label: t("paper.urn.title"), to: `elections/${id}/papers` }],
    title: t("paper.urn.print") },
  h("p", { class: "prose no-print" }, t("urn.print.lead", { n: papers.length })),
  h("p", { class: "actions" }, h("button", { type: "button", class: "button", on: { click: () => window.print() } },
    t("admin.print"))),
  h("div", { class: "ballot-papers" }, papers));
}

/** @type {(info: Api.Info, manifest: Api.Manifest, code: string) => HTMLElement} */
const paper = (info, { title, questions }, code) => h("section", { class: "ballot-paper" },
  h("header", {}, h("p", { class: "muted" }, info.organisation), h("p", { class: "entry-name" }, title),
    h("p", { class: "code" }, code)),
  questions.map((question, i) => h("div", {},
    h("h2", {}, questions.length > 1 ? `${i + 1}. ${question.title}` : question.title),
    question.text && h("p", {}, question.text),
    h("p", { class: "hint" }, markWords(question)),
    h("ol", {}, question.options.map((option) => h("li", {},
      h("span", {}, optionName(question, option), option.affiliation && `, ${option.affiliation}`),
      boxes(question)))))));

// What to do in the boxes.
/** @type {(question: Api.FrozenQuestion) => string} */
function markWords({ method, max }) {
  const { marks } = traitsOf(method);
  return marks === "lists" ? t("urn.mark.choices", { n: max }) : t(`urn.mark.${marks}`, { n: max });
}

/** @type {(question: Api.FrozenQuestion) => Child} */
function boxes({ method }) {
  if (traitsOf(method).marks !== "yes_no") return h("span", { class: "ballot-box" });
  return ANSWERS.map((answer) => h("span", { class: "ballot-answer" }, t(`shell.option.${answer}`),
    h("span", { class: "ballot-box" })));
}
