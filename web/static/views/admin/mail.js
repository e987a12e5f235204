// E-mail: through which server it goes, a test, and the queue.
//
// keys: mail.kind.* mail.state.* mail.security.* mail.code.*

import { del, get, post, put } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { announce, h } from "../../lib/dom.js";
import { passwordField, selectField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { dateTime, number } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";
import { current } from "../../lib/session.js";
import { empty, growingList, notice } from "../../lib/states.js";
import { facts, page } from "./frame.js";

const PATH = "/api/admin/mail";
const MESSAGES = `${PATH}/messages`;

/** @type {(signal: AbortSignal, info: Api.Info, state?: string) => Promise<HTMLElement>} */
export async function mailView(signal, info, state = "") {
  const path = state ? `${MESSAGES}?state=${state}` : MESSAGES;
  const [mail, messages] = await Promise.all([get(PATH, signal), /** @type {Promise<Api.List<Api.MailMessage>>} */ (get(path, signal))]);
  return page({ info, section: "mail", title: t("mail.title"), lead: t("mail.lead") },
    mail.host && !info.address && notice("info", h("p", {}, t("mail.address.missing")), h("p", { class: "actions" },
      h("a", { class: "button button-quiet", href: "#settings" }, t("mail.address.set")))),
    mail.problem && notice("problem",
      h("p", {}, t("mail.problem", { reply: mail.problem.reply })),
      h("p", {}, t("mail.problem.next", { time: dateTime(mail.problem.next) }))),
    mail.host && queue(mail, path, messages, state, signal),
    h("div", { class: "narrow" },
      h("section", { class: "panel" }, h("h2", {}, t("mail.settings")), settings(mail)),
      mail.host && h("section", { class: "panel" }, h("h2", {}, t("mail.test")), test(signal))));
}

/** @type {(mail: Api.Mail) => HTMLElement} */
function settings(mail) {
  /** @type {(label: string, value: string) => string} */
  const range = (label, value) => (/^[1-9]\d{0,4}$/.test(value) ? "" : label);
  const security = /** @type {const} */ (["starttls", "tls", "none"]);
  return form({
    fields: [
      textField({
        name: "host", label: t("mail.host"), hint: t("mail.host.hint"), value: mail.host, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      }),
      textField({ name: "port", label: t("mail.port"), value: String(mail.port), inputmode: "numeric", missing: t("mail.port.missing"), check: (value) => range(t("mail.port.missing"), value) }),
      selectField({
        name: "security", label: t("mail.security"), value: mail.security,
        options: security.map((value) => ({ value, label: t(`mail.security.${value}`) })),
      }),
      textField({ name: "username", label: t("mail.username"), value: mail.username, autocomplete: "off", autocapitalize: "none", spellcheck: "false" }),
      passwordField({
        name: "password", label: t("mail.password"), hint: t(mail.hasPassword ? "mail.password.kept" : "mail.password.hint"), autocomplete: "new-password",
      }),
      textField({
        name: "from", label: t("mail.from"), hint: t("mail.from.hint"), type: "email", value: mail.from, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      }),
      textField({ name: "fromName", label: t("mail.fromName"), hint: t("mail.fromName.hint"), value: mail.fromName, autocomplete: "off" }),
      textField({
        name: "perMinute", label: t("mail.rate"), hint: t("mail.rate.hint"), value: String(mail.perMinute), inputmode: "numeric",
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
  const said = h("div", {});
  const node = form({
    fields: [textField({ name: "to", label: t("mail.test.to"), type: "email", value: current()?.user.email, missing: t("shell.email.missing") })],
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

/** @type {(mail: Api.Mail, path: string, messages: Api.List<Api.MailMessage>, state: string, signal: AbortSignal) => HTMLElement} */
function queue(mail, path, messages, state, signal) {
  const filters = /** @type {const} */ (["", "waiting", "failed", "sent"]);
  const body = h("tbody", {});
  const table = h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": t("mail.queue") },
    h("table", { class: "table" },
      h("thead", {}, h("tr", {}, [t("mail.column.name"), t("mail.column.kind"), t("mail.column.state")].map((label) => h("th", { scope: "col" }, label)))),
      body));
  const list = growingList({ path, page: messages, item: row, signal, list: body, none: empty(h("p", {}, t("mail.queue.none"))) });
  table.hidden = messages.items.length === 0;
  return h("section", {},
    h("h2", {}, t("mail.queue")),
    facts([t("mail.state.waiting"), number(mail.waiting)], [t("mail.state.sent"), number(mail.sent)], [t("mail.state.failed"), number(mail.failed)]),
    h("nav", { class: "filters", "aria-label": t("mail.queue.filter") }, filters.map((each) => h("a", {
      class: "filter", href: each ? `#mail/${each}` : "#mail", "aria-current": each === state && "true",
    }, t(each ? `mail.state.${each}` : "mail.queue.all")))),
    table, list,
    mail.waiting > 0 && h("p", { class: "actions" },
      h("button", { type: "button", class: "button button-quiet button-risky", on: { click: () => drop(mail.waiting) } }, t("mail.drop"))));
}

/** @type {(message: Api.MailMessage) => HTMLElement} */
function row({ name, kind, state, code, next, attempts, entryId, userId }) {
  const key = `mail.code.${code}`;
  const why = code && (has(key) ? t(key) : t("mail.code", { code }));
  const later = state === "waiting" && next && attempts > 0 && t("mail.next", { time: dateTime(next) });
  return h("tr", {},
    h("td", {}, userId ? h("a", { href: `#people/${userId}` }, name) : entryId ? h("a", { href: `#roll?${encodeURIComponent(name)}` }, name) : name),
    h("td", {}, t(`mail.kind.${kind}`)),
    h("td", {}, h("p", {}, t(`mail.state.${state}`)), why && h("p", { class: "muted" }, why), later && h("p", { class: "muted" }, later)));
}

/** @type {(n: number) => Promise<void>} */
async function drop(n) {
  const done = await confirm({
    title: t("mail.drop.title", { n }), body: t("mail.drop.lead"), yes: t("mail.drop"), doing: t("admin.saving"), danger: true, act: () => del(MESSAGES),
  });
  if (!done) return;
  notify("success", t("mail.drop.done"));
  refresh();
}
