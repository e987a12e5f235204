// The manifest in words: what the vote is about, the rules and the keys, as they were frozen when
// the election opened.
//
// keys: board.method.* board.tieBreak.*

/** @import { Board } from "./election.js" */
/** @typedef {[name: string, value: Child][]} Rows */

import { concat, hex } from "../../lib/bytes.js";
import { h } from "../../lib/dom.js";
import { bytes, dateTime, number } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { save } from "../../lib/api.js";
import { sha256 } from "../../lib/sha256.js";

/** @type {(board: Board) => HTMLElement} */
export function manifestSection({ id, manifest, manifestText, publishedKey }) {
  const hash = hex(sha256(concat("ostrakon/manifest/1\0", manifestText)));
  return h("div", {},
    h("p", {}, t("board.manifest.lead")),
    h("h3", {}, t("board.rules")),
    facts(rules(manifest)),
    h("h3", {}, t("board.candidates")),
    h("ol", { class: "board-candidates" }, manifest.candidates.map(candidate)),
    h("h3", {}, t("board.keys")),
    manifest.signingKey !== publishedKey && notice("problem", h("p", {}, t("board.key.other"))),
    h("p", {}, t("board.keys.lead")),
    facts(keys(manifest, hash), "hash"),
    h("details", { class: "about" },
      h("summary", {}, t("board.manifest.json")),
      h("p", { class: "muted" }, t("board.manifest.pretty")),
      h("pre", { class: "json", tabindex: "0", "aria-label": t("board.manifest.json") }, JSON.stringify(manifest, null, 2))),
    h("p", { class: "actions" }, h("button", {
      type: "button", class: "button button-quiet",
      on: { click: () => save(`ostrakon-${id}-manifest.json`, manifestText, "application/json") },
    }, t("board.manifest.save"))));
}

/** @type {(rows: Rows, style?: string) => HTMLElement} */
const facts = (rows, style) => h("dl", { class: "facts facts-rows" }, rows.filter(([, value]) => value !== undefined).map(([name, value]) =>
  h("div", {}, h("dt", {}, name), h("dd", { class: style }, value))));

// A rule that this page does not know, from a newer server, is shown by its name.
/** @type {(kind: "method" | "tieBreak", value: string) => string} */
function words(kind, value) {
  const key = `board.${kind}.${value}`;
  return has(key) ? t(key) : value;
}

/** @type {(manifest: Api.Manifest) => Rows} */
function rules({ method, tieBreak, shuffleCandidates, opensAt, closesAt, electorate }) {
  return [
    [t("board.method"), words("method", method)],
    [t("board.tieBreak"), words("tieBreak", tieBreak)],
    [t("board.order"), shuffleCandidates ? t("board.order.shuffled") : t("board.order.fixed")],
    [t("board.opens"), opensAt ? dateTime(opensAt) : t("board.opens.byHand")],
    [t("board.closes"), closesAt ? dateTime(closesAt) : t("board.closes.byHand")],
    [t("board.electorate"), electorate ? t("board.electorate.roll") : t("board.electorate.open")],
    [t("board.electorate.size"), electorate && number(electorate.size)],
  ];
}

/** @type {(manifest: Api.Manifest, hash: string) => Rows} */
function keys(manifest, hash) {
  return [
    [t("board.key.signing"), manifest.signingKey],
    [t("board.key.manifest"), hash],
    [t("board.key.tie"), manifest.tieSeedCommitment],
    [t("board.key.roll"), manifest.electorate?.rollHash],
    [t("board.key.suite"), manifest.suite],
    [t("board.key.sealed"), bytes(manifest.sealedSize)],
    [t("board.key.public"), h("details", { class: "about" }, h("summary", {}, t("board.key.show")), manifest.publicKey)],
  ];
}

/** @type {(standing: Api.Standing) => HTMLElement} */
function candidate({ id, name, affiliation, description, photoSha256 }) {
  return h("li", { class: "board-candidate" },
    h("p", { class: "candidate-name" }, name),
    affiliation && h("p", { class: "candidate-affiliation" }, affiliation),
    description && h("p", { class: "prose" }, description),
    h("dl", { class: "facts facts-small" },
      h("dt", {}, t("board.candidate.id")), h("dd", { class: "hash" }, id),
      h("dt", {}, t("board.candidate.photo")), photoSha256
        ? h("dd", { class: "hash" }, photoSha256)
        : h("dd", {}, t("board.candidate.noPhoto"))));
}
