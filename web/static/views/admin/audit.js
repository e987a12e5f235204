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

/** The list of what was done. */
export async function auditView(signal, info) {
  const names = namesOf(signal);
  const first = await get(PATH, signal);
  return page({ info, section: "audit", title: t("admin.audit.title"), lead: t("admin.audit.lead") },
    growingList({
      path: PATH, page: first, signal, item: (entry) => row(entry, names), list: h("ol", { class: "log" }),
      none: empty(h("p", {}, t("admin.audit.none"))),
    }));
}

function row({ at, actor, action, subject, detail = {} }, names) {
  const self = actor.kind === "user" && subject.kind === "user" && actor.id === subject.id;
  const who = actor.kind === "user" ? names.person(actor.id) : t(`admin.audit.by.${actor.kind}`);
  const election = subject.kind === "election" ? subject.id : detail.election;
  const wanted = `admin.audit.action.${action}`;
  const key = self && has(`${wanted}.self`) ? `${wanted}.self` : wanted;
  const what = has(key) ? rich(key, {
    who,
    election: election ? names.election(election) : "",
    title: detail.title ?? "",
    name: detail.name ?? "",
    reason: detail.reason ?? "",
    person: subject.kind === "user" ? names.person(subject.id) : "",
    fields: fieldWords(detail.fields),
    keys: t(detail.keys === "true" ? "admin.audit.keys.with" : "admin.audit.keys.without"),
    added: Number(detail.added ?? 0),
    updated: Number(detail.updated ?? 0),
  }) : rich("admin.audit.other", { who, action });
  return h("li", { class: "log-line" },
    h("p", {}, what),
    h("p", { class: "muted" }, h("time", { datetime: at }, dateTime(at)), ` · ${relative(at)}`));
}

function fieldWords(fields = "") {
  const words = fields.split(" ").filter(Boolean)
    .map((field) => (has(`admin.audit.field.${field}`) ? t(`admin.audit.field.${field}`) : field));
  return words.length > 0 ? list(words) : "";
}

// The list has ids alone. Names are asked for once each, a few at a time, and put into the sentences when they come; what is
// gone by now stays without one.
function namesOf(signal) {
  const asked = new Map();
  const waiting = [];
  let busy = 0;

  function next() {
    while (busy < 4 && waiting.length > 0 && !signal.aborted) {
      busy += 1;
      waiting.shift()().finally(() => {
        busy -= 1;
        next();
      });
    }
  }

  function ask(path, field) {
    if (!asked.has(path)) {
      asked.set(path, new Promise((resolve, reject) => {
        waiting.push(() => get(path, signal).then((found) => resolve(found[field]), reject));
      }));
      next();
    }
    return asked.get(path);
  }

  function link(to, path, field, gone) {
    const node = h("a", { href: `#${to}` }, "…");
    ask(path, field).then((name) => { node.textContent = name; }, () => node.replaceWith(gone));
    return node;
  }

  return {
    person: (id) => link(`people/${id}`, `/api/admin/users/${id}`, "fullName", t("admin.audit.gone.person")),
    election: (id) => link(`elections/${id}`, `/api/admin/elections/${id}`, "title", t("admin.audit.gone.election")),
  };
}
