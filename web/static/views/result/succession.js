// Who has a seat by the seats for kinds of candidates, and who moves up.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { quotaWords } from "../../lib/quotas.js";
import { namesOf, nameOf } from "./words.js";

/** @import { Asked } from "./words.js" */
/** @import { Heading } from "./view.js" */

/** The row of rules that says how many seats kinds of candidates have. It has no value without quotas.
 *  @type {(question: Pick<Asked, "quotas">) => [string, Child]} */
export const kindsRow = ({ quotas }) =>
  [t("outcome.kinds"), quotas?.map((quota) => h("p", {}, quotaWords(quota)))];

/** Who takes the seat of whom, each with the seats for their kinds.
 *  @type {(question: Asked, outcome: Api.Outcome) => string[]} */
export const movedWords = (question, { succession }) => (succession?.moved ?? []).map((move) => {
  const kindOf = (/** @type {number} */ option) => question.options[option - 1].kind;
  const { quotas = [] } = question;
  const why = quotas.filter(({ kind, least, most }) =>
    (least && kind === kindOf(move.in)) || (most && kind === kindOf(move.out)));
  return t("outcome.moved", {
    name: nameOf(question, move.in), other: nameOf(question, move.out),
    why: (why.length > 0 ? why : quotas).map(quotaWords).join(", "),
  });
});

/** The order of those without a seat, and who moves up for each elected person where that is not the first of them.
 *  @type {(question: Asked, outcome: Api.Outcome, heading: Heading) => Child} */
export function substitutesPart(question, { succession, elected }, heading) {
  if (!succession) return null;
  const { rest, next } = succession;
  const first = String(rest[0]);
  return [
    h(heading, {}, t("outcome.rest")),
    h("ol", { class: "answer-ranks" }, rest.map((equals) => h("li", {}, equals.length === 1
      ? nameOf(question, equals[0]) : t("outcome.rest.equal", { names: namesOf(question, equals) })))),
    next.map((those, i) => String(those) !== first && h("p", {}, nextWords(question, elected[i], those))),
  ];
}

/** @type {(question: Asked, option: number, those: number[]) => string} */
function nextWords(question, option, those) {
  const name = nameOf(question, option);
  return those.length === 0 ? t("outcome.next.nobody", { name })
    : t("outcome.next", { name, names: namesOf(question, those), n: those.length });
}
