// Watching an election: the page looks at its log every so often, checks what it sees in the browser,
// and remembers it across reloads.
//
// keys: board.watch.alarm.*

import { get, save, text } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { clock } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { poll } from "../../lib/poll.js";
import { explain, notice } from "../../lib/states.js";
import { compareSights, keepSight, keptSight } from "../../lib/watch.js";
import { findOnBoard } from "./list.js";

/** @import { Sight } from "../../lib/watch.js" */

const PACE = 60_000; // milliseconds between two looks
const MOST_LINES = 100;

/** @type {(signal: AbortSignal, id: string) => Promise<HTMLElement>} */
export async function watchView(signal, id) {
  const path = /** @type {const} */ (`/api/board/elections/${id}`);
  const state = h("div", {});
  const lines = h("ul", {});
  let kept = keptSight(id);

  /** @type {(words: string) => void} */
  const say = (words) => {
    // only its time is new
    if (lines.firstElementChild?.lastChild?.textContent === words) lines.firstElementChild.remove();
    lines.prepend(h("li", {}, h("span", { class: "muted" }, `${clock(Date.now())} `), h("span", {}, words)));
    while (lines.childElementCount > MOST_LINES) lines.lastElementChild?.remove();
  };

  /** @type {() => Promise<boolean | void>} */
  async function look() {
    const found = await findOnBoard(id, signal);
    const ended = Boolean(found?.resultsCalculated || found?.cancelled);
    const manifest = await text(`${path}/manifest`, signal);
    const now = { manifest, checkpoint: await text(`${path}/checkpoint`, signal),
      ended: ended || Boolean(kept?.ended) };
    const seen = await compareSights(kept, now,
      async (from, to) => (await get(`${path}/consistency?from=${from}&to=${to}`, signal)).proof);
    if ("alarm" in seen) {
      const words = t(`board.watch.alarm.${seen.alarm}`);
      say(words);
      announce(words);
      refill(state, alarmOf(id, seen.alarm, kept, now));
      return true;
    }
    const first = !kept;
    kept = now;
    const stays = keepSight(id, now);
    const words = t(first ? "board.watch.first" : seen.grown > 0 ? "board.watch.grown" : "board.watch.same",
      { n: seen.size });
    say(words);
    if (first || seen.grown > 0) announce(words);
    refill(state, notice("success", h("p", {}, t(now.ended ? "board.watch.ended" : "board.watch.well"))),
      !stays && notice("info", h("p", {}, t("board.watch.forgets"))));
  }

  const found = await findOnBoard(id, signal);
  poll(signal, look, PACE, { first: 0, unseen: true,
    failed: (error) => say(t("board.watch.failed", { reason: explain(error) })) });
  return h("article", { class: "board" },
    h("p", { class: "back" }, h("a", { href: `/board/${id}` }, t("board.watch.back"))),
    h("h1", {}, t("board.watch.title")),
    found && h("p", { class: "lead" }, found.title),
    h("p", {}, t("board.watch.lead")),
    state,
    h("h2", {}, t("board.watch.seen")),
    lines);
}

/** @type {(id: string, alarm: import("../../lib/watch.js").Alarm, before: Sight | null, now: Sight) =>
 *   HTMLElement} */
function alarmOf(id, alarm, before, now) {
  /** @type {(name: "before" | "now", sight: Sight) => HTMLElement} */
  const button = (name, sight) => h("button", {
    type: "button", class: "button",
    on: { click: () => save(`ostrakon-${id}-${name}.json`, JSON.stringify(sight, null, 2), "application/json") },
  }, t(name === "before" ? "board.watch.save.before" : "board.watch.save.now"));
  return h("div", { class: "verdict verdict-failed", role: "alert" },
    h("h2", {}, t("board.watch.alarm")),
    h("p", {}, t(`board.watch.alarm.${alarm}`)),
    h("p", {}, t("board.watch.alarm.do")),
    h("p", { class: "actions" }, before && button("before", before), button("now", now)));
}
