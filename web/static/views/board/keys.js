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
function keyAlarms(elections) {
  const words = elections.map(keysWords);
  const repeated = [...new Set(words)].filter((one) => one && words.indexOf(one) !== words.lastIndexOf(one));
  return repeated.map((one) => elections.filter((_, i) => words[i] === one)).map((same) =>
    notice("problem", h("p", {}, t("board.keys.twice", { titles: list(same.map(({ title }) => title)) }))));
}

/** The alarms for the whole list of the board, of which the first page is known.
 *  @type {(first: Api.List<Api.BoardElection>, signal: AbortSignal) => HTMLElement} */
export function listAlarms({ items, next }, signal) {
  const place = h("div", {}, keyAlarms(items));
  if (next) fill(place, signal, async () => keyAlarms(await allElections(signal)));
  return place;
}

/** @type {(place: HTMLElement, signal: AbortSignal, content: () => Promise<Child>) => void} */
function fill(place, signal, content) {
  content().then((found) => refill(place, found), (error) => {
    if (!signal.aborted) refill(place, notice("problem", h("p", {}, explain(error))));
  });
}

/** The elections of the assembly by the numbers of their keys, and whether this one has those of its manifest.
 *  @type {(board: Board) => HTMLElement} */
export function assemblyKeys({ election, manifest, signal }) {
  const place = h("div", {});
  const { keys } = election;
  const keyNumber = keyNumberOf(manifest);
  const otherwise = manifest.number !== (keys?.number ?? 0) || keys && keys.keyNumber !== keyNumber;
  fill(place, signal, async () => {
    const elections = (await allElections(signal)).filter((one) => one.keys?.keyNumber === keyNumber)
      .sort((a, b) => (a.keys?.number ?? 0) - (b.keys?.number ?? 0));
    return [
      otherwise && notice("problem", h("p", {}, t("board.keys.otherwise",
        { number: keys?.number ?? 0, keyNumber: shortNumber(keys?.keyNumber ?? "") || "–" }))),
      keyAlarms(elections),
      elections.length > 0 && [
        h("p", { class: "muted" }, t("board.keys.each")),
        h("ul", { class: "points" }, elections.map((one) => h("li", {}, `${one.keys?.number}: `,
          one.id === election.id ? one.title : h("a", { href: `/board/${one.id}` }, one.title)))),
      ],
    ];
  });
  return h("section", {}, h("h3", {}, t("board.keys.title")), place);
}

/** All elections of the board.
 *  @type {(signal: AbortSignal) => Promise<Api.BoardElection[]>} */
async function allElections(signal) {
  /** @type {Api.BoardElection[]} */
  const found = [];
  for (let after = ""; ;) {
    const { items, next } = await get(`/api/board/elections?limit=200${after}`, signal);
    found.push(...items);
    if (!next) return found;
    after = `&after=${encodeURIComponent(next)}`;
  }
}
