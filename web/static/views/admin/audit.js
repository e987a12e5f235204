// What was done and by whom, in sentences.
//
// keys: audit.action.* audit.field.* audit.by.* audit.kind.*

import { download, get } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { selectField } from "../../lib/fields.js";
import { list, shortTime } from "../../lib/format.js";
import { has, loadMessages, rich, t } from "../../lib/i18n.js";
import { setRoute } from "../../lib/router.js";
import { empty, explain, growingList } from "../../lib/states.js";
import { page } from "./frame.js";
import { listTable } from "./table.js";

const PATH = "/api/admin/audit";

/** @type {Api.AuditEntry["subject"]["kind"][]} */
const KINDS = ["election", "candidate", "nomination", "hands", "user", "roll", "installation"];

/** @type {Exclude<Api.AuditEntry["actor"]["kind"], "user">[]} */
const OTHERS = ["system", "command", "holder"];

/** @typedef {{ value: string, label: string }[]} Options */

/**
 * The list of what was done. The query says what of it: kind, subject (an election or a person) and
 * actor.
 * @type {(signal: AbortSignal, info: Api.Info, query?: string) => Promise<HTMLElement>}
 */
export async function auditView(signal, info, query) {
  await loadMessages("audit");
  const filter = new URLSearchParams(query);
  const names = namesOf(signal);
  let oldest = false;
  /** @type {(more?: string) => `/api/admin/audit?${string}`} */
  const address = (more = oldest ? "sort=seq" : "") => `${PATH}?${[filter, more].filter(String).join("&")}`;
  const [subjects, actors, first] =
    await Promise.all([subjectOptions(filter, signal), actorOptions(filter, signal), get(address(), signal)]);
  const table = listTable({
    label: t("audit.title"), heads: [t("audit.when"), t("audit.what"), t("audit.number")],
    sort: {
      column: 0, down: true, by: (down) => {
        oldest = !down;
        again();
      },
    },
  });
  const entries = growingList({
    path: address(), page: first, signal, item: (entry) => row(entry, names, table.row), list: table.body,
    none: empty(h("p", {}, t("audit.none"))),
  });
  const problem = h("p", { class: "field-error", role: "alert" });
  /** @type {(work: () => Promise<void>) => Promise<void>} */
  const attempt = async (work) => {
    problem.textContent = "";
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) problem.textContent = explain(error);
    }
  };
  const again = () => attempt(async () => {
    setRoute(`audit${filter.size > 0 ? `?${filter}` : ""}`);
    const from = address();
    const answer = await get(from, signal);
    if (from !== address()) return; // another choice was made since
    entries.show(answer, from);
    announce(t(answer.next ? "audit.shown.more" : "audit.shown", { n: answer.items.length }));
  });
  /** @type {(name: string, label: string, options: Options) => HTMLElement} */
  const select = (name, label, options) => selectField({
    name, label, options, value: filter.get(name) ?? "", onChange: (value) => {
      if (value) filter.set(name, value);
      else filter.delete(name);
      again();
    },
  }).node;
  const save = () => attempt(() => download(`${PATH}/export?${filter}`, "audit-log.csv", signal));
  return page({ info, section: "audit", title: t("audit.title"), lead: t("audit.lead") },
    h("div", { class: "list-filters" },
      select("kind", t("audit.kind"), [
        { value: "", label: t("audit.all") },
        ...KINDS.map((kind) => ({ value: kind, label: t(`audit.kind.${kind}`) }))]),
      select("subject", t("audit.subject"), subjects),
      select("actor", t("audit.actor"), actors),
      h("button", { type: "button", class: "button button-quiet", on: { click: save } }, t("audit.export"))),
    problem, entries);
}

/** All elections, and the person whom the filter names.
 *  @type {(filter: URLSearchParams, signal: AbortSignal) => Promise<Options>} */
async function subjectOptions(filter, signal) {
  const { items } = await get("/api/admin/elections?limit=200", signal);
  return withNamed(items.map(({ id, title }) => ({ value: id, label: title })), filter.get("subject"), signal);
}

/** Who may have done something: administrators, the person whom the filter names, and the server.
 *  @type {(filter: URLSearchParams, signal: AbortSignal) => Promise<Options>} */
async function actorOptions(filter, signal) {
  const { items } = await get("/api/admin/users?role=ADMIN&limit=200", signal);
  return withNamed([
    ...items.map(({ id, fullName }) => ({ value: id, label: fullName })),
    ...OTHERS.map((kind) => ({ value: kind, label: t(`audit.by.${kind}`) })),
  ], filter.get("actor"), signal);
}

/** @type {(options: Options, named: string | null, signal: AbortSignal) => Promise<Options>} */
async function withNamed(options, named, signal) {
  const all = [{ value: "", label: t("audit.all") }, ...options];
  if (!named || options.some(({ value }) => value === named)) return all;
  const label = await get(`/api/admin/users/${named}`, signal).then(({ fullName }) => fullName, () => named);
  return [...all, { value: named, label }];
}

/** @typedef {ReturnType<typeof namesOf>} Names */

/** @type {(entry: Api.AuditEntry, names: Names, make: (...cells: Child[]) => HTMLElement) =>
 *   HTMLElement} */
function row({ seq, at, actor, action, subject, detail = {} }, names, make) {
  const self = actor.kind === "user" && subject.kind === "user" && actor.id === subject.id;
  const who = actor.kind === "user" ? names.person(actor.id ?? "") : t(`audit.by.${actor.kind}`);
  const election = subject.kind === "election" ? subject.id : detail.election;
  const wanted = `audit.action.${action}`;
  const key = self && has(`${wanted}.self`) ? `${wanted}.self` : wanted;
  const what = has(key) ? rich(key, {
    who,
    election: election ? names.election(election) : "",
    title: detail.title ?? "",
    name: detail.name ?? t("audit.unnamed"),
    reason: detail.reason ?? "",
    holder: detail.holder ?? "",
    person: subject.kind === "user" ? names.person(subject.id ?? "") : "",
    fields: fieldWords(detail.fields),
    keys: t(detail.keys === "true" ? "audit.keys.with" : "audit.keys.without"),
    added: Number(detail.added ?? 0),
    updated: Number(detail.updated ?? 0),
    issued: Number(detail.issued ?? 0),
    messages: Number(detail.messages ?? 0),
    applications: Number(detail.applications ?? 0),
    accounts: Number(detail.accounts ?? 0),
    people: Number(detail.people ?? 0),
  }) : rich("audit.other", { who, action });
  return make(h("time", { datetime: at }, shortTime(at)), what, String(seq));
}

/** @type {(fields?: string) => string} */
function fieldWords(fields = "") {
  const words = fields.split(" ").filter(Boolean).map((field) => {
    const key = `audit.field.${field}`;
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
    person: (id) => link(`people/${id}`, () => person(id), t("audit.gone.person")),
    election: (id) => link(`elections/${id}`, () => election(id), t("audit.gone.election")),
  };
}
