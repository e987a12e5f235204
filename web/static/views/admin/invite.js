// Inviting an administrator by a link; and the page that the link opens.

import { del, get, post } from "../../lib/api.js";
import { copyable } from "../../lib/copy.js";
import { confirm, openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { notify, refresh, setRoute } from "../../lib/router.js";
import { begin } from "../../lib/session.js";
import { emailField, newPasswordField } from "../../lib/signin.js";
import { notice } from "../../lib/states.js";

const PATH = "/api/admin/invitations";

/** @type {(label: string, click: () => unknown, kind?: string) => HTMLElement} */
const quiet = (label, click, kind = "") =>
  h("button", { type: "button", class: `button button-quiet ${kind}`, on: { click } }, label);

/** The button that invites an administrator.
 *  @type {(info: Api.Info) => HTMLElement} */
export const inviteButton = (info) => quiet(t("admin.invite"), () => invite(info));

/** The invitations that are open, each with its end; nothing if there is none.
 *  @type {(signal: AbortSignal) => Promise<Child>} */
export async function openInvitations(signal) {
  const { items } = await get(PATH, signal);
  return items.length > 0 && h("section", {},
    h("h2", {}, t("admin.invite.open")),
    h("ul", { class: "tasks" }, items.map((invitation) => h("li", { class: "task" },
      h("span", {}, t("admin.invite.until", { name: invitation.fullName, time: dateTime(invitation.expiresAt) })),
      quiet(t("admin.invite.withdraw"), () => withdraw(invitation), "button-risky")))));
}

/** @type {(info: Api.Info) => Promise<void>} */
async function invite(info) {
  /** @type {Api.MadeAdminInvitation | undefined} */
  let made;
  await openDialog({
    title: t("admin.invite"),
    content: (close) => [
      h("p", {}, t("admin.invite.lead")),
      form({
        fields: [textField({ name: "fullName", label: t("admin.person.name"), autocomplete: "off", maxlength: "120",
          missing: t("admin.person.name.missing") })],
        submit: t("admin.invite.submit"), busy: t("admin.saving"),
        send: async (values) => {
          made = await post(PATH, values);
          close();
        },
        actions: [quiet(t("shell.cancel"), () => close())],
      }),
    ],
  });
  if (made) await show(made, info);
}

/** Shows the link of an invitation, this once.
 *  @type {(made: Api.MadeAdminInvitation, info: Api.Info) => Promise<void>} */
async function show({ key, fullName: name, expiresAt }, info) {
  const link = `${info.address || location.origin}/admin#invited=${key}`;
  await openDialog({
    title: t("admin.invite.made", { name }),
    content: (close) => [
      h("p", {}, t("admin.invite.once", { time: dateTime(expiresAt) })),
      copyable(link, t("admin.invite.link")),
      qrCode(link, t("admin.invite.qr", { name })),
      info.mail && mailForm(key),
      h("p", { class: "actions" }, h("button", { type: "button", class: "button", on: { click: () => close() } },
        t("admin.person.reset.close"))),
    ],
  });
  refresh();
}

/** @type {(key: string) => HTMLElement} */
function mailForm(key) {
  const done = h("div", { role: "status" });
  return h("div", {},
    form({
      fields: [textField({ name: "to", label: t("mail.test.to"), type: "email", autocomplete: "off",
        autocapitalize: "none", spellcheck: "false", missing: t("shell.email.missing") })],
      submit: t("admin.invite.send"), busy: t("mail.test.busy"), quiet: true,
      send: async ({ to }) => {
        await post(`${PATH}/mail`, { key, to });
        done.replaceChildren(notice("success", h("p", {}, t("mail.test.done", { to }))));
      },
    }),
    done);
}

/** @type {(invitation: Api.AdminInvitation) => Promise<void>} */
async function withdraw({ id, fullName: name }) {
  const done = await confirm({
    title: t("admin.invite.withdraw.title", { name }), body: t("admin.invite.withdraw.lead"),
    yes: t("admin.invite.withdraw"), doing: t("admin.saving"), danger: true, act: () => del(`${PATH}/${id}`),
  });
  if (!done) return;
  notify("success", t("admin.invite.withdraw.done", { name }));
  refresh();
}

/** Makes an administrator of the person who has come with the key of an invitation.
 *  @type {(info: Api.Info, key: string) => HTMLElement} */
export function invitedView({ organisation }, key) {
  return h("article", { class: "narrow" },
    h("h1", {}, t("admin.invited.title")),
    h("p", { class: "lead" }, t("admin.invited.lead", { organisation: organisation || t("admin.title") })),
    h("section", { class: "panel" }, form({
      fields: [emailField(), newPasswordField("password", t("shell.password"))],
      submit: t("admin.invited.submit"), busy: t("admin.saving"),
      send: async (values) => {
        const session = await post("/api/auth/invitation", { key, ...values });
        setRoute("");
        begin(session);
        notify("success", t("admin.invited.done"));
      },
    })));
}
