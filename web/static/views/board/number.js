// The key number of an assembly on a holder's page. The device computes it from the roots of all holders' keys, with
// the root of its own keys from the holder's own sheet, and signs it once the holder has the number on paper.

import { post } from "../../lib/api.js";
import { base64 } from "../../lib/bytes.js";
import { announce, h, refill } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { keyNumberOf, rootOf, shortNumber } from "../../lib/keynumber.js";
import { sheetField } from "../../lib/keysheet.js";
import { parseSheet, publicHalves, secretOf, signAs } from "../../lib/sealing.js";
import { notice } from "../../lib/states.js";
import { follow } from "./count_words.js";

/** What this tab still knows of a sheet that was made in it: the root over its keys, and its secret for number 0, which
 *  opens rehearsals alone; null where only public halves were brought here.
 *  @typedef {{ root: Bytes, secret: Bytes | null }} Made */

const PACE = 3_000; // milliseconds between two questions of one holder; all of them may share an address

/** The key number, to compare, once all holders have made their keys.
 *  @type {(token: string, first: Api.Invitation, made: Made | null, signal: AbortSignal) => HTMLElement} */
export function numberPart(token, first, made, signal) {
  const place = h("div", { class: "after-form" });
  let shown = "";
  let over = false;

  /** @type {(whose: Api.Invitation) => void} */
  const show = (whose) => {
    const missing = whose.holders.filter(({ root }) => !root).map(({ name }) => name);
    const { root, tried } = whose.holders[whose.number - 1];
    const step = whose.signingKey !== first.signingKey || made && root !== base64(made.root) ? "other"
      : missing.length > 0 ? `waiting for ${missing}` : tried ? "tried" : "try";
    over = !step.startsWith("waiting");
    if (step === shown) return;
    const again = shown !== "";
    shown = step;
    refill(place, h("h2", { tabindex: "-1" }, t("holder.number.title")), step === "other" ? foreign()
      : missing.length > 0 ? h("p", {}, t("holder.number.waiting", { names: list(missing) })) : number(whose, tried));
    if (again) announce(place.textContent ?? "");
  };

  /** @type {(whose: Api.Invitation, tried: boolean) => Child[]} */
  const number = (whose, tried) => {
    const keyNumber = keyNumberOf(whose);
    /** @type {(secret: Bytes) => Promise<void>} */
    const sign = async (secret) => show(await post("/api/board/invitations/tried",
      { token, signature: base64(signAs(secret, `ostrakon/tried/4\0${keyNumber}`)) }));
    return [
      h("p", { class: "code" }, shortNumber(keyNumber)),
      h("p", {}, t("holder.number.lead")),
      tried ? notice("success", h("p", {}, t("holder.number.tried")))
        : [h("p", {}, t("holder.number.write")), made?.secret ? written(made.secret, sign) : trial(whose, sign)],
    ];
  };

  show(first);
  follow(signal, async () => show(await post("/api/board/invitations", { token }, signal)), place, () => over,
    PACE * first.of);
  return place;
}

const foreign = () => notice("problem", h("p", {}, t("holder.number.other")));

/** The button of a holder whose paper has just been checked.
 *  @type {(secret: Bytes, sign: (secret: Bytes) => Promise<void>) => Child} */
function written(secret, sign) {
  return form({ fields: [], submit: t("holder.number.written"), busy: t("holder.sending"), send: () => sign(secret) });
}

/** The form of a holder who comes back with their sheet.
 *  @type {(whose: Api.Invitation, sign: (secret: Bytes) => Promise<void>) => Child} */
function trial({ holders, number }, sign) {
  const { root } = holders[number - 1];
  return [h("p", {}, t("holder.number.try")), form({
    fields: [sheetField({
      label: t("holder.sheet.label"), hint: t("holder.sheet.hint"),
      check: (sheet) => (base64(rootOf(publicHalves(sheet))) === root ? "" : t("holder.number.stranger")),
    })],
    submit: t("holder.number.send"),
    busy: t("holder.try.busy"),
    send: ({ sheet }) => sign(secretOf(/** @type {Bytes} */ (parseSheet(sheet)), 0)),
  })];
}
