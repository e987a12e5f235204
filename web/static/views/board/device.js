// A second device makes the ballot again that the first one revealed, and shows its number and its
// choices. What the first one revealed is in the fragment of the address, which no server sees.

import { text } from "../../lib/api.js";
import { isValid, readFrozen } from "../../lib/ballot.js";
import { base64, hex } from "../../lib/bytes.js";
import { h } from "../../lib/dom.js";
import { list, number } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { numberWords, openLeaf } from "../../lib/leaf.js";
import { frozenLists } from "../../lib/lists.js";
import { classesOf, isFor, split, weightOf } from "../../lib/manifest.js";
import { makeBallot, readChecked } from "../../lib/sealed.js";
import { notice } from "../../lib/states.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { translated } from "../../lib/translated.js";
import { answerWords } from "../voter/question/words.js";

/** @import { Frozen } from "../../lib/ballot.js" */
/** @import { Drawn } from "../../lib/sealed.js" */

/** @type {(signal: AbortSignal, encoded: string) => Promise<HTMLElement>} */
export async function deviceView(signal, encoded) {
  const checked = readChecked(encoded);
  if (!checked) return unreadable();
  const { election, drawn } = checked;
  const [manifestText] = await Promise.all(
    [text(`/api/board/elections/${election}/manifest`, signal), loadMessages("voter")]);
  const frozen = readFrozen(manifestText);
  const options = frozen?.manifest.questions.flatMap((question) => question.options).length;
  if (!frozen || frozen.manifest.electionId !== election || options !== drawn.marks.length ||
    !classesOf(frozen.manifest)[drawn.class - 1]) return unreadable();
  const { hash } = frozen;
  const manifest = translated(frozen.manifest);
  const own = classesOf(manifest)[drawn.class - 1];
  const { groups = [] } = own;
  return h("article", { class: "narrow" },
    h("h1", {}, t("board.device.title")),
    h("p", { class: "lead" }, t("board.device.lead")),
    h("section", { class: "receipt" },
      h("dl", { class: "facts" },
        h("dt", {}, t("board.value.leaf")), h("dd", { class: "code" }, numberWords(makeBallot(frozen, drawn).leaf)),
        h("dt", {}, t("board.device.election")), h("dd", {}, manifest.title),
        h("dt", {}, t("board.device.for")), h("dd", { class: "hash" }, drawn.owner),
        h("dt", {}, t("board.device.weight")), h("dd", {}, number(weightOf(manifest, own), 4)),
        groups.length > 0 && [h("dt", {}, t("board.device.groups")),
          h("dd", {}, list(groups.map((group) => manifest.groups?.[group - 1] ?? "")))])),
    !isValid(manifest, drawn.marks, drawn.class) && notice("problem", h("p", {}, t("board.device.invalid"))),
    choices(frozen, drawn),
    h("h2", {}, t("board.device.shows.title")),
    h("p", {}, t("board.device.shows")),
    h("p", {}, t("board.device.not", { command: "ostrakon audit-seal" })),
    h("h2", {}, t("board.device.certificate")),
    h("p", {}, t("board.device.certificate.lead")),
    h("dl", { class: "facts facts-small" },
      h("dt", {}, t("board.device.root")), h("dd", { class: "hash" }, base64(openLeaf(hash))),
      h("dt", {}, t("board.value.manifestHash")), h("dd", { class: "hash" }, hex(hash))),
    h("p", { class: "actions" }, h("a", { class: "button button-quiet", href: `/board/${election}` },
      t("board.look"))));
}

function unreadable() {
  return h("article", { class: "narrow" },
    h("h1", {}, t("board.device.title")),
    h("p", { class: "lead" }, t("board.device.unreadable")),
    h("p", { class: "actions" }, h("a", { class: "button", href: "/board" }, t("board.back"))));
}

/** @type {(frozen: Frozen, drawn: Drawn) => HTMLElement} */
function choices({ manifest }, { marks, class: number }) {
  const [parts, own] = [split(manifest, marks), classesOf(manifest)[number - 1]];
  return h("div", { class: "slip" }, manifest.questions.map((question, i) => {
    if (!isFor(question, own)) return null;
    const { lines, numbered } = answerWords(...paperOf(question, parts[i]));
    return h("section", { class: "answer" },
      h("h2", {}, question.title),
      lines.length === 0
        ? h("p", { class: "answer-blank" }, t("board.device.blank"))
        : h(numbered ? "ol" : "ul", { class: numbered ? "answer-lines answer-ranks" : "answer-lines" },
          lines.map((line) => h("li", {}, line))));
  }));
}

/** The marks of a question as a paper that is being filled in.
 *  @type {(question: Api.FrozenQuestion, marks: number[]) => Parameters<typeof answerWords>} */
function paperOf(question, marks) {
  const { lists, options } = question;
  const onList = new Map(lists && frozenLists(lists, options).flatMap((one) =>
    one.candidates.map(({ id }) => [id, one.list.id])));
  const candidates = options.map((option) => ({ ...option, questionId: question.id, list: onList.get(option.id) }));
  /** @type {string[][]} */
  const order = [];
  if (traitsOf(question.method).marks === "ranks") {
    marks.forEach((mark, i) => { if (mark > 0) (order[mark - 1] ??= []).push(candidates[i].id); });
  }
  const paper = {
    marks: new Map(candidates.map(({ id }, i) => [id, marks[i]])),
    ranks: new Map([[question.id, order.filter(Boolean)]]), blank: new Set(),
  };
  return [paper, { ...question, groups: undefined,
    candidates: candidates.map(({ photoSha256: _, solidSha256: __, ...candidate }) => candidate) }];
}
