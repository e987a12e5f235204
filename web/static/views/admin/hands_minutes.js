// The minutes of what was decided by show of hands on a day, to print.

import { get } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { day as dayWords } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { empty } from "../../lib/states.js";
import { handsMinutes } from "../result/hands.js";
import { inAnyLanguage } from "../result/minutes_view.js";
import { electionTrail, page } from "./frame.js";

/** All shows of hands of a day, in the order in which they were recorded.
 *  @type {(day: string, signal: AbortSignal) => Promise<Api.ShowOfHands[]>} */
export async function handsOfDay(day, signal) {
  const from = /** @type {const} */ (`/api/admin/hands?day=${day}&limit=200`);
  let page = await get(from, signal);
  const all = [...page.items];
  while (page.next) {
    page = await get(`${from}&after=${encodeURIComponent(page.next)}`, signal);
    all.push(...page.items);
  }
  return all.reverse();
}

/** @type {(signal: AbortSignal, info: Api.Info, day: string) => Promise<HTMLElement>} */
export async function handsMinutesView(signal, info, day) {
  const [items] = await Promise.all([handsOfDay(day, signal), loadMessages("hands", "minutes")]);
  return page({ info, section: "elections", trail: [...electionTrail(), { label: t("hands.title"), to: "hands" }],
    title: t("hands.minutes", { day: dayWords(day) }) },
    items.length > 0 ? await inAnyLanguage(() => handsMinutes(info, day, items), [])
      : empty(h("p", {}, t("hands.minutes.none"))));
}
