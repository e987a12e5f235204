// Who stands, with the photos whose hashes are in the manifest.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { portrait } from "../../lib/portrait.js";

/** @import { Board } from "./election.js" */

/** Makes the portrait of an option of the manifest.
 *  @type {(board: Board) => (option: { id: string, name: string }) => HTMLElement} */
export function faceOf({ manifest, path, signal }) {
  const withPhoto = new Set(manifest.questions.flatMap(({ options }) => options).filter((option) => option.photoSha256).map(({ id }) => id));
  return ({ id, name }) => portrait({ name, photo: withPhoto.has(id) ? { url: `${path}/candidates/${id}/photo` } : undefined }, signal);
}

/** The candidates of each question; nothing where all questions are motions.
 *  @type {(board: Board) => Child} */
export function candidatesPart(board) {
  const { manifest } = board;
  const face = faceOf(board);
  const asked = manifest.questions.filter(({ method }) => method !== "motion");
  if (asked.length === 0) return null;
  return h("details", { class: "auditors no-print", open: true }, h("summary", {}, t("board.candidates")), asked.map(({ title, options }) => [
    manifest.questions.length > 1 && h("h2", { class: "faces-title" }, title),
    h("ul", { class: "faces" }, options.map((option) => h("li", { class: "face" }, face(option),
      h("p", {}, h("span", { class: "candidate-name" }, option.name),
        option.affiliation && h("span", { class: "candidate-affiliation" }, option.affiliation))))),
  ]));
}
