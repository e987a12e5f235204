// How far a count is, for holders and administrators.
//
// keys: holder.count.none holder.count.waiting holder.count.counting holder.count.signing holder.count.done
// keys: holder.count.failed

import { h, refill } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { namesOf } from "../../lib/holders.js";
import { t } from "../../lib/i18n.js";
import { poll } from "../../lib/poll.js";
import { explain, notice } from "../../lib/states.js";

const PACE = 2_000; // milliseconds between two questions about the count

/**
 * Asks again and again until it is over, while somebody looks at the page.
 * @type {(signal: AbortSignal, ask: () => Promise<void>, place: HTMLElement, over: () => boolean,
 *   pace?: number) => void}
 */
export function follow(signal, ask, place, over, pace = PACE) {
  poll(signal, async () => {
    if (!over()) await ask();
    return over();
  }, pace, { failed: (error) => refill(place, notice("problem", h("p", {}, explain(error)))) });
}

/** How far a count is, in words and, while it opens ballots, as a bar.
 *  @type {(state: Api.CountState, holders: { name: string }[]) => Child[]} */
export function countWords({ state, threshold, given, opened, ballots, signed, again, boxUntil }, holders) {
  return [
    again && h("p", {}, t("holder.again.lead")),
    state === "done" && boxUntil && h("p", {}, t("holder.again.until", { time: dateTime(boxUntil) })),
    h("p", {}, t(`holder.count.${state}`)),
    state === "waiting" && h("p", {}, t("holder.count.shares", { n: given.length, of: threshold }), " ",
      given.length > 0 && t("holder.count.given", { names: namesOf(holders, given) })),
    state === "signing" && h("p", {}, t("holder.count.signatures", { n: signed.length, of: threshold }), " ",
      signed.length > 0 && t("holder.count.given", { names: namesOf(holders, signed) })),
    state === "counting" && progress(opened, ballots),
  ];
}

/** @type {(opened: number, of: number) => HTMLElement} */
export const progress = (opened, of) => h("div", {},
  h("progress", { max: Math.max(of, 1), value: opened, "aria-label": t("holder.count.progress") }),
  h("p", { class: "muted" }, t("holder.count.opened", { n: opened, of })));
