// Deleting one's own account.
//
// keys: voter.delete.stays.*

import { del } from "../../lib/api.js";
import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { passwordField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { end } from "../../lib/session.js";

const STAYS = /** @type {const} */ (["roll", "ballots", "voted", "audit"]);

/** What stays when an account is deleted, and why; the button that deletes it.
 *  @type {(user: Api.User) => Child} */
export function deletion(user) {
  return [
    h("p", {}, t("voter.delete.lead")),
    h("p", {}, t("voter.delete.stays")),
    h("ul", { class: "points" }, STAYS.map((what) => h("li", {}, t(`voter.delete.stays.${what}`)))),
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button button-quiet button-risky", on: { click: () => ask(user) } },
        t("voter.delete.button"))),
  ];
}

// Who has an e-mail address has a password too. The others came with a slip, and type their name.
/** @type {(user: Api.User) => Promise<void>} */
async function ask({ email, fullName }) {
  const proof = email
    ? passwordField({ name: "password", label: t("voter.profile.current"), autocomplete: "current-password",
      missing: t("shell.password.missing") })
    : textField({ name: "confirm", label: t("voter.delete.name", { name: fullName }), autocomplete: "off",
      missing: t("voter.name.missing") });
  const done = await openDialog({
    title: t("voter.delete.title"),
    content: (close) => [
      h("p", {}, t("voter.delete.final")),
      form({
        fields: [proof],
        submit: t("voter.delete.button"),
        busy: t("voter.delete.busy"),
        risky: true,
        send: async (values) => {
          await del("/api/user/profile", undefined, values);
          close(true);
        },
        actions: [h("button", { type: "button", class: "button button-quiet", on: { click: () => close(null) } },
          t("shell.cancel"))],
      }),
    ],
  });
  if (!done) return;
  end("signed-out");
  go("");
  notify("success", t("voter.delete.done"));
}
