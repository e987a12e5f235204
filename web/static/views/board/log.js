// The log: its newest checkpoint and those before. People can save each, and its signatures are
// checked, those of witnesses too.

import { save } from "../../lib/api.js";
import { base64 } from "../../lib/bytes.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { checkpointName } from "../../lib/log.js";
import { installationOf, openNote, readCheckpoint, witnessesOf } from "../../lib/note.js";
import { empty, growingList } from "../../lib/states.js";

/** @import { Board } from "./election.js" */

/** The section. show(page) takes the newest part of the list again.
 *  @type {(board: Board) => { node: HTMLElement,
 *   show(page: Api.List<Api.SignedCheckpoint>): void }} */
export function logSection(board) {
  const path = `${board.path}/checkpoints`;
  const { status, resultsCalculated, cancelled } = board.election;
  let newest = board.checkpoints.items[0]?.size;
  const grown = growingList({
    path, page: board.checkpoints, signal: board.signal, item: (item) => line(board, item),
    list: h("ol", { class: "checkpoints" }),
    none: empty(h("p", {}, t("board.log.none"))),
  });
  return {
    node: h("div", {},
      h("p", {}, t("board.log.lead")),
      status === "ACTIVE" && h("p", {}, t("board.log.running")),
      status === "COMPLETED" && !resultsCalculated && !cancelled && h("p", {}, t("board.log.closed")),
      grown,
      h("p", { class: "muted" }, t("board.log.times"))),
    show(page) {
      const size = page.items[0]?.size;
      if (size === newest) return;
      newest = size;
      grown.show(page, path);
      announce(t("board.log.grown", { n: size }));
    },
  };
}

/** @type {(board: Board, item: Api.SignedCheckpoint) => HTMLElement} */
function line({ id, manifest }, { size, checkpoint }) {
  const installation = installationOf(manifest);
  const note = openNote(checkpoint, [installation, ...witnessesOf(manifest)]);
  const read = note && readCheckpoint(note.text, installation.name);
  const holds = read?.size === size && note?.by.includes(installation.name);
  const witnesses = note?.by.filter((name) => name !== installation.name) ?? [];
  const click = () => save(checkpointName(id, size), checkpoint);
  return h("li", { class: "checkpoint" },
    h("div", { class: "checkpoint-words" },
      h("p", { class: "checkpoint-head" }, h("strong", {}, t("board.log.size", { n: size })), " ",
        hiddenText(`${t("board.log.signature")} `),
        h("span", { class: `badge badge-${holds ? "done" : "bad"}` },
          holds ? t("board.state.passed") : t("board.state.failed"))),
      h("p", { class: "hash" }, read ? base64(read.root) : ""),
      witnesses.length > 0 && h("p", {}, t("board.log.witnesses", { names: witnesses.join(", ") }))),
    h("button", { type: "button", class: "button button-quiet no-print", on: { click } },
      t("board.log.save"), hiddenText(`: ${t("board.log.size", { n: size })}`)));
}
