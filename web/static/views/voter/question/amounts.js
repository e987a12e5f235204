// Several marks for a candidate, up to a number for each and a number in all.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { clear, give, given, most } from "../../../lib/paper.js";
import { clearButton } from "./clear.js";
import { marksRow } from "./marks.js";
import { standingWords } from "./words.js";

/** @type {Control} */
export function amountsControl({ question, paper, signal, changed, refuse }) {
  const { each = most(question), candidates } = question;
  const show = () => {
    for (const row of rows) row.show();
    again.hidden = given(paper, question) === 0;
  };
  const rows = candidates.map((candidate) => {
    const { id, name } = candidate;
    const has = () => paper.marks.get(id) ?? 0;
    /** @type {(step: 1 | -1) => string} */
    const refusal = (step) => {
      if (step < 0) return has() > 0 ? "" : t("voter.marks.none", { name });
      if (given(paper, question) >= most(question)) return t("voter.full.marks", { n: most(question) });
      return has() < each ? "" : t("voter.full.each", { n: each });
    };
    return marksRow(candidate, signal, {
      given: has,
      refusal,
      step: (step, button) => {
        const words = refusal(step);
        if (words) {
          refuse(words, button);
          return;
        }
        give(paper, id, has() + step);
        show();
        changed(`${t("voter.marks.given", { name, n: has() })}. ${standingWords(paper, question)}`);
      },
    }, question.quotas);
  });
  const again = clearButton(() => {
    clear(paper, question);
    show();
    changed(standingWords(paper, question));
    rows[0].node.querySelector("button")?.focus();
  });
  show();
  return h("div", {}, h("div", { class: "cards" }, rows.map(({ node }) => node)), again);
}
