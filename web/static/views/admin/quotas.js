// The fields of kinds of candidates, and of the seats that a question has for each kind.

import { h, uniqueId } from "../../lib/dom.js";
import { textField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { countField } from "./count_field.js";

/** The kinds of the candidates and of the quotas of a question, each once.
 *  @type {(question: Api.Question) => string[]} */
const kindsOf = ({ candidates, quotas = [] }) =>
  [...new Set([...quotas, ...candidates].flatMap(({ kind }) => kind || []))];

/** The field of the kind of a candidate, where the question can have quotas.
 *  @type {(question: Api.Question, value: string | undefined) => InputField<string>[]} */
export function kindFields(question, value) {
  if (!traitsOf(question.method).order) return [];
  const id = uniqueId("kinds");
  const kind = textField({
    name: "kind", label: t("paper.kind"), hint: t("paper.kind.hint"), value, autocomplete: "off", maxlength: "100",
  });
  kind.input.setAttribute("list", id);
  kind.node.append(h("datalist", { id }, kindsOf(question).map((known) => h("option", { value: known }))));
  return [kind];
}

/** The fields of the seats for each kind, folded; none for a method without an order.
 *  @type {(question: Api.Question) => { fields: Field[], node: HTMLElement, body: () => { quotas: Api.Quota[] } } |
 *   undefined} */
export function quotaFields(question) {
  if (!traitsOf(question.method).order || question.candidates.length === 0) return undefined;
  const { quotas = [] } = question;
  const rows = kindsOf(question).map((kind, i) => {
    const is = quotas.find((quota) => quota.kind === kind);
    const least = countField({
      name: `least.${i}`, label: t("paper.quotas.least", { kind }), hint: "", value: is?.least,
    });
    const most = countField({ name: `most.${i}`, label: t("paper.quotas.most", { kind }), hint: "", value: is?.most });
    const check = most.check.bind(most);
    most.check = () => check() || (most.value() && Number(most.value()) < Number(least.value())
      ? t("paper.quotas.below", { n: Number(least.value()) }) : "");
    return { kind, least, most };
  });
  const error = h("p", { id: uniqueId("quotas"), class: "field-error", hidden: true });
  const node = h("details", { class: "field", open: quotas.length > 0 },
    h("summary", {}, t("paper.quotas")),
    h("p", { class: "hint" }, t(rows.length > 0 ? "paper.quotas.hint" : "paper.quotas.none")),
    error,
    rows.map(({ least, most }) => h("div", { class: "field-row" }, least.node, most.node)));
  const numbers = rows.flatMap(({ least, most }) => [least, most]);
  /** @type {Field} */
  const all = {
    name: "quotas", aliases: [], label: t("paper.quotas"), node, focusable: numbers[0]?.input ?? node,
    value: () => undefined, // the numbers are fields of their own
    check: () => "",
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
    },
  };
  numbers[0]?.input.setAttribute("aria-describedby",
    `${error.id} ${numbers[0].input.getAttribute("aria-describedby")}`);
  return {
    fields: [all, ...numbers],
    node,
    body: () => ({
      quotas: rows.map(({ kind, least, most }) => ({
        kind, ...(least.value() && { least: Number(least.value()) }),
        ...(most.value() && { most: Number(most.value()) }),
      })).filter(({ least, most }) => least || most),
    }),
  };
}
