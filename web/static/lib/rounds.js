// The rounds before and after an election: each round names those beside it.

import { h } from "./dom.js";
import { rich } from "./i18n.js";

/** Links to the rounds before and after an election, or nothing.
 *  @type {(election: { previousRound?: Api.RoundLink, nextRounds?: Api.RoundLink[] }, to: (id: string) => string) =>
 *   Child[]} */
export function roundLinks({ previousRound, nextRounds = [] }, to) {
  /** @type {(round: Api.RoundLink) => { title: HTMLElement }} */
  const link = ({ id, title }) => ({ title: h("a", { href: to(id) }, title) });
  return [
    previousRound && h("p", {}, rich("shell.round.previous", link(previousRound))),
    nextRounds.map((round) => h("p", {}, rich("shell.round.next", link(round)))),
  ];
}
