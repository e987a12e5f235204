// The choice of a rule by what the question is for: for each purpose one that we recommend and,
// folded, the others.
//
// keys: paper.purpose.* paper.rule.*

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { electionTrail, page } from "./frame.js";
import { isMost, PURPOSES, ruleLead, startingQuestion, titleOf } from "./rules.js";

/** Asks what a new election is for.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export const newPurposesView = async (_, info) => page({
  info, section: "elections", trail: electionTrail(), title: t("admin.election.new"), lead: t("paper.purpose"),
}, h("ul", { class: "cards" }, PURPOSES.map((one) => purposeCard(one, "elections/new"))));

/** Asks what a question is for: a new one when questionId is "new".
 *  @type {(signal: AbortSignal, info: Api.Info, electionId: string, questionId: string) =>
 *   Promise<HTMLElement>} */
export async function purposesView(signal, info, electionId, questionId) {
  const election = await get(`/api/admin/elections/${electionId}`, signal);
  const question = election.questions.find(({ id }) => id === questionId);
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({
    info, section: "elections", trail: electionTrail(election),
    title: question ? t("paper.rule.change", { title: titleOf(election, question) }) : t("paper.add"),
    lead: t("paper.purpose"),
  }, content);
  if (election.status !== "DRAFT") return frame(notice("info", h("p", {}, t("admin.candidates.notDraft"))));
  const base = `elections/${electionId}/questions/${question ? questionId : "new"}`;
  return frame(h("ul", { class: "cards" },
    PURPOSES.map((one) => purposeCard(one, base, question && isMost(question) ? undefined : question?.method))));
}

/** @type {(one: typeof PURPOSES[number], base: string, current?: Api.Method) => HTMLElement} */
function purposeCard({ purpose, rule, others }, base, current) {
  /** @type {(method: Api.Method) => Child} */
  const mark = (method) => method === current && h("span", { class: "badge badge-quiet" }, t("paper.rule.current"));
  return h("li", { class: "card" },
    h("div", { class: "card-head" },
      h("h2", {}, h("a", { class: "card-link", href: `#${base}/${rule}` }, t(`paper.purpose.${purpose}`))),
      h("p", { class: "badges" }, h("span", { class: "badge" }, t(`paper.rule.${rule}`)), mark(rule))),
    h("p", {}, t(`paper.purpose.${purpose}.lead`)),
    h("p", { class: "muted" }, ruleLead(startingQuestion(rule))),
    others.length > 0 && h("details", { class: "other-rules", open: current !== undefined && others.includes(current) },
      h("summary", {}, t("paper.rule.others", { n: others.length })),
      h("ul", {}, others.map((method) => h("li", {},
        h("p", {}, h("a", { href: `#${base}/${method}` }, t(`paper.rule.${method}`)), " ", mark(method)),
        h("p", { class: "muted" }, ruleLead(startingQuestion(method))))))));
}
