// One account: its data, how the person was admitted, and what an administrator may change.
//
// keys: admin.role.* admin.policy.* admin.check.* admin.person.identity.*

import { download, get, post, put } from "../../lib/api.js";
import { confirm, openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { areaField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { date, dateTime, day } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { removePhotoButton } from "../../lib/photo.js";
import { portrait } from "../../lib/portrait.js";
import { go, notify, refresh } from "../../lib/router.js";
import { current, updateUser } from "../../lib/session.js";
import { emailField, newPasswordField } from "../../lib/signin.js";
import { notice } from "../../lib/states.js";
import { actButton } from "./act.js";
import { facts, page } from "./frame.js";
import { endButtons } from "./person_end.js";

/** @type {(id: string) => `/api/admin/users/${string}`} */
const pathOf = (id) => `/api/admin/users/${id}`;
/** @type {(user: Api.User) => boolean} */
const isMe = ({ id }) => id === current()?.user.id;

/** The account of a person.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function personView(signal, info, id) {
  const [user, { keepDays }] = await Promise.all([get(pathOf(id), signal), get("/api/admin/settings", signal)]);
  return page({
    info, section: "people", trail: [{ label: t("admin.nav.people"), to: "people" }], title: user.fullName,
    beside: state(user),
  },
  isMe(user) && notice("info", h("p", {}, t("admin.person.self"))),
  user.photo && h("div", { class: "person-photo" },
    portrait({ name: user.fullName, photo: user.photo }, signal),
    removePhotoButton(`${pathOf(id)}/photo`, () => {
      if (isMe(user)) updateUser({ ...user, photo: undefined });
      notify("success", t("shell.photo.removed"));
      refresh();
    })),
  facts(
    [t("shell.email"), user.email],
    [t("admin.person.phone"), user.phone],
    [t("admin.person.birth"), user.dateOfBirth && day(user.dateOfBirth)],
    [t("admin.person.role"), t(`admin.role.${user.role}`)],
    [t("admin.person.identity"), user.identity && identityWords(user.identity)],
    "onRoll" in user && user.role === "USER" && [t("admin.person.onRoll"), t(user.onRoll ? "admin.yes" : "admin.no")],
    [t("admin.person.since"), date(user.createdAt)]),
  h("p", { class: "actions" },
    h("a", { class: "button button-quiet", href: `#people/${id}/edit` }, t("admin.person.edit")),
    !isMe(user) && suspension(user),
    !isMe(user) && roleChange(user),
    !isMe(user) && endButtons(user, info, keepDays),
    h("a", { class: "button button-quiet", href: `#audit?subject=${id}` }, t("admin.person.audit"))),
  isMe(user) && h("div", { class: "actions" }, actButton({ label: t("admin.person.data"), busy: t("admin.saving"),
    kind: "button-quiet", act: () => download("/api/user/data", "my-data.json", signal) })),
  user.role === "USER" && admissionSection(user));
}

/** @type {(user: Api.User) => HTMLElement} */
const state = ({ status }) => h("span", { class: `badge badge-${status === "ACTIVE" ? "done" : "bad"}` },
  t(status === "ACTIVE" ? "admin.person.active" : "admin.people.suspended"));

// The server keeps only the last four characters of the number.
/** @type {(identity: Api.Identity) => string} */
const identityWords = ({ kind, lastFour }) => t(`admin.person.identity.${kind}`, { ends: lastFour });

/** @type {(label: string, click: () => unknown, kind: string) => HTMLElement} */
const button = (label, click, kind) => h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);

/** @type {(label: string, click: () => unknown, kind?: string) => HTMLElement} */
const quiet = (label, click, kind = "") => button(label, click, `button-quiet ${kind}`);

/** @type {(user: Api.User) => HTMLElement} */
function suspension(user) {
  const suspend = user.status === "ACTIVE";
  const key = suspend ? "admin.person.suspend" : "admin.person.resume";
  return change(user, key, suspend, { status: suspend ? "SUSPENDED" : "ACTIVE" });
}

/** @type {(user: Api.User) => HTMLElement} */
function roleChange(user) {
  const promote = user.role === "USER";
  return change(user, promote ? "admin.person.promote" : "admin.person.demote", false,
    { role: promote ? "ADMIN" : "USER" });
}

// keys: admin.person.suspend* admin.person.resume* admin.person.promote* admin.person.demote*
/** @type {(user: Api.User, key: "admin.person.suspend" | "admin.person.resume" |
 *   "admin.person.promote" | "admin.person.demote", danger: boolean, body: object) =>
 *   HTMLElement} */
function change(user, key, danger, body) {
  const name = user.fullName;
  return quiet(t(key), async () => {
    const done = await confirm({
      title: t(`${key}.title`, { name }), body: t(`${key}.lead`), yes: t(key), doing: t("admin.saving"), danger,
      act: () => put(pathOf(user.id), body),
    });
    if (!done) return;
    notify("success", t(`${key}.done`, { name }));
    refresh();
  }, danger ? "button-risky" : "");
}

/** @type {(user: Api.User) => HTMLElement} */
function admissionSection(user) {
  const { admission, application, decision } = user;
  return h("section", {},
    h("h2", {}, t("admin.person.admission")),
    admission
      ? h("p", {}, t("admin.person.admitted",
        { policy: t(`admin.policy.${admission.policy}`), time: dateTime(admission.at) }))
      : h("p", {}, t("admin.person.notAdmitted")),
    admission && checks(admission),
    application && [
      h("h3", {}, t("admin.person.application")),
      h("p", {}, t("admin.person.application.lead",
        { policy: t(`admin.policy.${application.policy}`), time: dateTime(application.at) })),
      checks(application)],
    decision && h("p", { class: "prose" },
      t(decision.admitted ? "admin.person.decided.admit" : "admin.person.decided.refuse", {
      time: dateTime(decision.at), reason: decision.reason,
    })),
    "onRoll" in user && h("p", { class: "actions" },
      !admission && button(t("admin.person.admit"), () => decide(user, "admit"),
        application && !decision ? "" : "button-quiet"),
      (admission || application) && !(decision && !decision.admitted) &&
        quiet(t("admin.person.refuse"), () => decide(user, "refuse"), "button-risky")));
}

/** @type {(name: string) => string} */
const checkWords = (name) => {
  const key = `admin.check.${name}`;
  return has(key) ? t(key) : name;
};

/** @type {(made: Api.Admission | Api.Application) => Child} */
const checks = ({ checks: made }) => made.length > 0 && h("ul", { class: "checks" }, made.map(({ name, outcome }) =>
  h("li", { class: `check-line check-${outcome}` },
    h("span", {}, checkWords(name)),
    h("span", { class: "task-state" },
      t(outcome === "passed" ? "admin.check.outcome.passed" : "admin.check.outcome.failed")))));

// keys: admin.person.admit.* admin.person.refuse.*
/** @type {(user: Api.User, decision: "admit" | "refuse") => Promise<void>} */
async function decide(user, decision) {
  const key = /** @type {const} */ (`admin.person.${decision}`);
  const done = await openDialog({
    title: t(`${key}.title`, { name: user.fullName }),
    content: (close) => [
      h("p", {}, t(`${key}.lead`)),
      form({
        fields: [areaField({
          name: "reason", label: t("admin.person.reason"), hint: t("admin.person.reason.hint"),
          missing: t("admin.person.reason.missing"),
          check: (value) => (value.length < 3 ? t("admin.person.reason.missing") : ""), maxlength: "500",
        })],
        submit: t(key),
        busy: t("admin.saving"),
        send: async ({ reason }) => {
          await post(`${pathOf(user.id)}/admission`, { decision, reason });
          close(true);
        },
        actions: [quiet(t("shell.cancel"), () => close(null))],
      }),
    ],
  });
  if (!done) return;
  notify("success", t(`${key}.done`, { name: user.fullName }));
  refresh();
}

/** The form for a person's data, and for a new password if the person has lost theirs.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function editPersonView(signal, info, id) {
  const user = await get(pathOf(id), signal);
  const back = `people/${id}`;
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({
    info, section: "people", title: t("admin.person.edit.title"),
    trail: [{ label: t("admin.nav.people"), to: "people" }, { label: user.fullName, to: back }],
  }, content);
  const data = form({
    fields: [
      textField({ name: "fullName", label: t("admin.person.name"), value: user.fullName,
        missing: t("admin.person.name.missing"), autocomplete: "off" }),
      user.email ? emailField(user.email, { autocomplete: "off" })
        : textField({ name: "email", label: t("shell.email"), type: "email", autocomplete: "off" }),
      textField({ name: "phone", label: t("admin.person.phone"), type: "tel", value: user.phone, autocomplete: "off" }),
      textField({ name: "dateOfBirth", label: t("admin.person.birth"), type: "date", value: user.dateOfBirth,
        autocomplete: "off" }),
    ],
    submit: t("admin.save"),
    busy: t("admin.saving"),
    send: async ({ email, phone, dateOfBirth, ...values }) => {
      const changed = await put(pathOf(id),
        { ...values, ...(email && { email }), phone: phone || null, dateOfBirth: dateOfBirth || null });
      if (isMe(user)) updateUser(changed);
      notify("success", t("admin.saved"));
      go(back);
    },
    actions: [h("a", { class: "button button-quiet", href: `#${back}` }, t("shell.cancel"))],
  });
  const password = form({
    fields: [newPasswordField("password", t("admin.person.password"))],
    quiet: true, // the one above saves
    submit: t("admin.person.password.submit"),
    busy: t("admin.saving"),
    send: async (values) => {
      await put(pathOf(id), values);
      notify("success", t("admin.person.password.done", { name: user.fullName }));
      go(back);
    },
  });
  return frame(h("div", { class: "narrow" },
    h("section", { class: "panel" }, data),
    !isMe(user) && h("section", { class: "panel" },
      h("h2", {}, t("admin.person.password.title")), h("p", {}, t("admin.person.password.lead")), password)));
}
