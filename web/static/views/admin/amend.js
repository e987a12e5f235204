// An amendment while the vote is open: nothing on an open paper changes, so the amended question gets a
// vote of its own.

import { post } from "../../lib/api.js";
import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { selectField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { points } from "./lifecycle.js";
import { titleOf } from "./rules.js";

/** Offers a copy with one question of an open election, which goes on.
 *  @type {(election: Api.Election) => Promise<void>} */
export async function amendQuestion(election) {
  const { id, questions } = election;
  const copy = await openDialog({
    title: t("paper.amend.title"),
    content: (close) => [
      points(t("paper.amend.fixed"), t("paper.amend.goesOn"), t("paper.amend.cancel", { n: questions.length })),
      form({
        fields: [selectField({
          name: "question", label: t("paper.amend.question"),
          options: questions.map((question) => ({ value: question.id, label: titleOf(election, question) })),
        })],
        submit: t("paper.amend.copy"),
        busy: t("steps.duplicate.busy"),
        send: async ({ question }) => {
          const made = await post(`/api/admin/elections/${id}/duplicate`, { questions: [question] });
          close(made.id);
        },
        actions: [h("button", { type: "button", class: "button button-quiet", on: { click: () => close() } },
          t("paper.leave"))],
      }),
    ],
  });
  if (!copy) return;
  notify("success", t("paper.amend.done"));
  go(`elections/${copy}`);
}
