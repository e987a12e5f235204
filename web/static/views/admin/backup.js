// Downloading a backup, and those that the server makes by itself.

import { get, postForFile, save } from "../../lib/api.js";
import { copyable } from "../../lib/copy.js";
import { announce, h } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { bytes, dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { ownPassword, page } from "./frame.js";

/** The form that downloads a backup, and how one is restored.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function backupView(signal, info) {
  const { backups } = await get("/api/admin/status", signal);
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
      byItself(backups),
      h("section", {},
        h("h2", {}, t("admin.backup.keys")),
        h("p", {}, t("admin.backup.keys.lead")),
        copyable("ostrakon backup -with-keys -data DIRECTORY ostrakon-keys.zip", t("admin.backup.keys.command"))),
      h("section", {},
        h("h2", {}, t("admin.backup.restore")),
        h("p", {}, t("admin.backup.restore.lead")),
        copyable("ostrakon restore -data DIRECTORY ostrakon-backup.zip", t("admin.backup.restore.command")))));
}

// The backups that the server makes by itself.
/** @type {(backups?: Api.BackupSchedule) => HTMLElement} */
const byItself = (backups) => h("section", {},
  h("h2", {}, t("admin.backup.itself")),
  backups ? [
    h("p", {}, t("admin.backup.itself.lead", { n: backups.keep })),
    copyable(backups.directory, t("admin.backup.itself.directory")),
    h("p", {}, backups.goodAt ? t("admin.backup.itself.good", { time: dateTime(backups.goodAt) }) : t("admin.backup.itself.first")),
  ] : h("p", {}, t("admin.backup.itself.none")));
