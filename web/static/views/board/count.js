// Holders count with their sheets, each on a device of their own. The page opens the holder's shares and signs the
// seal; the sheet and all secrets stay here. The process that counts gets shares, sealed to its key.
//
// keys: holder.count.none holder.count.waiting holder.count.counting holder.count.signing holder.count.done
// keys: holder.count.failed

import { codeOf, get } from "../../lib/api.js";
import { readFrozen } from "../../lib/ballot.js";
import { custodyOf } from "../../lib/custody.js";
import { announce, h, refill } from "../../lib/dom.js";
import { manifestOf } from "../../lib/holders.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { compareStep, openStep, sheetStep, signStep, warned } from "./count_steps.js";
import { countWords, follow } from "./count_words.js";

/** @import { Frozen } from "../../lib/ballot.js" */
/** @import { Own } from "./count_steps.js" */

/** @type {(signal: AbortSignal, id: string) => Promise<HTMLElement>} */
export async function countView(signal, id) {
  await loadMessages("outcome", "minutes");
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => h("article", { class: "narrow" }, h("h1", {}, t("holder.count.title")), content);
  const path = /** @type {const} */ (`/api/board/elections/${id}/count`);
  const found = await manifestOf(id, signal).catch((error) => {
    if (codeOf(error) !== "not_found") throw error;
  });
  if (!found) return frame(h("p", { class: "lead" }, t("holder.early")));
  if (!custodyOf(found.manifest).sheets) return frame(h("p", { class: "lead" }, t("holder.server")));
  const known = /** @type {Frozen} */ (readFrozen(found.text));
  const { manifest } = known;

  const [told, place] = [h("div", {}), h("div", { class: "after-form", tabindex: "-1" })];
  /** @type {Api.CountState} */
  let state = await get(path, signal);
  /** @type {Own | null} */
  let own = null; // who has compared the box on this page
  let step = ""; // what `place` shows

  /** @type {(name: string, ...content: Child[]) => void} */
  function put(name, ...content) {
    if (step === name) return;
    const first = step === "";
    step = name;
    refill(place, content);
    if (!first) (place.querySelector("h2") ?? place).focus();
  }

  /** @type {(fresh: Api.CountState) => void} */
  function show(fresh) {
    if (fresh.state !== state.state) announce(t(`holder.count.${fresh.state}`));
    state = fresh;
    refill(told, countWords(state, manifest.holders), state.state === "done" && h("p", { class: "actions" },
      h("a", { class: "button", href: `/board/${id}` }, t("holder.count.result")),
      h("a", { class: "button button-quiet", href: "#/sheet" }, t("holder.count.others"))));
    next();
  }

  // Goes on to what the holder of this page does in this state.
  function next() {
    const { given, signed } = state;
    if (!["waiting", "counting", "signing"].includes(state.state)) {
      own = null;
      put("nothing");
    } else if (step === "open") {
      return; // it goes on by itself
    } else if (own && state.state !== "waiting") {
      if (signed.includes(own.number)) put("signed", said("holder.count.signed", own));
      else if (state.state === "signing") put("sign", signStep(known, own, state, show));
    } else if (own && given.includes(own.number)) {
      put("given", said("holder.count.thanks", own));
    } else if (state.state !== "counting" && (own || !["sheet", "compare"].includes(step))) {
      ask();
    }
  }

  // Asks for a sheet, at first or because the count has begun again.
  /** @type {(words?: string) => void} */
  function ask(words) {
    own = null;
    if (words) step = "stopped";
    put("sheet", words && warned(words), sheetStep(manifest, () => state, async (one) =>
      put("compare", await compareStep(known, one, signal, begin)),
    () => put("compare", warned(t("holder.sheet.otherRoot")))));
  }

  /** @type {(one: Own) => void} */
  function begin(one) {
    own = one;
    if (state.state !== "waiting") return next();
    put("open", openStep(known, one, signal, (fresh) => {
      step = "opened";
      show(fresh);
    }, ask));
  }

  /** @type {(key: "holder.count.thanks" | "holder.count.signed", one: Own) => Child} */
  const said = (key, { number }) => {
    const words = t(key, { name: manifest.holders[number - 1].name });
    announce(words);
    return notice("success", h("p", {}, words));
  };

  show(state);
  follow(signal, async () => {
    const before = state;
    const fresh = await get(path, signal);
    if (state === before) show(fresh); // what the holder sent meanwhile has an answer that may be newer
  }, told, () => state.state === "done");
  return frame(h("p", { class: "lead" }, manifest.title), told, place);
}
