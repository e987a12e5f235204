// Who stands, with the photos and solids whose hashes are in the manifest.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { likeness } from "../../lib/likeness.js";
import { frozenLists } from "../../lib/lists.js";
import { hasAnswers } from "../../lib/tally/rules.js";

/** @import { Board } from "./election.js" */

/** Makes the portrait of an option of the manifest.
 *  @type {(board: Board) => (option: { id: string, name: string }) => HTMLElement} */
export function faceOf({ manifest, path, signal }) {
  const frozen = new Map(manifest.questions.flatMap(({ last, options }) =>
    options.map((option) => [option.id, { option, question: { last, candidates: options } }])));
  /** @type {(id: string, what: "photo" | "solid") => { url: string, sha256: string } | undefined} */
  const lookOf = (id, what) => {
    const sha256 = frozen.get(id)?.option[`${what}Sha256`];
    return sha256 ? { url: `${path}/candidates/${id}/${what}`, sha256 } : undefined;
  };
  return ({ id, name }) => likeness({ id, name, photo: lookOf(id, "photo"), solid: lookOf(id, "solid") }, signal,
    frozen.get(id)?.question);
}

/** The candidates of each question, list by list if it has lists; nothing where all questions are motions.
 *  @type {(board: Board) => Child} */
export function candidatesPart(board) {
  const { manifest } = board;
  const face = faceOf(board);
  const asked = manifest.questions.filter((question) => !hasAnswers(question));
  if (asked.length === 0) return null;
  return h("details", { class: "auditors no-print", open: true }, h("summary", {}, t("board.candidates")),
    asked.map(({ title, lists, quotas, options }) => [
    manifest.questions.length > 1 && h("h2", { class: "faces-title" }, title),
    lists ? frozenLists(lists, options).map(({ list, candidates }) =>
      [h("p", { class: "faces-list" }, list.name), faces(candidates, face)]) : faces(options, face, quotas),
  ]));
}

/** @type {(options: Api.Standing[], face: (option: Api.Standing) => HTMLElement, quotas?: Api.Quota[]) =>
 *   HTMLElement} */
const faces = (options, face, quotas) => h("ul", { class: "faces" }, options.map((option) =>
  h("li", { class: "face" }, face(option),
    h("p", {}, h("span", { class: "candidate-name" }, option.name),
      option.affiliation && h("span", { class: "candidate-affiliation" }, option.affiliation),
      quotas && option.kind && h("span", { class: "candidate-affiliation" }, option.kind)))));
