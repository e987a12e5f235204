// A holder tries their sheet, alone and at any time after the opening: it must give the keys in the
// manifest, and open a trial ballot that is sealed to them. The sheet does not leave the device.

import { codeOf } from "../../lib/api.js";
import { concat, same } from "../../lib/bytes.js";
import { custodyOf } from "../../lib/custody.js";
import { announce, h, refill } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { hasRootOf, keyFrom, manifestOf } from "../../lib/holders.js";
import { t } from "../../lib/i18n.js";
import { keyNumberOf, shortNumber } from "../../lib/keynumber.js";
import { sheetField } from "../../lib/keysheet.js";
import { holderKeys, openBallot, parseSheet, sealBallot } from "../../lib/sealing.js";
import { sha256 } from "../../lib/sha256.js";
import { notice } from "../../lib/states.js";

const MARKS = 8; // of the trial ballot

/** @type {(signal: AbortSignal, id: string) => Promise<HTMLElement>} */
export async function tryView(signal, id) {
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => h("article", { class: "narrow" }, h("h1", {}, t("holder.try.title")), content);
  const found = await manifestOf(id, signal).catch((error) => {
    if (codeOf(error) !== "not_found") throw error;
  });
  if (!found) return frame(h("p", { class: "lead" }, t("holder.early")));
  const { manifest } = found;
  if (!custodyOf(manifest).sheets) return frame(h("p", { class: "lead" }, t("holder.server")));
  const outcome = h("div", { class: "after-form" });
  return frame(
    h("p", { class: "lead" }, t("holder.try.lead", { title: manifest.title })),
    form({
      fields: [sheetField({
        label: t("holder.sheet.label"), hint: t("holder.sheet.hint"),
        check: (secret) => (keyFrom(manifest, secret) ? "" : t("holder.sheet.stranger")),
      })],
      submit: t("holder.try.run"),
      busy: t("holder.try.busy"),
      send: async ({ sheet }) => {
        const typed = /** @type {Bytes} */ (parseSheet(sheet));
        const { number, secret } = /** @type {NonNullable<ReturnType<typeof keyFrom>>} */ (keyFrom(manifest, typed));
        const rooted = hasRootOf(manifest, number, typed);
        const right = rooted && opensTrial(id, sha256(concat("ostrakon/manifest/4\0", found.text)), secret);
        const words = right ? t("holder.try.right", { number, name: manifest.holders[number - 1].name })
          : t(rooted ? "holder.try.failed" : "holder.sheet.otherRoot");
        refill(outcome, notice(right ? "success" : "problem", h("p", {}, words), right && [
          h("p", {}, t("holder.keyNumber"), " ", h("strong", { class: "code" }, shortNumber(keyNumberOf(manifest)))),
          h("p", {}, t("holder.count.compare.number")), h("p", {}, t("holder.try.after"))]));
        announce(words);
      },
    }),
    outcome);
}

/** Seals a ballot of random marks to one holder, and opens it.
 *  @type {(election: string, manifest: Bytes, secret: Bytes) => boolean} */
function opensTrial(election, manifest, secret) {
  const draw = (/** @type {number} */ n) => crypto.getRandomValues(new Uint8Array(n));
  const box = { holders: [holderKeys(secret).publicKey], threshold: 1, election, manifest };
  const [seed, marks, tag] = [draw(32), draw(MARKS), draw(32)];
  const opened = openBallot(box, new Map([[1, secret]]), sealBallot(box, seed, marks, tag), tag);
  return opened !== null && same(opened.marks, marks) && same(opened.seed, seed);
}
