// The minutes of an election on the board: anyone can read, print and save them.

import { h } from "../../lib/dom.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { minutesSection } from "../result/minutes_view.js";

/** @type {(signal: AbortSignal, id: string, info: Api.Info) => Promise<HTMLElement>} */
export async function minutesView(signal, id, info) {
  await loadMessages("minutes");
  return h("article", { class: "board" },
    h("p", { class: "back" }, h("a", { href: "#" }, t("board.watch.back"))),
    h("h1", { class: "no-print" }, t("minutes.title")),
    await minutesSection(signal, info, id));
}
