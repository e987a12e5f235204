// Downloading a backup, and those that the server makes by itself.

import { get, postForFile, save } from "../../lib/api.js";
import { copyable } from "../../lib/copy.js";
import { announce, h } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { bytes, dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { dataCommand } from "./command.js";
import { ownPassword, page } from "./frame.js";

const REMINDED = 90 * 24 * 3_600_000; // milliseconds after a ballot box was deleted

/** The form that downloads a backup, and how one is restored.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function backupView(signal, info) {
  const [{ backups, dataDirectory, now }, closed] = await Promise.all([
    get("/api/admin/status", signal), get("/api/admin/elections?status=COMPLETED&limit=100", signal)]);
  const said = h("div", { tabindex: "-1" });
  const password = ownPassword();
  const download = form({
    fields: [password],
    submit: t("machine.backup.submit"),
    busy: t("machine.backup.busy"),
    send: async (values) => {
      said.replaceChildren();
      const file = await postForFile("/api/admin/backup", values, signal);
      const name = `ostrakon-backup-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.zip`;
      save(name, file);
      password.set("");
      const words = t("machine.backup.done", { name, size: bytes(file.size) });
      said.replaceChildren(notice("success", h("p", {}, words)));
      announce(words);
    },
  });
  return page({ info, section: "backup", title: t("machine.backup.title"), lead: t("machine.backup.lead") },
    h("div", { class: "narrow" },
      said,
      h("section", { class: "panel" }, download),
      byItself(backups),
      withBoxes(closed.items, now),
      h("section", {},
        h("h2", {}, t("machine.backup.keys")),
        h("p", {}, t("machine.backup.keys.lead")),
        dataCommand("ostrakon backup ostrakon-keys.zip -with-keys", dataDirectory, t("machine.backup.keys.command"))),
      h("section", {},
        h("h2", {}, t("machine.backup.restore")),
        h("p", {}, t("machine.backup.restore.lead")),
        copyable("ostrakon restore -data DIRECTORY ostrakon-backup.zip", t("machine.backup.restore.command")))));
}

// The backups that the server makes by itself.
/** @type {(backups?: Api.BackupSchedule) => HTMLElement} */
const byItself = (backups) => h("section", {},
  h("h2", {}, t("machine.backup.itself")),
  backups ? [
    h("p", {}, t("machine.backup.itself.lead", { n: backups.keep })),
    copyable(backups.directory, t("machine.backup.itself.directory")),
    h("p", {}, backups.goodAt ? t("machine.backup.itself.good", { time: dateTime(backups.goodAt) })
      : t("machine.backup.itself.first")),
  ] : h("p", {}, t("machine.backup.itself.none")));

// Which backups hold ballot boxes that the server deletes, or has deleted.
/** @type {(closed: Api.Election[], now: string) => Child} */
function withBoxes(closed, now) {
  const since = Date.parse(now) - REMINDED;
  const boxes = closed.filter(({ boxUntil }) => boxUntil && Date.parse(boxUntil) > since);
  return boxes.length > 0 && h("section", {},
    h("h2", {}, t("machine.backup.boxes")),
    h("p", {}, t("machine.backup.boxes.lead")),
    h("ul", {}, boxes.map(({ title, boxUntil = "" }) =>
      h("li", {}, t("machine.backup.boxes.one", { title, time: dateTime(boxUntil) })))));
}
