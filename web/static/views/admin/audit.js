// What was done and by whom, newest first, in sentences.
//
// keys: admin.audit.action.* admin.audit.field.* admin.audit.by.*

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { dateTime, list, relative } from "../../lib/format.js";
import { has, rich, t } from "../../lib/i18n.js";
import { empty, growingList } from "../../lib/states.js";
import { page } from "./frame.js";

const PATH = "/api/admin/audit";

/** The list of what was done.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function auditView(signal, info) {
  const names = namesOf(signal);
  const first = await get(PATH, signal);
  return page({ info, section: "audit", title: t("admin.audit.title"), lead: t("admin.audit.lead") },
    growingList({
      path: PATH, page: first, signal, item: (entry) => row(entry, names), list: h("ol", { class: "log" }),
      none: empty(h("p", {}, t("admin.audit.none"))),
    }));
}

/** @typedef {ReturnType<typeof namesOf>} Names */

/** @type {(entry: Api.AuditEntry, names: Names) => HTMLElement} */
function row({ at, actor, action, subject, detail = {} }, names) {
  const self = actor.kind === "user" && subject.kind === "user" && actor.id === subject.id;
  const who = actor.kind === "user" ? names.person(actor.id ?? "") : t(`admin.audit.by.${actor.kind}`);
  const election = subject.kind === "election" ? subject.id : detail.election;
  const wanted = `admin.audit.action.${action}`;
  const key = self && has(`${wanted}.self`) ? `${wanted}.self` : wanted;
  const what = has(key) ? rich(key, {
    who,
    election: election ? names.election(election) : "",
    title: detail.title ?? "",
    name: detail.name ?? "",
    reason: detail.reason ?? "",
    holder: detail.holder ?? "",
    person: subject.kind === "user" ? names.person(subject.id ?? "") : "",
    fields: fieldWords(detail.fields),
    keys: t(detail.keys === "true" ? "admin.audit.keys.with" : "admin.audit.keys.without"),
    added: Number(detail.added ?? 0),
    updated: Number(detail.updated ?? 0),
  }) : rich("admin.audit.other", { who, action });
  return h("li", { class: "log-line" },
    h("p", {}, what),
    h("p", { class: "muted" }, h("time", { datetime: at }, dateTime(at)), ` · ${relative(at)}`));
}

/** @type {(fields?: string) => string} */
function fieldWords(fields = "") {
  const words = fields.split(" ").filter(Boolean).map((field) => {
    const key = `admin.audit.field.${field}`;
    return has(key) ? t(key) : field;
  });
  return words.length > 0 ? list(words) : "";
}

// The list has only ids. Each name is requested once, a few at a time, and put into the sentences
// when it comes. What no longer exists has no name.
/** @type {(signal: AbortSignal) => { person(id: string): Node, election(id: string): Node }} */
function namesOf(signal) {
  /** @type {Map<string, Promise<string>>} */
  const asked = new Map();
  /** @type {(() => Promise<void>)[]} */
  const waiting = [];
  let busy = 0;

  function next() {
    while (busy < 4 && waiting.length > 0 && !signal.aborted) {
      busy += 1;
      waiting.shift()?.().finally(() => {
        busy -= 1;
        next();
      });
    }
  }

  /** @type {(route: string, load: () => Promise<string>) => Promise<string>} */
  function ask(route, load) {
    const known = asked.get(route);
    if (known) return known;
    const name = new Promise((resolve, reject) => { waiting.push(() => load().then(resolve, reject)); });
    asked.set(route, name);
    next();
    return name;
  }

  /** @type {(route: string, load: () => Promise<string>, gone: string) => Node} */
  function link(route, load, gone) {
    const node = h("a", { href: `#${route}` }, "…");
    ask(route, load).then((name) => { node.textContent = name; }, () => node.replaceWith(gone));
    return node;
  }

  /** @type {(id: string) => Promise<string>} */
  const person = async (id) => (await get(`/api/admin/users/${id}`, signal)).fullName;
  /** @type {(id: string) => Promise<string>} */
  const election = async (id) => (await get(`/api/admin/elections/${id}`, signal)).title;
  return {
    person: (id) => link(`people/${id}`, () => person(id), t("admin.audit.gone.person")),
    election: (id) => link(`elections/${id}`, () => election(id), t("admin.audit.gone.election")),
  };
}
