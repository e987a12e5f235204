// E-mail: through which server it goes, a test, and the queue.
//
// keys: mail.kind.* mail.state.* mail.security.* mail.code.*

import { del, get, post, put } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { announce, h, refill } from "../../lib/dom.js";
import { passwordField, selectField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { dateTime, number } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { poll } from "../../lib/poll.js";
import { notify, refresh } from "../../lib/router.js";
import { current } from "../../lib/session.js";
import { empty, growingList, notice } from "../../lib/states.js";
import { cell, row, rows, table, title } from "./card_table.js";
import { page } from "./frame.js";

const PATH = "/api/admin/mail";
const MESSAGES = `${PATH}/messages`;
const POLL = 3000; // milliseconds
const NO_MAILBOX = / 5\.1\.[12]$/; // RFC 3463 section 3.2
const BADGES = { waiting: "quiet", sent: "done", failed: "bad" };

/** @type {(signal: AbortSignal, info: Api.Info, state?: string) => Promise<HTMLElement>} */
export async function mailView(signal, info, state = "") {
  const path = state ? `${MESSAGES}?state=${state}` : MESSAGES;
  const [mail, messages] = await read(path, signal);
  return page({ info, section: "mail", title: t("mail.title"), lead: t("mail.lead") },
    mail.host && !info.address && notice("info", h("p", {}, t("mail.address.missing")), h("p", { class: "actions" },
      h("a", { class: "button button-quiet", href: "#settings" }, t("mail.address.set")))),
    mail.host && queue(mail, path, messages, state, signal),
    h("div", { class: "narrow" },
      h("section", { class: "panel" }, h("h2", {}, t("mail.settings")), settings(mail)),
      mail.host && h("section", { class: "panel" }, h("h2", {}, t("mail.test")), test(signal))));
}

/** The settings, and a part of the queue.
 *  @type {(path: string, signal: AbortSignal) => Promise<[Api.Mail, Api.List<Api.MailMessage>]>} */
const read = (path, signal) => Promise.all([get(PATH, signal), /** @type {Promise<Api.List<Api.MailMessage>>} */
   (get(path, signal))]);

/** @type {(mail: Api.Mail) => HTMLElement} */
function settings(mail) {
  /** @type {(label: string, value: string) => string} */
  const range = (label, value) => (/^[1-9]\d{0,4}$/.test(value) ? "" : label);
  const security = /** @type {const} */ (["starttls", "tls", "none"]);
  return form({
    fields: [
      textField({
        name: "host", label: t("mail.host"), hint: t("mail.host.hint"), value: mail.host, autocomplete: "off",
        autocapitalize: "none", spellcheck: "false",
      }),
      textField({ name: "port", label: t("mail.port"), value: String(mail.port), inputmode: "numeric",
        missing: t("mail.port.missing"), check: (value) => range(t("mail.port.missing"), value) }),
      selectField({
        name: "security", label: t("mail.security"), value: mail.security,
        options: security.map((value) => ({ value, label: t(`mail.security.${value}`) })),
      }),
      textField({ name: "username", label: t("mail.username"), value: mail.username, autocomplete: "off",
        autocapitalize: "none", spellcheck: "false" }),
      passwordField({
        name: "password", label: t("mail.password"),
        hint: t(mail.hasPassword ? "mail.password.kept" : "mail.password.hint"), autocomplete: "new-password",
      }),
      textField({
        name: "from", label: t("mail.from"), hint: t("mail.from.hint"), type: "email", value: mail.from,
        autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      }),
      textField({ name: "fromName", label: t("mail.fromName"), hint: t("mail.fromName.hint"), value: mail.fromName,
        autocomplete: "off" }),
      textField({
        name: "perMinute", label: t("mail.rate"), hint: t("mail.rate.hint"), value: String(mail.perMinute),
        inputmode: "numeric",
        missing: t("mail.rate.missing"), check: (value) => range(t("mail.rate.missing"), value),
      }),
    ],
    submit: t("mail.save"),
    busy: t("admin.saving"),
    send: async ({ port, perMinute, password, ...rest }) => {
      await put(PATH, { ...rest, port: Number(port), perMinute: Number(perMinute), ...(password && { password }) });
      notify("success", t("mail.saved"));
      refresh();
    },
  });
}

/** @type {(signal: AbortSignal) => Child} */
function test(signal) {
  const said = h("div", { class: "said" });
  const node = form({
    fields: [textField({ name: "to", label: t("mail.test.to"), type: "email", value: current()?.user.email,
      missing: t("shell.email.missing") })],
    submit: t("mail.test.submit"),
    busy: t("mail.test.busy"),
    send: async ({ to }) => {
      said.replaceChildren();
      await post(`${PATH}/test`, { to }, signal);
      const words = t("mail.test.done", { to });
      said.replaceChildren(notice("success", h("p", {}, words)));
      announce(words);
    },
  });
  return [node, said];
}

/** What waits, was sent and could not be delivered. It follows by itself while something waits.
 *  @type {(mail: Api.Mail, path: string, messages: Api.List<Api.MailMessage>, state: string, signal: AbortSignal) =>
 *  HTMLElement} */
function queue(mail, path, messages, state, signal) {
  const body = rows();
  table(t("mail.queue"), [t("mail.column.name"), t("mail.column.kind"), t("mail.column.state")], body);
  const list = growingList({ path, page: messages, item: messageRow, signal, list: body,
    none: empty(h("p", {}, t("mail.queue.none"))) });
  const states = /** @type {const} */ (["waiting", "failed", "sent"]);
  const filters = states.map((each) =>
    h("a", { class: "filter", href: `#mail/${each}`, "aria-current": each === state && "page" }));
  const drops = h("p", { class: "actions" },
    h("button", { type: "button", class: "button button-quiet button-risky", on: { click: () => drop(mail.waiting) } },
      t("mail.drop")));
  const problem = h("div", {});

  function show() {
    states.forEach((each, i) => { filters[i].textContent = `${t(`mail.state.${each}`)} (${number(mail[each])})`; });
    drops.hidden = mail.waiting === 0;
    refill(problem, mail.problem && notice("problem",
      h("p", {}, t("mail.problem", { reply: mail.problem.reply })),
      h("p", {}, t("mail.problem.next", { time: dateTime(mail.problem.next) }))));
  }

  async function load() {
    const [now, fresh] = await read(path, signal);
    mail = now;
    show();
    if (mail.waiting === 0) announce(t("mail.drop.done"));
    // Somebody who reads on in the list keeps it as it is.
    if (body.childElementCount > messages.items.length || list.contains(document.activeElement)) return;
    messages = fresh;
    list.show(messages, path);
  }

  show();
  if (mail.waiting > 0) {
    poll(signal, async () => {
      await load();
      return mail.waiting === 0;
    }, POLL);
  }
  return h("section", {},
    problem,
    h("h2", {}, t("mail.queue")),
    h("nav", { class: "filters", "aria-label": t("mail.queue.filter") },
      h("a", { class: "filter", href: "#mail", "aria-current": state === "" && "page" }, t("mail.queue.all")), filters),
    list, drops);
}

/** @type {(message: Api.MailMessage) => HTMLElement} */
function messageRow({ name, kind, state, code, next, attempts, entryId, userId }) {
  const key = `mail.code.${code}`;
  const why = code && (has(key) ? t(key) : t(NO_MAILBOX.test(code) ? "mail.code.noMailbox" : "mail.code", { code }));
  const later = state === "waiting" && next && attempts > 0 && t("mail.next", { time: dateTime(next) });
  const of = userId ? `#people/${userId}` : entryId && `#roll/${entryId}`;
  return row([
    title(of ? h("a", { href: of }, name) : name),
    cell(t("mail.column.kind"), t(`mail.kind.${kind}`)),
    cell(t("mail.column.state"), h("span", { class: `badge badge-${BADGES[state]}` }, t(`mail.state.${state}`)),
      why && h("span", { class: "mail-why" }, why), later && h("span", { class: "mail-why" }, later)),
  ]);
}

/** @type {(n: number) => Promise<void>} */
async function drop(n) {
  const done = await confirm({
    title: t("mail.drop.title", { n }), body: t("mail.drop.lead"), yes: t("mail.drop"), doing: t("admin.saving"),
    danger: true, act: () => del(MESSAGES),
  });
  if (!done) return;
  notify("success", t("mail.drop.done"));
  refresh();
}
