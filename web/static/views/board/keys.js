// Which election has which keys of its assembly. No two may have the same: whoever opens the ballots of one could open
// those of the other.

import { get } from "../../lib/api.js";
import { h, refill } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { keyNumberOf, shortNumber } from "../../lib/keynumber.js";
import { explain, notice } from "../../lib/states.js";

/** @import { Board } from "./election.js" */

/** Which keys an election has, in words; "" where the server has the key.
 *  @type {(election: Api.BoardElection) => string} */
export const keysWords = ({ keys }) =>
  (keys ? t("board.keys.of", { number: keys.number, keyNumber: shortNumber(keys.keyNumber) }) : "");

/** An alarm for all elections that have the same keys.
 *  @type {(elections: Api.BoardElection[]) => HTMLElement[]} */
export function keyAlarms(elections) {
  const words = elections.map(keysWords);
  const repeated = [...new Set(words)].filter((one) => one && words.indexOf(one) !== words.lastIndexOf(one));
  return repeated.map((one) => elections.filter((_, i) => words[i] === one)).map((same) =>
    notice("problem", h("p", {}, t("board.keys.twice", { titles: list(same.map(({ title }) => title)) }))));
}

/** The elections of the assembly by the numbers of their keys, and whether this one has those of its manifest.
 *  @type {(board: Board) => HTMLElement} */
export function assemblyKeys({ election, manifest, signal }) {
  const place = h("div", {});
  const { keys } = election;
  const keyNumber = keyNumberOf(manifest);
  const otherwise = manifest.number !== (keys?.number ?? 0) || keys && keys.keyNumber !== keyNumber;
  ofAssembly(keyNumber, signal).then((elections) => refill(place,
    otherwise && notice("problem", h("p", {}, t("board.keys.otherwise",
      { number: keys?.number ?? 0, keyNumber: shortNumber(keys?.keyNumber ?? "") || "–" }))),
    keyAlarms(elections),
    elections.length > 0 && [
      h("p", { class: "muted" }, t("board.keys.each")),
      h("ul", { class: "points" }, elections.map((one) => h("li", {}, `${one.keys?.number}: `,
        one.id === election.id ? one.title : h("a", { href: `/board/${one.id}` }, one.title)))),
    ]), (error) => {
    if (!signal.aborted) refill(place, notice("problem", h("p", {}, explain(error))));
  });
  return h("section", {}, h("h3", {}, t("board.keys.title")), place);
}

/** The elections of the board that have keys of an assembly, by the numbers of these.
 *  @type {(keyNumber: string, signal: AbortSignal) => Promise<Api.BoardElection[]>} */
async function ofAssembly(keyNumber, signal) {
  /** @type {Api.BoardElection[]} */
  const found = [];
  for (let after = ""; ;) {
    const { items, next } = await get(`/api/board/elections?limit=200${after}`, signal);
    found.push(...items.filter(({ keys }) => keys?.keyNumber === keyNumber));
    if (!next) return found.sort((a, b) => (a.keys?.number ?? 0) - (b.keys?.number ?? 0));
    after = `&after=${encodeURIComponent(next)}`;
  }
}
