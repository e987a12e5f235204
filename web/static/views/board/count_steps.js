// The steps of a holder who counts: the sheet, the ballot box that is compared with the screen of the hall, the shares
// that are opened, and the result that is signed.

import { blob, get, post, text, upload } from "../../lib/api.js";
import { base64, hex, unbase64 } from "../../lib/bytes.js";
import { announce, h, refill } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { ballotLeaves } from "../../lib/handed.js";
import { hasRootOf, keyFrom } from "../../lib/holders.js";
import { t } from "../../lib/i18n.js";
import { keyNumberOf, shortNumber } from "../../lib/keynumber.js";
import { sheetField } from "../../lib/keysheet.js";
import { beforeSeal, checkLog, rootWords } from "../../lib/log.js";
import { keepRoot, keptRoot } from "../../lib/root_kept.js";
import { readSeal } from "../../lib/note.js";
import { readRecount } from "../../lib/recounts.js";
import { parseSheet, signAs } from "../../lib/sealing.js";
import { fitsSeal, sealShares } from "../../lib/shares.js";
import { openAside } from "../../lib/shares_open.js";
import { keepSheet, keptSheet } from "../../lib/sheet_kept.js";
import { explain, notice } from "../../lib/states.js";
import { decisionWords } from "../result/minutes.js";
import { progress } from "./count_words.js";

/** @import { Frozen } from "../../lib/ballot.js" */
/** @import { Closed } from "../../lib/log.js" */

/** A holder on this page: their number, the secret of this election alone, the log that they have compared, and the
 *  leaves of the ballots in it.
 *  @typedef {{ number: number, secret: Bytes, closed: Closed, leaves: string[] }} Own */

const PARTS = 1000; // ballots whose parts come at once
const MANY = 5000; // ballots, from which a table is better

/** @type {(words: string) => HTMLElement} */
export const warned = (words) => notice("problem", h("p", {}, words));

/** @type {(election: string) => `/api/board/elections/${string}`} */
const pathOf = (election) => `/api/board/elections/${election}`;

/** Asks for the sheet. next() gets the number of its holder and the secret of this election alone; stop() is called
 *  where the key number is not made with the sheet.
 *  @type {(manifest: Api.Manifest, state: () => Api.CountState,
 *   next: (one: { number: number, secret: Bytes }) => Promise<void>, stop: () => void) => HTMLElement} */
export function sheetStep(manifest, state, next, stop) {
  const field = sheetField({
    label: t("holder.sheet.label"), hint: t("holder.sheet.hint"),
    check: (secret) => {
      const number = keyFrom(manifest, secret)?.number;
      if (!number) return t("holder.sheet.stranger");
      const { given, signed, state: phase } = state();
      const used = phase === "signing" ? signed : given;
      return used.includes(number) ? t("holder.sheet.given", { name: manifest.holders[number - 1].name }) : "";
    },
  });
  field.set(keptSheet());
  return h("section", {},
    h("h2", { tabindex: "-1" }, t("holder.count.give")),
    h("p", {}, t("holder.count.give.lead")),
    form({
      fields: [field],
      submit: t("holder.count.give.send"),
      busy: t("holder.try.busy"),
      send: async ({ sheet }) => {
        const typed = /** @type {Bytes} */ (parseSheet(sheet));
        const one = keyFrom(manifest, typed);
        if (!one) return;
        if (!hasRootOf(manifest, one.number, typed)) return stop();
        keepSheet(sheet);
        await next(one);
      },
    }));
}

/** Shows the size and the root of the log, for people to compare, before anything is opened.
 *  @type {(frozen: Frozen, one: { number: number, secret: Bytes }, signal: AbortSignal, begin: (own: Own) => void) =>
 *   Promise<HTMLElement>} */
