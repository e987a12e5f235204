// How to check the election without this page and without this server.

import { copyable } from "../../lib/copy.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @import { Board } from "./election.js" */

/** @type {(board: Board) => HTMLElement} */
export function verifySection({ id, path, manifest, election }) {
  if (!election.resultsCalculated && !election.cancelled) return h("p", {}, t("board.verify.later"));
  const file = `ostrakon-${id}.zip`;
  const more = `-key ${manifest.signingKey} -receipt ostrakon-receipt-${id}.json`;
  const address = new URL(`${path}/bundle`, location.href).href;
  return h("div", {},
    h("p", {}, t("board.verify.lead")),
    h("h3", {}, t("board.verify.fetch")),
    copyable(`curl -o ${file} ${address}`, t("board.verify.fetch")),
    h("h3", {}, t("board.verify.own")),
    copyable(`ostrakon verify ${file} ${more}`, t("board.verify.own")),
    h("h3", {}, t("board.verify.python")),
    h("p", {}, t("board.verify.python.lead")),
    copyable(`python3 verify.py ${more} ${file}`, t("board.verify.python")),
    h("p", {}, t("board.verify.options")),
    h("p", { class: "muted" }, t("board.verify.key")));
}
