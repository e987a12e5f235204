// The title and rules of an election that is new or a draft.

/** @import { Trail } from "./frame.js" */
/** @typedef {ReturnType<typeof fields>} ElectionFields */

import { get, post, put } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { areaField, checkField, choiceField, textField, timeField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { electionTrail, hasRoll, page } from "./frame.js";

/** The form of a new election.
 *  @type {(signal: AbortSignal, info: Api.Info) => HTMLElement} */
export function newElectionView(_, info) {
  return framed(info, t("admin.election.new"), electionTrail(), form({
    fields: fields(info),
    submit: t("admin.election.new.submit"),
    busy: t("admin.saving"),
    draft: "election",
    send: async (values) => {
      const { id } = await post("/api/admin/elections", bodyOf(values));
      notify("success", t("admin.election.new.done"));
      go(`elections/${id}`);
    },
    actions: [cancel("")],
  }), t("admin.election.new.lead"));
}

/** The form of an election that is a draft.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function editElectionView(signal, info, id) {
  const election = await get(`/api/admin/elections/${id}`, signal);
  return framed(info, t("admin.election.edit.title"), electionTrail(election), form({
    fields: fields(info, election),
    submit: t("admin.save"),
    busy: t("admin.saving"),
    send: async (values) => {
      await put(`/api/admin/elections/${id}`, bodyOf(values));
      notify("success", t("admin.saved"));
      go(`elections/${id}`);
    },
    actions: [cancel(`elections/${id}`)],
  }));
}

/** @type {(info: Api.Info, title: string, trail: Trail, content: Child, lead?: string) =>
 *   HTMLElement} */
const framed = (info, title, trail, content, lead) =>
  page({ info, section: "elections", trail, title, lead }, h("section", { class: "panel narrow" }, content));

/** @type {(to: string) => HTMLElement} */
const cancel = (to) => h("a", { class: "button button-quiet", href: `#${to}` }, t("shell.cancel"));

/**
 * @param {Api.Info} info
 * @param {Api.Election} [election]
 */
function fields(info, election) {
  const opensAt = timeField({
    name: "opensAt", label: t("admin.election.opensAt"), hint: t("admin.election.opensAt.hint"), value: election?.opensAt,
  });
  const { shuffleCandidates = true, tieBreak = "none", electorate = "open" } = election?.settings ?? {};
  return [
    textField({
      name: "title", label: t("admin.election.title"), hint: t("admin.election.title.hint"), value: election?.title,
      missing: t("admin.election.title.missing"), maxlength: "200", autocomplete: "off",
    }),
    areaField({
      name: "description", label: t("admin.election.description"), hint: t("admin.election.description.hint"), value: election?.description,
    }),
    opensAt,
    timeField({
      name: "closesAt", label: t("admin.election.closesAt"), hint: t("admin.election.closesAt.hint"), value: election?.closesAt,
      check: (value) => (value && opensAt.value() && new Date(value) <= new Date(opensAt.value()) ? t("admin.election.closesAt.early") : ""),
    }),
    checkField({
      name: "shuffleCandidates", label: t("admin.election.shuffle"), hint: t("admin.election.shuffle.hint"),
      value: shuffleCandidates,
    }),
    choiceField({
      name: "tieBreak", legend: t("admin.election.tieBreak"), value: tieBreak, options: [
        { value: "none", label: t("admin.election.tieBreak.none"), hint: t("admin.election.tieBreak.none.hint") },
        { value: "draw", label: t("admin.election.tieBreak.draw"), hint: t("admin.election.tieBreak.draw.hint") },
      ],
    }),
    ...(hasRoll(info) ? [choiceField({
      name: "electorate", legend: t("admin.election.electorate"), value: electorate, options: [
        { value: "open", label: t("admin.election.electorate.open"), hint: t("admin.election.electorate.open.hint") },
        { value: "roll", label: t("admin.election.electorate.roll"), hint: t("admin.election.electorate.roll.hint") },
      ],
    })] : []),
  ];
}

/** @type {(values: ValuesOf<ElectionFields>) => object} */
function bodyOf({ title, description, opensAt, closesAt, ...settings }) {
  return { title, description: description || null, opensAt: opensAt || null, closesAt: closesAt || null, settings };
}
