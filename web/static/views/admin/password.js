// The administrator's own password, asked for again before a secret leaves the server.

import { passwordField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";

/** The field of it. */
export const ownPassword = () => passwordField({
  name: "password", label: t("admin.password"), hint: t("admin.password.hint"), autocomplete: "current-password",
  missing: t("shell.password.missing"), aliases: ["currentPassword"],
});
