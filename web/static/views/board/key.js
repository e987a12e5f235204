// A holder makes their key sheet, on their own device. Until they have typed of it what shows that they have it, it
// stays in this tab, so that a reload loses nothing; then the public halves of its keys are sent and the rest is
// forgotten.

import { codeOf, post } from "../../lib/api.js";
import { base64, hex, unbase64 } from "../../lib/bytes.js";
import { h, refill } from "../../lib/dom.js";
import { areaField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { rich, t } from "../../lib/i18n.js";
import { groupsOf, keySheet, neededWords, sheetButtons, sheetField, spaced } from "../../lib/keysheet.js";
import { rootOf } from "../../lib/keynumber.js";
import { NUMBERS, parseSheet, publicHalves, secretOf, sheetCharacters, sheetOf } from "../../lib/sealing.js";
import { sha256 } from "../../lib/sha256.js";
import { notice } from "../../lib/states.js";
import { tab } from "../../lib/storage.js";
import { numberPart } from "./number.js";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const PUBLIC = "OSTRAKON-PUBLIC:"; // as `ostrakon key new` prints it
const PUBLIC_SIZE = NUMBERS * (1216 + 32); // bytes

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
  if (whose.fixed) {
    return h("article", { class: "narrow" }, h("h1", {}, t("holder.done.title")),
      h("p", { class: "lead" }, t("holder.invitation.late")), numberPart(token, whose, null, signal), later());
  }
  const place = h("div", {});
  stages(token, whose, place, signal);
  return frame(
    h("p", { class: "lead no-print" }, t("holder.make.lead", { name: whose.name, title: whose.title })),
    whose.organisation && h("p", { class: "muted no-print" }, whose.organisation), place);
}

/** @type {(...content: Child[]) => HTMLElement} */
const frame = (...content) => h("article", { class: "narrow" }, h("h1", { class: "no-print" }, t("holder.make.title")),
  content);

/** Shows one stage after the other in a place.
 *  @type {(token: string, whose: Api.Invitation, place: HTMLElement, signal: AbortSignal) => void} */
function stages(token, whose, place, signal) {
  const keptAs = `ostrakon.key.${token}`; // where the browser refuses, a reload makes the holder begin again
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
  /** @type {(keys: Bytes, secret: Bytes | null) => Promise<void>} */
  const send = async (keys, secret) => {
    const now = await post("/api/board/invitations/key", { token, keys: base64(keys) });
    tab.drop(keptAs);
    const same = { ...now, signingKey: whose.signingKey }; // the one that was shown before the keys were made
    show(done(keys, numberPart(token, same, { root: rootOf(keys), secret }, signal)));
  };
  const draw = () => {
    const sheet = sheetOf(crypto.getRandomValues(new Uint8Array(32)));
    tab.write(keptAs, sheet);
    written(sheet);
  };
  /** @type {(sheet: string) => void} */
  const written = (sheet) => show(theSheet(whose, sheet, stored, () => typed(sheet)));
  let copied = false; // printed or saved, so that no hand has copied it
  const stored = () => { copied = true; };
  /** @type {(sheet: string) => void} */
  const typed = (sheet) => show(typeBack(sheet, copied, send, () => written(sheet)));
  const sheet = tab.read(keptAs);
  if (sheet && parseSheet(sheet)) refill(place, theSheet(whose, sheet, stored, () => typed(sheet)));
  else refill(place, before(whose, draw, send), whose.ready && numberPart(token, whose, null, signal));
}

/** @type {(label: string, click: () => void, kind?: string) => HTMLElement} */
const button = (label, click, kind = "") =>
  h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);

/** What the key is for, and the button that draws it.
 *  @type {(whose: Api.Invitation, draw: () => void, send: (keys: Bytes, secret: null) => Promise<void>) =>
 *   Child[]} */
