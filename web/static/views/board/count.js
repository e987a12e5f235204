// Holders give their sheets to a count. Each sheet is sealed on the device to the key of the process
// that counts, so that the server carries what it cannot read.
//
// keys: holder.count.none holder.count.waiting holder.count.counting holder.count.done holder.count.failed

import { codeOf, get, post } from "../../lib/api.js";
import { base64, unbase64 } from "../../lib/bytes.js";
import { custodyOf } from "../../lib/custody.js";
import { announce, h, refill } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { keyFrom, manifestOf, namesOf } from "../../lib/holders.js";
import { t } from "../../lib/i18n.js";
import { sheetField } from "../../lib/keysheet.js";
import { parseSheet, sealTo } from "../../lib/sealing.js";
import { keepSheet, keptSheet } from "../../lib/sheet_kept.js";
import { explain, notice } from "../../lib/states.js";

const PACE = 2_000; // milliseconds between two questions about the count

/** @type {(signal: AbortSignal, id: string) => Promise<HTMLElement>} */
export async function countView(signal, id) {
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => h("article", { class: "narrow" }, h("h1", {}, t("holder.count.title")), content);
  const path = /** @type {const} */ (`/api/board/elections/${id}`);
  const found = await manifestOf(id, signal).catch((error) => {
    if (codeOf(error) !== "not_found") throw error;
  });
  if (!found) return frame(h("p", { class: "lead" }, t("holder.early")));
  const { manifest } = found;
  if (!custodyOf(manifest).sheets) return frame(h("p", { class: "lead" }, t("holder.server")));

  const told = h("div", {});
  const given = h("div", { class: "after-form" });
  /** @type {Api.CountState} */
  let state = await get(`${path}/count`, signal);
  const sheets = sheetForm(manifest, () => state, async (seal) => {
    show(await get(`${path}/count`, signal)); // a count that was started again has another key
    show(await post(`${path}/count/sheets`, { sheet: seal(state.countKey ?? "") }, signal));
  }, given);

  /** @type {(fresh: Api.CountState) => void} */
  function show(fresh) {
    if (fresh.state !== state.state) {
      given.replaceChildren();
      announce(t(`holder.count.${fresh.state}`));
    }
    state = fresh;
    sheets.hidden = state.state !== "waiting";
    refill(told, countWords(state, manifest.holders), state.state === "done" && h("p", { class: "actions" },
      h("a", { class: "button", href: `/board/${id}` }, t("holder.count.result"))));
  }
  show(state);
  follow(signal, async () => show(await get(`${path}/count`, signal)), told, () => state.state === "done");
  return frame(h("p", { class: "lead" }, manifest.title), told, sheets, given);
}

/**
 * Asks again and again until it is over, while somebody looks at the page.
 * @type {(signal: AbortSignal, ask: () => Promise<void>, place: HTMLElement, over: () => boolean) => void}
 */
export function follow(signal, ask, place, over) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const look = async () => {
    if (signal.aborted || over()) return;
    if (document.visibilityState === "visible") {
      await ask().catch((error) => { if (!signal.aborted) refill(place, notice("problem", h("p", {}, explain(error))));
        });
    }
    timer = setTimeout(look, PACE);
  };
  timer = setTimeout(look, PACE);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

/** How far a count is, in words and, while it opens ballots, as a bar.
 *  @type {(state: Api.CountState, holders: { name: string }[]) => Child[]} */
export function countWords({ state, threshold, given, opened, ballots }, holders) {
  return [
    h("p", {}, t(`holder.count.${state}`)),
    state === "waiting" && h("p", {}, t("holder.count.sheets", { n: given.length, of: threshold }), " ",
      given.length > 0 && t("holder.count.given", { names: namesOf(holders, given) })),
    state === "counting" && h("div", {},
      h("progress", { max: Math.max(ballots, 1), value: opened, "aria-label": t("holder.count.progress") }),
      h("p", { class: "muted" }, t("holder.count.opened", { n: opened, of: ballots }))),
  ];
}

/** @type {(manifest: Api.Manifest, state: () => Api.CountState,
 *   give: (seal: (countKey: string) => string) => Promise<void>, given: HTMLElement) => HTMLElement} */
function sheetForm(manifest, state, give, given) {
  const field = sheetField({
    label: t("holder.sheet.label"), hint: t("holder.sheet.hint"),
    check: (secret) => {
      const number = keyFrom(manifest, secret)?.number;
      if (!number) return t("holder.sheet.stranger");
      return state().given.includes(number) ? t("holder.sheet.given", { name: manifest.holders[number - 1].name }) : "";
    },
  });
  field.set(keptSheet());
  return h("section", {},
    h("h2", {}, t("holder.count.give")),
    h("p", {}, t("holder.count.give.lead")),
    form({
      fields: [field],
      submit: t("holder.count.give.send"),
      busy: t("holder.sending"),
      send: async ({ sheet }) => {
        const { number, secret } = /** @type {NonNullable<ReturnType<typeof keyFrom>>} */ (
          keyFrom(manifest, /** @type {Bytes} */ (parseSheet(sheet))));
        const { name } = manifest.holders[number - 1];
        const random = crypto.getRandomValues(new Uint8Array(64));
        await give((countKey) => {
          const key = unbase64(countKey) ?? new Uint8Array();
          return base64(sealTo(key, `ostrakon/count/4\0${manifest.electionId}`, secret, random));
        });
        keepSheet(sheet);
        field.set("");
        const words = t("holder.count.thanks", { name });
        refill(given, notice("success", h("p", {}, words)));
        announce(words);
      },
    }));
}
