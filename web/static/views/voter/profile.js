// The voter's own account: photo, data, password, and the end of all sessions.

import { download, formOf, get, post, put, upload } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { announce, h } from "../../lib/dom.js";
import { passwordField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { date } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { removePhotoButton, shrink } from "../../lib/photo.js";
import { filePicker } from "../../lib/pick.js";
import { portrait } from "../../lib/portrait.js";
import { go, notify, refresh } from "../../lib/router.js";
import { begin, current, end, updateUser } from "../../lib/session.js";
import { emailField, newPasswordField } from "../../lib/signin.js";
import { explain, notice, tryBusy } from "../../lib/states.js";
import { backLink } from "./back.js";
import { deletion } from "./deletion.js";
import { providerForm } from "./provider.js";

const PROFILE = "/api/user/profile";
const LONG_SIDE = 1280; // pixels; the server keeps half of that

/** @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function profileView(signal, { provider }) {
  const user = await get(PROFILE, signal);
  return h("article", { class: "narrow" },
    backLink(),
    h("h1", {}, t("voter.profile")),
    h("section", { class: "panel" }, h("h2", {}, t("voter.profile.photo")), photo(user, signal)),
    h("section", { class: "panel" }, h("h2", {}, t("voter.profile.data")), facts(user), data(user)),
    h("section", { class: "panel" }, h("h2", {}, t("voter.profile.password")), password(user)),
    provider?.binds && h("section", { class: "panel" }, h("h2", {}, t("voter.provider", { name: provider.name })),
      h("p", {}, t("voter.provider.lead", { name: provider.name })), providerForm(provider.name, true)),
    h("section", { class: "panel" },
      h("h2", {}, t("voter.profile.everywhere")),
      h("p", {}, t("voter.profile.everywhere.lead")),
      h("p", { class: "actions" },
        h("button", { type: "button", class: "button button-quiet", on: { click: everywhere } },
          t("voter.profile.everywhere.button")))),
    h("section", { class: "panel" }, h("h2", {}, t("voter.data")), copyOfData(signal)),
    h("section", { class: "panel" }, h("h2", {}, t("voter.delete")), deletion(user)));
}

/** @type {(signal: AbortSignal) => Child} */
function copyOfData(signal) {
  const problem = h("div", { role: "alert" });
  const save = () => download("/api/user/data", "my-data.json", signal);
  return [h("p", {}, t("voter.data.lead")), problem, h("p", { class: "actions" },
    h("button", { type: "button", class: "button button-quiet",
      on: { click: ({ currentTarget }) => tryBusy(currentTarget, problem, save, t("voter.profile.saving")) } },
    t("voter.data.button")))];
}

/** @type {(user: Api.User, signal: AbortSignal) => Child} */
function photo(user, signal) {
  /** @type {(person: Api.User) => HTMLElement} */
  const frame = (person) => portrait({ name: person.fullName, photo: person.photo }, signal);
  const shown = h("div", { class: "profile-photo" });
  const outcome = h("div", {});
  const remove = removePhotoButton(`${PROFILE}/photo`, () => {
    change({ ...current()?.user ?? user, photo: undefined });
    picker.input.focus(); // the button that was pressed is gone
  });
  const picker = filePicker({
    label: t("voter.profile.photo.choose"),
    accept: "image/jpeg,image/png,image/webp",
    content: shown,
    onFiles: ([file]) => send(file),
  });

  /** @type {(person: Api.User) => void} */
  function show(person) {
    shown.replaceChildren(frame(person));
    picker.setLabel(person.photo ? t("voter.profile.photo.change") : t("voter.profile.photo.choose"));
    remove.hidden = !person.photo;
  }

  /** @type {(person: Api.User) => void} */
  function change(person) {
    show(person);
    updateUser(person);
  }

  /** @type {(file: File) => Promise<void>} */
  async function send(file) {
    if (picker.input.disabled) return;
    picker.input.disabled = true;
    const bar = h("progress", { class: "progress", max: "1", value: "0",
      "aria-label": t("voter.profile.photo.sending") });
    outcome.replaceChildren(bar);
    announce(t("voter.profile.photo.sending"));
    try {
      const small = await shrink(file, LONG_SIDE);
      const changed = await upload(`${PROFILE}/photo`, formOf(small, "photo"), {
        onProgress: (share) => { bar.value = share; }, signal,
      });
      change(changed);
      outcome.replaceChildren();
      announce(t("voter.profile.photo.done"));
    } catch (error) {
      if (signal.aborted) return;
      outcome.replaceChildren(notice("problem", h("p", {}, explain(error))));
      announce(explain(error));
    } finally {
      picker.input.disabled = false;
    }
  }
  picker.append(remove);
  show(user);
  return [picker, outcome, h("p", { class: "hint" }, t("voter.profile.photo.hint"))];
}

/** @type {(user: Api.User) => HTMLElement} */
function facts({ identity, createdAt }) {
  const kind = identity?.kind === "VOTER_ID" ? t("voter.kind.voterId") : t("voter.kind.nationalId");
  return h("p", { class: "muted" },
    identity?.lastFour && [t("voter.profile.identity", { kind, lastFour: identity.lastFour }), h("br")],
    t("voter.profile.since", { date: date(createdAt) }));
}

/** @type {(user: Api.User) => HTMLElement} */
function data(user) {
  const confirmation = passwordField({
    name: "currentPassword", label: t("voter.profile.current"), autocomplete: "current-password",
    hint: t("voter.profile.current.hint"), missing: t("shell.password.missing"),
  });
  const email = user.email ? emailField(user.email, { autocomplete: "email" })
    : textField({ name: "email", label: t("shell.email"), type: "email", autocomplete: "email",
      hint: t("voter.profile.email.hint") });
  const weigh = () => { confirmation.node.hidden = !user.hasPassword || email.value() === user.email; };
  email.input.addEventListener("input", weigh);
  weigh();
  const fromRoll = user.onRoll && user.admission?.policy === "roll";
  return form({
    fields: [
      textField({ name: "fullName", label: t("voter.name"), autocomplete: "name", value: user.fullName,
        missing: t("voter.name.missing"), readonly: fromRoll, hint: fromRoll ? t("voter.name.roll") : undefined }),
      email,
      confirmation,
      textField({ name: "phone", label: t("voter.phone"), type: "tel", autocomplete: "tel", value: user.phone }),
      textField({ name: "dateOfBirth", label: t("voter.birth"), type: "date", autocomplete: "bday",
        value: user.dateOfBirth }),
    ],
    submit: t("voter.profile.save"),
    busy: t("voter.profile.saving"),
    send: async ({ email: address, phone, dateOfBirth, currentPassword, ...rest }) => {
      updateUser(await put(PROFILE, {
        ...rest, ...(address && { email: address }), phone: phone || null, dateOfBirth: dateOfBirth || null,
        ...(currentPassword && { currentPassword }),
      }));
      notify("success", t("voter.profile.saved"));
      refresh();
    },
  });
}

// Who came with their slip has forgotten the old password, or never had one.
/** @type {(user: Api.User) => HTMLElement} */
function password({ email, hasPassword }) {
  if (!email) return h("p", {}, t("voter.profile.password.address"));
  const session = current();
  const known = passwordField({
    name: "currentPassword", label: t("voter.profile.current"), autocomplete: "current-password",
    missing: t("shell.password.missing"),
  });
  known.node.hidden = !hasPassword || session?.byKey === true;
  return form({
    fields: [known, newPasswordField("newPassword", t("voter.profile.new"))],
    // Password managers look for whose password it is.
    more: h("input", { type: "text", autocomplete: "username", value: email, readonly: true, hidden: true,
      "aria-hidden": "true" }),
    quiet: true, // the one above saves
    submit: hasPassword ? t("voter.profile.password.submit") : t("voter.profile.password.first"),
    busy: t("voter.profile.saving"),
    send: async ({ currentPassword, newPassword }) => {
      const renewed = await post("/api/auth/password", { newPassword, ...(currentPassword && { currentPassword }) });
      begin({ ...renewed, byKey: session?.byKey }, "renewed");
      notify("success", t("voter.profile.password.done"));
      refresh();
    },
  });
}

async function everywhere() {
  const done = await confirm({
    title: t("voter.profile.everywhere"),
    body: t("voter.profile.everywhere.body"),
    yes: t("voter.profile.everywhere.button"),
    doing: t("voter.profile.saving"),
    act: () => post("/api/auth/logout", { everywhere: true }),
  });
  if (!done) return;
  end("signed-out");
  go("");
}
