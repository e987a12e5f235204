// The converted models that are kept.

import { del, get } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { h, hiddenText } from "../../lib/dom.js";
import { embedding, viewOf } from "../../lib/embed.js";
import { bytes, dateTime } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { lazy } from "../../lib/lazy.js";
import { notify, refresh } from "../../lib/router.js";
import { empty } from "../../lib/states.js";
import { page } from "./frame.js";

const PATH = "/api/admin/models";

/** @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function modelsView(signal, info) {
  const [{ items, maxModels, maxBytes }, settings] = await Promise.all([
    get(PATH, signal), get("/api/admin/settings", signal), loadMessages("kept")]);
  const names = await namesOf(items, signal);
  const used = items.reduce((sum, model) => sum + model.bytes, 0);
  return page({ info, section: "settings", trail: [{ label: t("settings.title"), to: "settings" }],
    title: t("kept.title"), lead: t("kept.lead") },
    items.length === 0 ? empty(h("p", {}, t("kept.none")))
      : [h("p", { class: "muted" }, t("kept.used", { count: items.length, max: maxModels, size: bytes(used),
        most: bytes(maxBytes) })),
        h("ul", { class: "cards" }, items.map((model) => card(model, names.get(model.keptBy), settings)))]);
}

/** @type {(model: Api.KeptModel, keeper: string | undefined, settings: Api.Settings) => HTMLElement} */
const card = (model, keeper, settings) => h("li", { class: "card" },
  h("h2", {}, model.title),
  h("p", { class: "muted" }, keeper ? t("kept.since.by", { time: dateTime(model.keptAt), name: keeper })
    : t("kept.since", { time: dateTime(model.keptAt) }), ` · ${bytes(model.bytes)}`),
  lazy({ class: "field" }, [t("kept.embed"), hiddenText(` – ${model.title}`)], () => embedding(model, settings)),
  h("p", { class: "entry-actions" },
    h("a", { href: viewOf(model.name) }, t("kept.look"), hiddenText(` ${model.title}`)),
    h("button", { type: "button", class: "plain", on: { click: () => remove(model) } },
      t("kept.remove"), hiddenText(` ${model.title}`))));

/** The names of those who keep the models, by id. Who has no account any more has none.
 *  @type {(models: Api.KeptModel[], signal: AbortSignal) => Promise<Map<string, string>>} */
async function namesOf(models, signal) {
  /** @type {Map<string, string>} */
  const names = new Map();
  await Promise.all([...new Set(models.map(({ keptBy }) => keptBy))].map(async (id) => {
    const person = await get(`/api/admin/users/${id}`, signal).catch(() => null);
    if (person) names.set(id, person.fullName);
  }));
  return names;
}

/** @type {(model: Api.KeptModel) => Promise<void>} */
async function remove({ name, title }) {
  const done = await confirm({
    title: t("kept.remove.title", { title }), body: t("kept.remove.lead"), yes: t("kept.remove"),
    doing: t("kept.remove.doing"), danger: true, act: () => del(`${PATH}/${name}`),
  });
  if (!done) return;
  notify("success", t("kept.removed", { title }));
  refresh();
}