function before(whose, draw, send) {
  return [
    whose.ready && notice("info", h("p", {}, t("holder.make.again"))),
    LOOPBACK.test(location.hostname) && notice("problem", h("p", {}, t("holder.make.loopback"))),
    h("ul", { class: "points" },
      h("li", {}, neededWords(whose)),
      h("li", {}, t("holder.make.here")),
      h("li", {}, t("holder.make.paper")),
      h("li", {}, rich("holder.make.server", { key: h("span", { class: "hash" }, whose.signingKey) })),
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
          if (keys) await send(keys, null);
        },
      })),
  ];
}

/** @type {(text: string) => Bytes | null} */
function publicOf(text) {
  const line = text.trim();
  const bytes = line.startsWith(PUBLIC) ? unbase64(line.slice(PUBLIC.length).replace(/\s/g, "")) : null;
  return bytes?.length === PUBLIC_SIZE ? bytes : null;
}

/** @type {(whose: Api.Invitation, sheet: string, stored: () => void, next: () => void) => Child[]} */
function theSheet(whose, sheet, stored, next) {
  return [
    h("h2", { class: "no-print" }, t("holder.sheet.title")),
    h("p", { class: "no-print" }, t("holder.sheet.lead")),
    keySheet(whose, sheet),
    h("p", { class: "actions" }, sheetButtons(whose, sheet, stored)),
    h("p", { class: "actions" }, button(t("holder.sheet.next"), next)),
  ];
}

/** The form that a holder types groups of their sheet into, to show that they have it: all that they copied by hand,
 *  three that are drawn if it was printed or saved.
 *  @type {(sheet: string, copied: boolean, send: (keys: Bytes, secret: Bytes) => Promise<void>, back: () => void) =>
 *   Child[]} */
function typeBack(sheet, copied, send, back) {
  const secret = /** @type {Bytes} */ (parseSheet(sheet));
  const all = () => send(publicHalves(secret), secretOf(secret, 0));
  if (copied) {
    return [h("h2", {}, t("holder.back.title")), h("p", {}, t("holder.back.some")), someBack(sheet, all, back)];
  }
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
      send: all,
      actions: [button(t("holder.back.show"), back, "button-quiet")],
    }),
  ];
}

/** @type {(sheet: string, send: () => Promise<void>, back: () => void) => HTMLElement} */
function someBack(sheet, send, back) {
  const groups = groupsOf(sheet);
  const fields = drawn(groups.length).map((place) => textField({
    name: `group${place}`, label: t("holder.back.group", { n: place + 1 }), missing: t("holder.sheet.missing"),
    autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    check: (text) => (sheetCharacters(text) === groups[place] ? "" : t("holder.back.differs", { n: place + 1 })),
  }));
  return form({
    fields, send, submit: t("holder.back.send"), busy: t("holder.sending"),
    actions: [button(t("holder.back.show"), back, "button-quiet")],
  });
}

/** Three places of so many, rising.
 *  @type {(of: number) => number[]} */
function drawn(of) {
  /** @type {Set<number>} */
  const places = new Set();
  while (places.size < 3) places.add(crypto.getRandomValues(new Uint32Array(1))[0] % of);
  return [...places].sort((a, b) => a - b);
}

/** @type {(keys: Bytes, number: HTMLElement) => Child[]} */
function done(keys, number) {
  return [
    h("h2", {}, t("holder.done.title")),
    h("p", {}, t("holder.done.lead")),
    h("dl", { class: "facts" },
      h("dt", {}, t("holder.fingerprint")),
      h("dd", { class: "hash" }, spaced(hex(sha256(keys))))),
    h("p", {}, t("holder.done.compare")),
    number,
    later(),
  ];
}

/** What holders do later, at the address on the sheet.
 *  @type {() => HTMLElement} */
function later() {
  return h("div", {},
    h("h3", {}, t("holder.later.title")),
    h("ul", { class: "points" },
      h("li", {}, h("a", { href: "#/sheet" }, t("holder.later.sheet"))),
      h("li", {}, t("holder.later.keep"))));
}
