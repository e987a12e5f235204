// Candidates by their names, pasted or typed one on each line.

import { post } from "../../lib/api.js";
import { areaField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";
import { titleOf } from "./rules.js";

const LONGEST = 120; // characters of a name
const BULLET = /^\s*(?:\d{1,3}[.)]|[-–•*])\s+/; // what a list has before its names

/** @type {(text: string) => string[]} */
const namesIn = (text) => text.split(/\r\n|\r|\n/).map((line) => line.replace(BULLET, "").trim())
  .filter((name) => name !== "");

/** The form that adds candidates to a question by their names, to a list or, in a question with lists, as lists;
 *  `quiet` leaves the filled button to another.
 *  @type {(election: Api.Election, question: Api.Question, quiet: boolean, list?: Api.Candidate) => HTMLElement} */
export function namesForm(election, question, quiet, list) {
  const title = titleOf(election, question);
  const lists = question.lists && !list;
  const [label, labelOf] = lists ? [t("paper.lists.names"), t("paper.lists.names.of", { title })]
    : [t("paper.names"), t("paper.names.of", { title: list?.name ?? title })];
  const field = areaField({
    name: "names", label: list || election.questions.length > 1 ? labelOf : label,
    hint: t(lists ? "paper.lists.names.hint" : "paper.names.hint"),
    missing: t(lists ? "paper.lists.names.missing" : "paper.names.missing"), rows: "6", autocomplete: "off",
    check: (text) => {
      const long = namesIn(text).find((name) => [...name].length > LONGEST);
      return long ? t("paper.names.long", { name: [...long].slice(0, 40).join(""), max: LONGEST }) : "";
    },
  });
  return form({
    fields: [field],
    submit: t(lists ? "paper.lists.names.add" : "paper.names.add"),
    busy: t("admin.saving"),
    draft: `names.${list?.id ?? question.id}`,
    quiet,
    send: async ({ names }) => {
      const added = await post(`/api/admin/elections/${election.id}/questions/${question.id}/candidates`,
        { names: namesIn(names), list: list?.id });
      notify("success", t(lists ? "paper.lists.names.added" : "paper.names.added", { n: added.items.length }));
      refresh();
    },
  });
}
