// Downloading a backup.

import { postForFile, save } from "../../lib/api.js";
import { copyable } from "../../lib/copy.js";
import { announce, h } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { bytes } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { ownPassword, page } from "./frame.js";

/** The form that downloads a backup, and how one is restored.
 *  @type {(signal: AbortSignal, info: Api.Info) => HTMLElement} */
export function backupView(signal, info) {
  const said = h("div", { tabindex: "-1" });
  const password = ownPassword();
  const download = form({
    fields: [password],
    submit: t("admin.backup.submit"),
    busy: t("admin.backup.busy"),
    send: async (values) => {
      said.replaceChildren();
      const file = await postForFile("/api/admin/backup", values, signal);
      const name = `ostrakon-backup-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.zip`;
      save(name, file);
      password.set("");
      const words = t("admin.backup.done", { name, size: bytes(file.size) });
      said.replaceChildren(notice("success", h("p", {}, words)));
      announce(words);
    },
  });
  return page({ info, section: "backup", title: t("admin.backup.title"), lead: t("admin.backup.lead") },
    h("div", { class: "narrow" },
      said,
      h("section", { class: "panel" }, download),
      h("section", {},
        h("h2", {}, t("admin.backup.keys")),
        h("p", {}, t("admin.backup.keys.lead")),
        copyable("ostrakon backup -with-keys -data DIRECTORY ostrakon-keys.zip", t("admin.backup.keys.command"))),
      h("section", {},
        h("h2", {}, t("admin.backup.restore")),
        h("p", {}, t("admin.backup.restore.lead")),
        copyable("ostrakon restore -data DIRECTORY ostrakon-backup.zip", t("admin.backup.restore.command")))));
}
