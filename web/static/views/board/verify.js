// How to check the election without this page and without this server.

import { text } from "../../lib/api.js";
import { hex } from "../../lib/bytes.js";
import { copyable } from "../../lib/copy.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { sha256 } from "../../lib/sha256.js";
import { explain } from "../../lib/states.js";

/** @import { Board } from "./election.js" */

const FILES = /** @type {const} */ (["verify.py", "BUNDLE.md"]);

/** @type {(board: Board, version: string) => HTMLElement} */
export function verifySection({ id, path, signal, manifest, election }, version) {
  if (!election.resultsCalculated && !election.cancelled) {
    return h("div", {}, h("p", {}, t("board.verify.later")), filesPart(version, signal));
  }
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
    filesPart(version, signal),
    h("p", {}, t("board.verify.options")),
    h("p", { class: "muted" }, t("board.verify.key")));
}

/** The verifier and the format, each with the hash of what the server hands out, and where else they are.
 *  @type {(version: string, signal: AbortSignal) => Child[]} */
function filesPart(version, signal) {
  return [
    h("dl", { class: "facts facts-small" }, FILES.map((name) => {
      const hash = h("dd", { class: "hash" });
      text(`/api/board/${name}`, signal)
        .then((content) => hex(sha256(new TextEncoder().encode(content))), explain)
        .then((words) => { hash.textContent = words; });
      const link = h("a", { href: `/api/board/${name}`, download: name }, t("board.verify.file", { name }));
      return [h("dt", {}, link), hash];
    })),
    h("p", {}, t("board.verify.elsewhere", { version })),
  ];
}
