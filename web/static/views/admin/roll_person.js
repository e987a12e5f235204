// One person of the electoral roll: the form to add or correct them, their slip, and their removal.
//
// keys: roll.person.slip.*

import { del, delOver, get, post, putOver } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go, notify, refresh } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { actButton } from "./act.js";
import { page } from "./frame.js";
import { confirmRead, saving } from "./meanwhile.js";
import { stateBadge } from "./roll.js";
import { keptWords, proxiesSection } from "./proxies.js";
import { FIELDS, bodyOf, inputOf, weightIn } from "./roll_fields.js";
import { sendPerson } from "./roll_same.js";
import { saveAnyway, slipsOut, slipsWarning } from "./slips_out.js";

const PATH = "/api/admin/roll";
const MAX_WRONG = 5; // as the server counts

const trail = () => [{ label: t("roll.title"), to: "roll" }];

/** The form of a person who is new.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function newEntryView(signal, info) {
  const out = await slipsOut(signal);
  return page({ info, section: "roll", trail: trail(), title: t("roll.person.new") },
    slipsWarning(out),
    h("section", { class: "panel narrow" }, personForm({
      out,
      submit: t("roll.person.new.submit"),
      send: async (body) => {
        await post(`${PATH}/entries`, body);
        notify("success", t("roll.person.added", { name: body.fullName }));
      },
    })));
}

/** The form of a person on the roll, and what else can be done for them.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function entryView(signal, info, id) {
  const [entry, out] = await Promise.all([get(`${PATH}/${id}`, signal), slipsOut(signal)]);
  return page({ info, section: "roll", trail: trail(), title: entry.fullName, beside: stateBadge(entry) },
    h("section", { class: "panel narrow" }, personForm({
      entry, out,
      submit: t("admin.save"),
      again: () => get(`${PATH}/${id}`, signal),
      send: async (body, etag) => {
        const kept = keptWords(await putOver(`${PATH}/${id}`, body, etag));
        notify(kept ? "info" : "success", [t("roll.person.saved", { name: body.fullName }), kept].join(" ").trim());
      },
    })),
    proxiesSection(entry, out, signal),
    h("section", { class: "narrow" },
      h("h2", {}, t("roll.person.slip")),
      h("p", {}, slipWords(entry)),
      wrongAnswers(entry),
      h("p", { class: "actions" },
        h("a", { class: "button button-quiet", href: `#roll/slips/${id}` }, t("roll.person.slip.make")),
        entry.hasKey && !entry.blocked && h("button", { type: "button", class: "button button-quiet button-risky",
          on: { click: () => block(entry) } }, t("roll.person.slip.block")),
        entry.user && h("a", { class: "button button-quiet", href: `#people/${entry.user}` }, t("roll.person.account")),
        h("button", { type: "button", class: "button button-quiet button-risky", on: { click: () => remove(entry) } },
          t("roll.remove")))));
}

/** @type {(entry: Api.RollEntry) => string} */
function slipWords({ fullName, hasKey, keyUsed, blocked }) {
  const state = blocked ? "blocked" : keyUsed ? "used" : hasKey ? "unused" : "none";
  return t(`roll.person.slip.${state}`, { name: fullName });
}

/** How often what the slip asks for was wrong, if it was, and a button to begin anew.
 *  @type {(entry: Api.RollEntry) => Child} */
function wrongAnswers({ id, fullName, wrongAnswers: n = 0 }) {
  const allow = async () => {
    await del(`${PATH}/${id}/wrong-answers`);
    notify("success", t("roll.person.answers.allowed", { name: fullName }));
    refresh();
  };
  return n > 0 && notice(n < MAX_WRONG ? "info" : "problem",
    h("p", {}, t(n < MAX_WRONG ? "roll.person.answers" : "roll.person.answers.out", { n, name: fullName })),
    actButton({ label: t("roll.person.answers.allow"), busy: t("admin.saving"), kind: "button-quiet", act: allow }));
}

/** @type {(options: { entry?: Api.RollEntry, out: boolean, submit: string, again?: () => Promise<Api.RollEntry>,
 *   send: (body: ReturnType<typeof bodyOf>, etag: string | undefined) => Promise<unknown> }) => HTMLElement} */
function personForm({ entry, out, submit, again, send }) {
  const inputs = (/** @type {boolean} */ rare, /** @type {Api.RollEntry | undefined} */ of) =>
    FIELDS.filter(({ more = false }) => more === rare).flatMap((field) => inputOf(field, of));
  const [more, basic] = [inputs(true, entry), inputs(false, entry)];
  const read = { fields: [...basic, ...more], etag: entry?.etag };
  const inUse = entry && (entry.identity || entry.weight !== 1 || entry.groups);
  return form({
    fields: read.fields,
    layout: () => [
      basic.map(({ node }) => node),
      h("details", { class: "field", open: Boolean(inUse) },
        h("summary", {}, t("roll.person.more")), more.map(({ node }) => node)),
    ],
    submit,
    busy: t("admin.saving"),
    send: saving(read, async () => {
      const now = await again?.();
      return { fields: [...inputs(false, now), ...inputs(true, now)], etag: now?.etag };
    }, async (values, etag) => {
      if (out && weightIn(values.weight) !== entry?.weight && !await saveAnyway()) return;
      go(await sendPerson(bodyOf(values, !entry), (body) => send(body, etag)) || "roll");
    }),
    actions: [h("a", { class: "button button-quiet", href: "#roll" }, t("shell.cancel"))],
  });
}

/** @type {(entry: Api.RollEntry) => Promise<void>} */
async function block({ id, fullName }) {
  const done = await confirm({
    title: t("roll.person.slip.block.title", { name: fullName }),
    body: t("roll.person.slip.block.lead"),
    yes: t("roll.person.slip.block"),
    doing: t("roll.person.slip.block.doing"),
    danger: true,
    act: () => del(`${PATH}/${id}/slip`),
  });
  if (!done) return;
  notify("success", t("roll.person.slip.block.done", { name: fullName }));
  refresh();
}

/** @type {(entry: Api.RollEntry) => Promise<void>} */
async function remove({ id, etag, fullName, proxyFor, user }) {
  const done = await confirmRead({
    title: t("roll.remove.title", { name: fullName }),
    body: [t(user ? "roll.remove.registered" : "roll.remove.lead"),
      proxyFor && t("roll.remove.proxies", { n: proxyFor.length })].filter(Boolean).join(" "),
    yes: t("roll.remove"),
    doing: t("roll.remove.doing"),
    danger: true,
    act: () => delOver(`${PATH}/${id}`, etag),
  });
  if (!done) return;
  notify("success", t("roll.removed", { name: fullName }));
  go("roll");
}
