// Taking back the last import of the electoral roll, until an election opens.

import { post } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { go, notify, refresh, route } from "../../lib/router.js";
import { keptWords } from "./proxies.js";

/** @typedef {Pick<Api.RollImported, "id" | "added" | "updated" | "removed">} Undoable */

/** What the last import did, with a button that takes it back; nothing once an election has opened.
 *  @type {(last: Api.RollImported | null) => Child} */
export const lastImportLine = (last) => last?.undoable && h("p", { class: "last-import" },
  h("span", {}, t("roll.undo.last", { time: dateTime(last.at), changes: numbersOf(last) })), " ",
  undoButton(last, "plain"));

/** @type {(last: Undoable, style: string) => HTMLElement} */
export const undoButton = (last, style) => h("button", { type: "button", class: style,
  on: { click: () => undo(last) } }, t("roll.undo"));

/** @type {(last: Undoable) => string} */
const numbersOf = ({ added, updated, removed }) => [
  added > 0 && t("roll.undo.added", { n: added }), updated > 0 && t("roll.undo.updated", { n: updated }),
  removed > 0 && t("roll.undo.removed", { n: removed }),
].filter(Boolean).join(", ");

/** @type {(last: Undoable) => Promise<void>} */
async function undo({ id, added, updated, removed }) {
  let [kept, differs] = [0, ""];
  const done = await confirm({
    title: t("roll.undo.title"),
    body: [
      h("ul", {},
        added > 0 && h("li", {}, t("roll.undo.does.added", { n: added })),
        updated > 0 && h("li", {}, t("roll.undo.does.updated", { n: updated })),
        removed > 0 && h("li", {}, t("roll.undo.does.removed", { n: removed }))),
      h("p", {}, t("roll.undo.lead")),
    ],
    yes: t("roll.undo"), doing: t("roll.undo.doing"), danger: true,
    act: async () => {
      const undone = await post("/api/admin/roll/undo", { id });
      [kept, differs] = [undone.kept, keptWords(undone)];
    },
  });
  if (!done) return;
  notify("success", `${kept > 0 ? t("roll.undo.kept", { n: kept }) : t("roll.undo.done")} ${differs}`.trim());
  if (route() === "roll") refresh();
  else go("roll");
}
