// The turnout of an open election, which stays up to date while somebody looks at it.

import { get } from "../../lib/api.js";
import { turnoutBar } from "../../lib/bar.js";
import { whileBusy } from "../../lib/busy.js";
import { announce, h } from "../../lib/dom.js";
import { clock, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { poll } from "../../lib/poll.js";
import { refresh } from "../../lib/router.js";
import { explain } from "../../lib/states.js";
import { quorumStanding } from "./threshold.js";

const POLL = 5_000; // milliseconds between two requests

// The turnout is requested again and again, and not announced to screen readers: their users ask
// with the button.
/** How many have voted, and what the quorum still needs.
 *  @type {(election: Api.Election, signal: AbortSignal) => HTMLElement} */
export function liveTurnout(election, signal) {
  const place = h("div", {});
  const figure = h("strong", { class: "turnout-figure" });
  const words = h("p", { class: "turnout-words" });
  const needed = h("p", { class: "turnout-words" });
  const state = h("p", { class: "muted" });
  const now = h("button", { type: "button", class: "button button-quiet button-small", on: { click: ask } },
    t("admin.election.turnout.now"));
  const { quorum } = election.settings;

  /** @type {(now: Pick<Api.Election, "turnout" | "weighed">) => void} */
  function show({ turnout, weighed }) {
    figure.textContent = t("admin.election.turnout.ballots", { n: turnout.ballots });
    words.textContent = turnoutWords(turnout);
    needed.textContent = quorum ? quorumStanding(quorum, { turnout, weighed }) : "";
    place.replaceChildren(turnoutBar(turnout));
    state.textContent = t("admin.election.turnout.at", { time: clock(Date.now()) });
  }

  async function load() {
    const fresh = await get(`/api/admin/elections/${election.id}/turnout`, signal);
    if (signal.aborted) return fresh;
    election.turnout = fresh.turnout; // the dialog before the close shows it too
    if (fresh.status !== election.status) refresh(); // somebody or the clock has closed it
    else show(fresh);
    return fresh;
  }

  async function ask() {
    try {
      announce(turnoutWords((await whileBusy(now, load)).turnout));
    } catch (error) {
      state.textContent = explain(error);
      announce(state.textContent);
    }
  }

  show(election);
  poll(signal, async () => { await load(); }, POLL, { failed: (error) => { state.textContent = explain(error); } });
  return h("div", { class: "turnout" }, figure, place, words, quorum && needed,
    h("div", { class: "turnout-state" }, state, now));
}