export async function compareStep(frozen, one, signal, begin) {
  const { electionId, witnesses } = frozen.manifest;
  const [log, { sealed, handed = [] }] = await Promise.all([text(`${pathOf(electionId)}/leaves`, signal),
    get(`${pathOf(electionId)}/count`, signal)]);
  const whole = checkLog(log, frozen);
  const closed = whole && sealed ? beforeSeal(whole, sealed, frozen.manifest) : whole;
  const leaves = closed && ballotLeaves(closed.leaves, handed, electionId);
  if (!closed || !leaves) return warned(t("holder.count.log"));
  const root = hex(closed.root);
  const [kept, ballots] = [keptRoot(electionId), closed.size - 1];
  if (kept && kept !== root) return warned(t("holder.count.other", { hash: rootWords(kept) }));
  if (witnesses && closed.witnesses.length < witnesses.needed) return tooFew(frozen, one, closed, signal, begin);
  const same = () => {
    keepRoot(electionId, root);
    begin({ ...one, closed, leaves });
  };
  return h("section", {},
    h("h2", { tabindex: "-1" }, t("holder.count.compare")),
    h("p", {}, t("holder.count.compare.lead"), " ", t("holder.count.compare.number")),
    h("dl", { class: "facts facts-small" },
      h("dt", {}, t("holder.keyNumber")), h("dd", { class: "hash" }, shortNumber(keyNumberOf(frozen.manifest))),
      h("dt", {}, t("holder.count.ballots")), h("dd", { class: "hash" }, String(ballots)),
      h("dt", {}, t("holder.count.root")), h("dd", { class: "hash" }, rootWords(root))),
    witnesses && h("p", {}, t("holder.count.witnesses", { n: closed.witnesses.length, of: witnesses.keys.length })),
    ballots > MANY && notice("info", h("p", {}, t("holder.count.many", { n: MANY }))),
    h("p", {}, t("holder.count.differ")),
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button", on: { click: same } }, t("holder.count.same"))));
}

/** Says that too few witnesses have cosigned the log, and looks again when asked.
 *  @type {(frozen: Frozen, one: { number: number, secret: Bytes }, closed: Closed, signal: AbortSignal,
 *   begin: (own: Own) => void) => HTMLElement} */
function tooFew(frozen, one, closed, signal, begin) {
  const { needed = 0 } = frozen.manifest.witnesses ?? {};
  const place = h("section", {});
  const look = async () => {
    const step = await compareStep(frozen, one, signal, begin).catch((error) => warned(explain(error)));
    place.replaceWith(step);
    step.querySelector("h2")?.focus();
  };
  refill(place,
    h("h2", { tabindex: "-1" }, t("holder.count.compare")),
    warned(t("holder.count.few", { n: closed.witnesses.length, needed })),
    h("p", { class: "actions" }, h("button", { type: "button", class: "button", on: { click: look } },
      t("shell.again"))));
  return place;
}

/** Opens the holder's shares in a worker and gives them.
 *  @type {(frozen: Frozen, own: Own, signal: AbortSignal, given: (state: Api.CountState) => void,
 *   stopped: (words: string) => void) => HTMLElement} */
export function openStep(frozen, own, signal, given, stopped) {
  const { length: all } = own.leaves;
  const bar = h("div", {}, progress(0, all));
  const path = `${pathOf(frozen.box.election)}/count`;
  const work = async () => {
    const records = await partsOf(path, own.number, all, signal);
    const { number, secret, leaves } = own;
    const question = { election: frozen.box.election, manifest: frozen.hash, number, secret, records, leaves };
    const shares = await openAside(question, signal, (opened) => refill(bar, progress(opened, all)));
    if (!shares) return stopped(t("holder.count.log"));
    const { countKey } = await get(`${pathOf(frozen.box.election)}/count`, signal); // that of a count begun again
    const random = crypto.getRandomValues(new Uint8Array(64));
    const sealed = sealShares(unbase64(countKey ?? "") ?? new Uint8Array(), frozen.box.election, own.closed.root, own,
      shares, random);
    const body = new Blob([sealed], { type: "application/octet-stream" });
    given(await upload(`${pathOf(frozen.box.election)}/count/shares`, body, { signal }));
  };
  announce(t("holder.count.opening"));
  work().catch((error) => { if (!signal.aborted) stopped(explain(error)); });
  return h("section", {}, h("h2", { tabindex: "-1" }, t("holder.count.opening")), bar);
}

/** The holder's parts of all ballots.
 *  @type {(path: string, holder: number, all: number, signal: AbortSignal) => Promise<Blob>} */
async function partsOf(path, holder, all, signal) {
  const parts = [];
  for (let from = 0; from < all; from += PARTS)
    parts.push(await blob(`${path}/parts?holder=${holder}&from=${from}`, signal));
  return new Blob(parts);
}

/** Shows the result and signs its seal. signed() hears what the server answers.
 *  @type {(frozen: Frozen, own: Own, state: Api.CountState, signed: (state: Api.CountState) => void) => HTMLElement} */
export function signStep(frozen, own, { seal = "", result = "" }, signed) {
  const { manifest } = frozen;
  if (!fitsSeal(seal, result, frozen, own.closed)) return warned(t("holder.count.sign.other"));
  /** @type {{ invalid: number, questions: Api.Outcome[] }} */
  const { invalid, questions } = JSON.parse(result);
  return h("section", {},
    h("h2", { tabindex: "-1" }, t("holder.count.sign")),
    h("dl", { class: "facts facts-small" },
      manifest.questions.map((question, i) => [h("dt", {}, question.title),
        h("dd", {}, decisionWords(question, questions[i]))]),
      h("dt", {}, t("holder.count.ballots")), h("dd", { class: "hash" }, String(own.closed.size - 1)),
      h("dt", {}, t("holder.count.root")), h("dd", { class: "hash" }, rootWords(hex(own.closed.root)))),
    invalid > 0 && notice("info", h("p", {}, t("holder.count.sign.invalid", { n: invalid }))),
    own.closed.sealed && againNotice(own.closed.sealed, seal, manifest),
    h("p", {}, t("holder.count.sign.lead"), " ", manifest.keepBoxDays && !own.closed.sealed
      ? t("holder.count.sign.days", { n: manifest.keepBoxDays }) : t("holder.count.sign.table")),
    form({
      fields: [],
      submit: t("holder.count.sign.send"),
      busy: t("holder.sending"),
      send: async () => signed(await post(`${pathOf(manifest.electionId)}/count/signatures`,
        { holder: own.number, signature: base64(signAs(own.secret, seal)) })),
    }));
}

// Whether a second count found what the first has sealed.
/** @type {(sealed: string, text: string, manifest: Api.Manifest) => HTMLElement} */
function againNotice(sealed, text, manifest) {
  const [first, found] = [readSeal(sealed, manifest), readRecount(text, manifest)?.found];
  const same = (/** @type {"counts" | "proof" | "codesRoot" | "result"} */ name) => first?.[name] === found?.[name];
  return same("counts") && same("proof") && same("codesRoot") && same("result")
    ? notice("info", h("p", {}, t("holder.again.same"))) : warned(t("holder.again.differs"));
}
