// All ballot numbers and all codes of an election, to look for one's own by eye. They are searched in
// the browser.
//
// keys: board.numbers.* board.codes.*

import { leavesOf } from "../../lib/bundle.js";
import { base32, hex } from "../../lib/bytes.js";
import { h, refill, uniqueId } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { ballotNumber } from "../../lib/leaf.js";
import { readLog } from "../../lib/log.js";
import { explain, notice } from "../../lib/states.js";
import { listOf } from "./proof.js";

/** @import { Board } from "./election.js" */
/** @import { Counted } from "./result.js" */

/** @typedef {"numbers" | "codes"} Kind */

const MOST = 100; // shown at once

/** The two lists, each of them folded.
 *  @type {(board: Board, counted: Promise<Counted | null> | null) => Child[]} */
export function ballotsSection(board, counted) {
  const { election, manifest, id, path, signal } = board;
  const numbers = async () => {
    const known = await counted;
    // the first is the manifest's
    const leaves = known ? leavesOf(id, known.bundle.casts).map(hex)
      : (readLog(await listOf(path, signal))?.leaves ?? []).slice(1);
    return leaves.map(ballotNumber);
  };
  const codes = async () => (await counted)?.bundle.codes.map((code) => base32(code)) ?? [];
  const { papers = 0 } = manifest;
  const note = !counted && papers > 0 ? t("board.numbers.printed", { n: papers }) : "";
  return [list("numbers", numbers, note), election.resultsCalculated && list("codes", codes, "")];
}

/** @type {(kind: Kind, load: () => Promise<string[]>, note: string) => HTMLElement} */
function list(kind, load, note) {
  const place = h("div", {});
  /** @type {(event: { currentTarget: HTMLDetailsElement }) => Promise<void>} */
  const toggle = async ({ currentTarget: { open } }) => {
    if (!open || place.childElementCount > 0) return;
    try {
      refill(place, searchable(kind, (await load()).sort()));
    } catch (error) {
      refill(place, notice("problem", h("p", {}, explain(error))));
    }
  };
  return h("details", { class: "about no-print", on: { toggle } }, h("summary", {}, t(`board.${kind}.title`)),
    note && h("p", { class: "hint" }, note), place);
}

/** @type {(kind: Kind, all: string[]) => Child[]} */
function searchable(kind, all) {
  const id = uniqueId(kind);
  const items = h("ul", { class: "ballots", tabindex: "0", "aria-label": t(`board.${kind}.title`) });
  const state = h("p", { class: "muted", role: "status" });
  const show = () => {
    const wanted = input.value.replace(/[\s-]/g, "").toUpperCase();
    const found = all.filter((one) => one.includes(wanted));
    refill(items, found.slice(0, MOST).map((one) => h("li", {}, one.replace(/.{4}(?=.)/g, "$& "))));
    state.textContent = t(found.length > MOST ? "board.ballots.more" : "board.ballots.found",
      { n: found.length, most: MOST });
  };
  const input = h("input", {
    class: "input", id, type: "search", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    on: { input: show },
  });
  show();
  return [h("div", { class: "field" }, h("label", { for: id }, t(`board.${kind}.search`)), input), state, items];
}
