// The ballot of an election as a voter sees it. Everything can be pressed, and nothing is cast.

import { get, post } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { newPaper } from "../../lib/paper.js";
import { go } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { ballotLead, isLong, titleOf } from "../voter/ballot.js";
import { questionPart } from "../voter/question/question.js";
import { actButton } from "./act.js";
import { electionTrail, page } from "./frame.js";

/** The ballot, with a button that says it is right.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function previewView(signal, info, id) {
  const [election] = await Promise.all([get(`/api/admin/elections/${id}`, signal), loadMessages("voter")]);
  const { title, questions, status } = election;
  const paper = newPaper();
  const parts = questions.map((question, i) => questionPart(question, {
    paper, signal, onChange: () => {}, title: titleOf(election, i), counted: questions.length > 1,
  }));
  const verdict = h("div", { role: "status" });
  const check = () => {
    const incomplete = parts.filter((part) => part.complain());
    verdict.replaceChildren(notice(incomplete.length > 0 ? "info" : "success",
      h("p", {}, t(incomplete.length > 0 ? "steps.preview.incomplete" : "steps.preview.complete"))));
    if (incomplete.length > 0) announce(incomplete[0].complain());
    incomplete[0]?.focus();
  };
  const right = async () => {
    if (status === "DRAFT") await post(`/api/admin/elections/${id}/preview`, {});
    go(`elections/${id}`);
  };
  return page({ info, section: "elections", trail: electionTrail(election), title: t("steps.preview"),
    lead: t("steps.preview.lead") },
    h("section", { class: "preview narrow", "aria-label": t("steps.preview") },
      h("h2", {}, title),
      ballotLead(election),
      isLong(questions) && h("p", { class: "muted" }, t("steps.preview.cards")),
      h("div", { class: "ballot" }, parts.map(({ node }) => node)),
      verdict,
      h("p", { class: "actions" }, h("button", { type: "button", class: "button button-quiet", on: { click: check } },
        t("steps.preview.check")))),
    h("div", { class: "button-row" },
      actButton({ label: t("steps.preview.right"), busy: t("admin.saving"), act: right }),
      status === "DRAFT" && h("a", { class: "button button-quiet", href: `#elections/${id}/edit` },
        t("admin.election.edit"))));
}
