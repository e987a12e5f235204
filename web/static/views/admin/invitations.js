// Invitations to an election by e-mail, and reminders: their texts, a preview, and sending them.
//
// keys: mail.kind.*

import { get, post } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { h, refill } from "../../lib/dom.js";
import { areaField, choiceField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { dateTime } from "../../lib/format.js";
import { inLanguage, spoken, t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { electionTrail, page } from "./frame.js";
import { inTurn, perLanguage } from "./languages.js";

/** @typedef {"invitation" | "reminder"} Kind */

/** @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function invitationsView(signal, info, id) {
  const [election, mail] = await Promise.all(
    [get(`/api/admin/elections/${id}`, signal), get("/api/admin/mail", signal)]);
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({
    info, section: "elections", trail: electionTrail(election), title: t("mail.invite.title"),
    lead: t("mail.invite.lead"),
  }, h("div", { class: "narrow" }, content));
  /** @type {(words: string, label: string, href: string) => HTMLElement} */
  const first = (words, label, href) =>
    frame(notice("info", h("p", {}, words), h("p", { class: "actions" }, h("a", { class: "button", href }, label))));
  if (!mail.host) return first(t("mail.invite.noServer"), t("mail.invite.setUp"), "#mail");
  if (!info.address) return first(t("mail.address.missing"), t("mail.address.set"), "#settings");
  if (election.status === "COMPLETED") {
    return first(t("mail.invite.notActive"), t("mail.invite.back"), `#elections/${id}`);
  }
  return frame(await texts(election, info, mail.texts));
}

// They stay in braces: the server fills them in for each person.
const PLACEHOLDERS = Object.fromEntries(
  ["name", "link", "election", "end", "opens", "organisation", "contact"].map((name) => [name, `{${name}}`]));

/** @type {(election: Api.Election, info: Api.Info, offered: Api.MailTexts) => Promise<Child>} */
async function texts(election, info, offered) {
  /** @type {Kind} */
  let kind = "invitation";
  const first = info.language;
  const draft = election.status === "DRAFT";
  /** @type {(of: Kind) => Record<Api.Language, Api.MailText>} */
  const textsOf = (of) => offered[draft ? "announcement" : of];
  const { opensAt, timeZone } = election;
  const opens = textField({ name: "opens", label: t("mail.opens"), hint: t("mail.opens.hint"),
    value: opensAt ? dateTime(opensAt, timeZone) : "", maxlength: "200", autocomplete: "off",
    missing: t("mail.opens.missing") });
  const preview = h("div", { class: "mail-preview", ...spoken(first) });
  const name = t("mail.preview.name"); // in the language of this page, which German and Spanish are not
  const { values, button } = await inLanguage(first, ["shell", "slip"],
    () => ({ values: sample(name, election, info), button: t("shell.nav.vote") }));
  const noLink = t("mail.body.link", PLACEHOLDERS);
  const parts = inTurn(first).map((code) => ({
    code,
    subject: textField({ name: `texts.${code}.subject`, label: t("mail.subject"),
      value: textsOf(kind)[code].subject, maxlength: "200", autocomplete: "off",
      missing: t("mail.subject.missing") }),
    body: areaField({
      name: `texts.${code}.body`, label: t("mail.body"), value: textsOf(kind)[code].body, rows: "12",
      maxlength: "3000",
      missing: noLink, check: (value) => (value.includes("{link}") ? "" : noLink),
    }),
  }));
  const which = choiceField({
    name: "kind", legend: t("mail.kind"),
    options: [
      { value: "invitation", label: t("mail.kind.invitation"), hint: t("mail.kind.invitation.hint") },
      { value: "reminder", label: t("mail.kind.reminder"), hint: t("mail.kind.reminder.hint") },
    ],
    onChange: (value) => change(/** @type {Kind} */ (value)),
  });

  // Texts that nobody has touched follow the kind.
  /** @type {(to: Kind) => void} */
  function change(to) {
    for (const { code, subject, body } of parts) {
      if (subject.value() === textsOf(kind)[code].subject) subject.set(textsOf(to)[code].subject);
      if (body.value() === textsOf(kind)[code].body) body.set(textsOf(to)[code].body);
    }
    kind = to;
    show();
  }

  function show() {
    const { subject, body } = parts[0];
    const known = { ...values, ...(draft && { opens: opens.value() || t("mail.opens") }) };
    refill(preview,
      h("p", { class: "mail-subject" }, filled(subject.value(), known)),
      filled(body.value(), known).split("\n\n").map((paragraph) => h("p", {},
        paragraph.trim() === "{link}"
          ? [h("span", { class: "button" }, button), h("br"), h("span", { class: "hash" }, `${info.address}/#key=…`)]
          : paragraph)));
  }

  const node = form({
    fields: [which, ...(draft ? [opens] : []), ...parts.flatMap(({ subject, body }) => [subject, body])],
    layout: () => [
      which.node,
      draft && opens.node,
      h("p", { class: "hint" }, t("mail.placeholders", PLACEHOLDERS), draft && ` ${t("mail.placeholders.opens",
        PLACEHOLDERS)}`),
      perLanguage(parts, ({ subject, body }) => [subject.node, body.node]),
      h("section", {}, h("h2", {}, t("mail.preview")),
        isPrivate(info.address ?? "") &&
          notice("info", h("p", {}, t("mail.address.private", { address: info.address ?? "" }))),
        preview),
    ],
    submit: t("mail.send"),
    busy: t("mail.sending"),
    send: async () => { await send(); },
  });
  node.addEventListener("input", show);
  show();

  async function send() {
    const given = Object.fromEntries(
      parts.map(({ code, subject, body }) => [code, { subject: subject.value(), body: body.value() }]));
    const path = /** @type {const} */ (`/api/admin/elections/${election.id}/invitations`);
    const { invitations, reminders } = await get(path);
    /** @type {Api.QueuedInvitations | undefined} */
    let done;
    const sure = await confirm({
      title: t(kind === "invitation" ? "mail.invite.confirm" : "mail.remind.confirm"),
      body: t("mail.invite.confirm.lead", { n: kind === "invitation" ? invitations : reminders }), yes: t("mail.send"),
      doing: t("mail.sending"),
      act: async () => { done = await post(path, { kind, texts: given, ...(draft && { opens: opens.value() }) }); },
    });
    if (!sure || !done) return;
    const without = done.withoutAddress > 0 ? ` ${t("mail.invite.without", { n: done.withoutAddress })}` : "";
    if (done.queued > 0) notify("success", t("mail.invite.done", { n: done.queued }) + without);
    else notify("info", t("mail.invite.nobody"));
    go("mail");
  }
  return node;
}

/** What is filled in for somebody of a name, but for the link.
 *  @type {(name: string, election: Api.Election, info: Api.Info) => Record<string, string>} */
const sample = (name, { title, closesAt, timeZone }, { organisation, contact = "" }) => ({
  name, election: title, end: closesAt ? dateTime(closesAt, timeZone) : t("slip.noEnd"), organisation, contact,
});

// A host that only the organisation's own network finds: RFC 1918, RFC 4193, and names without a dot or of mDNS.
/** @type {(address: string) => boolean} */
const isPrivate = (address) =>
  /^https?:\/\/(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cd])/i.test(address) ||
  /^https?:\/\/([^.:/[]+|[^/:]*\.local)(:\d+)?$/i.test(address);

/** @type {(text: string, values: Record<string, string>) => string} */
const filled = (text, values) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
