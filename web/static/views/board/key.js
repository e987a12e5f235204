// A holder makes their key, on their own device. Until they have typed the sheet back, it stays in
// this tab, so that a reload loses nothing; then the public halves are sent and the rest is
// forgotten.

import { codeOf, post } from "../../lib/api.js";
import { base64, concat, hex, unbase64 } from "../../lib/bytes.js";
import { h, refill } from "../../lib/dom.js";
import { areaField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { groupsOf, keySheet, neededWords, sheetButtons, sheetField, spaced } from "../../lib/keysheet.js";
import { holderKeys, parseSheet, sheetCharacters, sheetOf } from "../../lib/sealing.js";
import { sha256 } from "../../lib/sha256.js";
import { notice } from "../../lib/states.js";

/** @typedef {{ publicKey: Bytes, signingKey: Bytes }} Keys */

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const PUBLIC = "OSTRAKON-PUBLIC:"; // as `ostrakon key new` prints it
const PUBLIC_SIZE = 1216; // bytes

/** @type {(signal: AbortSignal, token: string) => Promise<HTMLElement>} */
export async function keyView(signal, token) {
  /** @type {Api.Invitation} */
  let whose;
  try {
    whose = await post("/api/board/invitations", { token }, signal);
  } catch (error) {
    if (codeOf(error) !== "not_found") throw error;
    return frame(h("p", { class: "lead" }, t("holder.invitation.unknown")));
  }
  if (whose.status !== "DRAFT") return frame(h("p", { class: "lead" }, t("holder.invitation.late")), later(whose));
  const place = h("div", {});
  stages(token, whose, place);
  return frame(
    h("p", { class: "lead no-print" }, t("holder.make.lead", { name: whose.name, title: whose.title })),
    whose.organisation && h("p", { class: "muted no-print" }, whose.organisation), place);
}

/** @type {(...content: Child[]) => HTMLElement} */
const frame = (...content) => h("article", { class: "narrow" }, h("h1", { class: "no-print" }, t("holder.make.title")),
  content);

/** Shows one stage after the other in a place.
 *  @type {(token: string, whose: Api.Invitation, place: HTMLElement) => void} */
function stages(token, whose, place) {
  const kept = keeper(`ostrakon.key.${token}`);
  /** @type {(...content: Child[]) => void} */
  const show = (...content) => {
    refill(place, ...content);
    /** @type {HTMLElement | null} */
    const heading = place.querySelector("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  };
  /** @type {(keys: Keys) => Promise<void>} */
  const send = async (keys) => {
    await post("/api/board/invitations/key",
      { token, publicKey: base64(keys.publicKey), signingKey: base64(keys.signingKey) });
    kept.drop();
    show(done(whose, keys));
  };
  const draw = () => {
    const sheet = sheetOf(crypto.getRandomValues(new Uint8Array(32)));
    kept.keep(sheet);
    written(sheet);
  };
  /** @type {(sheet: string) => void} */
  const written = (sheet) => show(theSheet(whose, sheet, () => typed(sheet)));
  /** @type {(sheet: string) => void} */
  const typed = (sheet) => show(typeBack(sheet, send, () => written(sheet)));
  const sheet = kept.read();
  if (sheet && parseSheet(sheet)) refill(place, theSheet(whose, sheet, () => typed(sheet)));
  else refill(place, before(whose, draw, send));
}

/** @type {(label: string, click: () => void, kind?: string) => HTMLElement} */
const button = (label, click, kind = "") =>
  h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);

/** What the key is for, and the button that draws it.
 *  @type {(whose: Api.Invitation, draw: () => void, send: (keys: Keys) => Promise<void>) =>
 *   Child[]} */
function before(whose, draw, send) {
  return [
    whose.ready && notice("info", h("p", {}, t("holder.make.again"))),
    LOOPBACK.test(location.hostname) && notice("problem", h("p", {}, t("holder.make.loopback"))),
    h("ul", { class: "points" },
      h("li", {}, neededWords(whose)),
      h("li", {}, t("holder.make.here")),
      h("li", {}, t("holder.make.paper")),
      h("li", {}, t("holder.make.lost", { n: whose.of - whose.threshold + 1 }))),
    h("p", { class: "actions" }, button(t(whose.ready ? "holder.make.drawAgain" : "holder.make.draw"), draw,
      whose.ready ? "button-quiet" : "")),
    h("details", { class: "about" },
      h("summary", {}, t("holder.public.summary")),
      h("p", {}, t("holder.public.lead")),
      form({
        fields: [areaField({
          name: "public", label: t("holder.public.label"), missing: t("holder.public.missing"), autocomplete: "off",
          spellcheck: "false",
          check: (text) => (publicOf(text) ? "" : t("holder.public.wrong")),
        })],
        submit: t("holder.public.send"),
        busy: t("holder.sending"),
        send: async (values) => {
          const keys = publicOf(values.public);
          if (keys) await send(keys);
        },
      })),
  ];
}

/** @type {(text: string) => Keys | null} */
function publicOf(text) {
  const line = text.trim();
  const bytes = line.startsWith(PUBLIC) ? unbase64(line.slice(PUBLIC.length).replace(/\s/g, "")) : null;
  return bytes?.length === PUBLIC_SIZE + 32
    ? { publicKey: bytes.slice(0, PUBLIC_SIZE), signingKey: bytes.slice(PUBLIC_SIZE) } : null;
}

/** @type {(whose: Api.Invitation, sheet: string, next: () => void) => Child[]} */
function theSheet(whose, sheet, next) {
  return [
    h("h2", { class: "no-print" }, t("holder.sheet.title")),
    h("p", { class: "no-print" }, t("holder.sheet.lead")),
    keySheet(whose, sheet),
    h("p", { class: "actions" }, sheetButtons(whose, sheet)),
    h("p", { class: "actions" }, button(t("holder.sheet.next"), next)),
  ];
}

/** @type {(sheet: string, send: (keys: Keys) => Promise<void>, back: () => void) => Child[]} */
function typeBack(sheet, send, back) {
  /** @type {(typed: string) => string} */
  const guess = (typed) => {
    const place = groupsOf(sheet).findIndex((group, i) => typed.slice(4 * i, 4 * i + 4) !== group);
    return t("holder.back.differs", { n: place + 1 });
  };
  return [
    h("h2", {}, t("holder.back.title")),
    h("p", {}, t("holder.back.lead")),
    form({
      fields: [sheetField({
        label: t("holder.sheet.label"), hint: t("holder.sheet.hint"), guess,
        check: (secret) => (sheetOf(secret) === sheet ? "" : guess(sheetCharacters(sheetOf(secret)))),
      })],
      submit: t("holder.back.send"),
      busy: t("holder.sending"),
      send: () => send(holderKeys(/** @type {Bytes} */ (parseSheet(sheet)))),
      actions: [button(t("holder.back.show"), back, "button-quiet")],
    }),
  ];
}

/** @type {(whose: Api.Invitation, keys: Keys) => Child[]} */
function done(whose, { publicKey, signingKey }) {
  return [
    h("h2", {}, t("holder.done.title")),
    h("p", {}, t("holder.done.lead")),
    h("dl", { class: "facts" },
      h("dt", {}, t("holder.fingerprint")),
      h("dd", { class: "hash" }, spaced(hex(sha256(concat(publicKey, signingKey)))))),
    h("p", {}, t("holder.done.compare")),
    later(whose),
  ];
}

/** What holders do later, at addresses to note.
 *  @type {(whose: Api.Invitation) => HTMLElement} */
function later({ electionId }) {
  return h("div", {},
    h("h3", {}, t("holder.later.title")),
    h("ul", { class: "points" },
      h("li", {}, h("a", { href: `#/try/${electionId}` }, t("holder.later.try"))),
      h("li", {}, h("a", { href: `#/count/${electionId}` }, t("holder.later.count"))),
      h("li", {}, t("holder.later.keep"))));
}

// A tab without storage keeps nothing over a reload, and the holder draws again.
/** @type {(name: string) => { keep(value: string): void, read(): string | null, drop(): void }} */
function keeper(name) {
  /** @type {<T>(use: (storage: Storage) => T) => T | null} */
  const within = (use) => {
    try {
      return use(sessionStorage);
    } catch {
      return null;
    }
  };
  return {
    keep: (value) => { within((storage) => storage.setItem(name, value)); },
    read: () => within((storage) => storage.getItem(name)),
    drop: () => { within((storage) => storage.removeItem(name)); },
  };
}
