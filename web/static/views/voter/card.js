// A photo of an identity card, which the server reads to fill the form. Neither the server nor this
// page keeps it.
//
// keys: voter.hint.*

/** @import { NoticeKind } from "../../lib/states.js" */

import { codeOf, formOf, upload } from "../../lib/api.js";
import { announce, h, uniqueId } from "../../lib/dom.js";
import { has, t } from "../../lib/i18n.js";
import { insist } from "../../lib/insist.js";
import { shrink } from "../../lib/photo.js";
import { filePicker } from "../../lib/pick.js";
import { explain, notice } from "../../lib/states.js";

const LONG_SIDE = 2400; // pixels: more than reading needs, and far below the server's limits
const TRIES = 8; // of one photo, while the server has no time for it

/** @typedef {Field<"card", string> & { forget(): void }} CardField */

/**
 * A field whose value is the verification token, or "". For every photo it calls onPhoto(), then
 * onRead(reading) and, if nothing was read with certainty, onUnreadable(). A required card may be
 * missing if reviewed() says that an administrator will decide.
 * @type {(options: { required: boolean, reviewed: () => boolean, onPhoto: () => void,
 *   onRead: (reading: Api.CardReading) => void, onUnreadable: () => void }) => CardField}
 */
export function cardField({ required, reviewed, onPhoto, onRead, onUnreadable }) {
  let token = "";
  const hintId = uniqueId("card-hint");
  const error = h("p", { class: "field-error", hidden: true });
  const outcome = h("div", { class: "card-outcome" });
  const picker = filePicker({
    label: t("voter.card.choose"), camera: t("voter.card.take"), accept: "image/jpeg,image/png,image/webp",
    describedBy: hintId, onFiles: ([file]) => read(file),
  });

  /** @type {(file: File) => Promise<void>} */
  async function read(file) {
    if (picker.input.disabled) return;
    picker.input.disabled = true;
    token = "";
    onPhoto();
    const giveUp = new AbortController();
    try {
      const photo = shrink(file, LONG_SIDE);
      show(await insist(giveUp.signal, TRIES, () => send(photo, giveUp.signal), (next) => wait(next, giveUp)));
    } catch (problem) {
      if (giveUp.signal.aborted) outcome.replaceChildren();
      else if (codeOf(problem) === "ocr_unavailable") tell("info", t("voter.card.unavailable"));
      else tell("problem", explain(problem));
      onUnreadable();
    } finally {
      picker.input.disabled = false;
      if (giveUp.signal.aborted) picker.input.focus();
    }
  }

  /** @type {(photo: Promise<Blob>, signal: AbortSignal) => Promise<Api.CardReading>} */
  async function send(photo, signal) {
    const bar = h("progress", { class: "progress", max: "1", value: "0", "aria-label": t("voter.card.reading") });
    outcome.replaceChildren(h("p", { class: "muted" }, t("voter.card.reading")), bar);
    announce(t("voter.card.reading"));
    return upload("/api/auth/verify-id", formOf(await photo, "image"), {
      onProgress(share) {
        if (share < 1) bar.value = share;
        else bar.removeAttribute("value"); // the server is at work, nobody knows how long
      },
      signal,
    });
  }

  /** @type {(next: number, giveUp: AbortController) => void} */
  function wait(next, giveUp) {
    const words = t("voter.card.busy", { i: next, n: TRIES });
    const cancel = () => giveUp.abort();
    outcome.replaceChildren(notice("info", h("p", {}, words),
      h("button", { type: "button", class: "plain", on: { click: cancel } }, t("shell.cancel"))));
    announce(words);
    if (!outcome.isConnected) cancel(); // somebody has left the page
  }

  /** @type {(reading: Api.CardReading) => void} */
  function show(reading) {
    token = reading.verificationToken ?? "";
    onRead(reading);
    const hints = (reading.hints ?? []).map(({ code, text }) => {
      const key = `voter.hint.${code}`;
      return has(key) ? t(key) : text;
    });
    if (token && required && reading.names.fullName.source !== "mrz") {
      tell("info", t("voter.card.read.look"), hints); // print proves no name
    } else if (token) {
      tell("success", t("voter.card.read"), hints);
    } else {
      tell("info", required ? t("voter.card.unreadable.required") : t("voter.card.unreadable"), hints);
      onUnreadable();
    }
  }

  /** @type {(kind: NoticeKind, words: string, hints?: string[]) => void} */
  function tell(kind, words, hints = []) {
    outcome.replaceChildren(notice(kind, h("p", {}, words),
      hints.length > 0 && h("ul", { class: "bullets" }, hints.map((hint) => h("li", {}, hint)))));
    announce([words, ...hints].join(" "));
  }

  return {
    name: "card",
    aliases: ["verificationToken"],
    label: t("voter.card"),
    secret: true,
    focusable: picker.input,
    node: h("div", { class: "field", role: "group", "aria-label": t("voter.card") },
      h("p", { class: "field-title" }, t("voter.card"),
        !required && h("span", { class: "optional" }, ` ${t("shell.optional")}`)),
      h("p", { class: "hint", id: hintId }, t("voter.card.hint")),
      error, picker, outcome),
    value: () => token,
    check: () => (required && !token && !reviewed() ? t("voter.card.missing") : ""),
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
    },
    /** Drops a reading that the server no longer takes. */
    forget() {
      token = "";
      outcome.replaceChildren();
    },
  };
}
