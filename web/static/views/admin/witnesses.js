// The witnesses of an election: the part on its page, and the page where they are named.

import { get, put } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { areaField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { electionTrail, page } from "./frame.js";

const MOST = 9; // witnesses

/** The part about witnesses on the page of an election; nothing where none are named and none can be.
 *  @type {(election: Api.Election) => Child} */
export function witnessSection({ id, status, witnesses }) {
  const draft = status === "DRAFT";
  if (!draft && !witnesses) return null;
  return h("section", {},
    h("h2", {}, t("admin.witness.title")),
    witnesses
      ? [h("p", { class: "prose" }, t("admin.witness.needed", { n: witnesses.needed, of: witnesses.keys.length })),
        h("ul", {}, witnesses.keys.map((key) => h("li", { class: "hash" }, key)))]
      : h("p", { class: "prose" }, t("admin.witness.none")),
    draft && h("p", { class: "entry-actions" },
      h("a", { href: `#elections/${id}/witnesses` }, t("admin.witness.name"))));
}

/** The page where witnesses are named.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function witnessesView(signal, info, id) {
  const election = await get(`/api/admin/elections/${id}`, signal);
  const draft = election.status === "DRAFT";
  return page({
    info, section: "elections", trail: electionTrail(election), title: t("admin.witness.title"),
    lead: t("admin.witness.lead"),
  }, draft
    ? h("div", { class: "narrow" }, nameForm(election))
    : [notice("info", h("p", {}, t("admin.witness.fixed"))), witnessSection(election)]);
}

/** @type {(election: Api.Election) => HTMLElement} */
function nameForm({ id, witnesses }) {
  const keys = areaField({
    name: "keys", label: t("admin.witness.keys"), hint: t("admin.witness.keys.hint"), value: witnesses?.keys.join("\n"),
    autocomplete: "off", spellcheck: "false",
    check: (text) => (linesOf(text).length > MOST ? t("admin.witness.keys.many", { n: MOST }) : ""),
  });
  const needed = textField({
    name: "needed", label: t("admin.witness.count"), value: String(witnesses?.needed ?? 1), inputmode: "numeric",
    autocomplete: "off",
    check: (text) => (linesOf(keys.value()).length === 0 || /^[1-9]$/.test(text) &&
      Number(text) <= linesOf(keys.value()).length
      ? "" : t("admin.witness.count.wrong")),
  });
  return form({
    fields: [keys, needed],
    submit: t("admin.save"),
    busy: t("admin.saving"),
    send: async (values) => {
      const named = linesOf(values.keys);
      await put(`/api/admin/elections/${id}/witnesses`,
        { needed: named.length > 0 ? Number(values.needed) : 0, keys: named });
      notify("success", t("admin.saved"));
      go(`elections/${id}`);
    },
  });
}

/** @type {(text: string) => string[]} */
const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
