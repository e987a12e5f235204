// Member keys on paper: a slip for each person, to cut out and hand over, or a letter to send. Both
// have the address and the key as a QR code.

import { h } from "../../lib/dom.js";
import { date, dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";

/** What all papers of one print have in common.
 *  @typedef {{ info: Api.Info, address: string, election?: Api.Election, text: string }} Print */

const BATCH = 20; // papers that are drawn before the page can answer again

/** The key is after the # of the address, so it stays in the browser and no server logs it.
 *  @type {(address: string, key: string) => string} */
const linkOf = (address, key) => `${address}/#key=${key}`;

/** @type {(print: Print) => string} */
const endOf = ({ election }) => (election?.closesAt ? dateTime(election.closesAt, election.timeZone) : "");

/** A slip, ten of which are on a page.
 *  @type {(print: Print, person: Api.KeyedEntry) => HTMLElement} */
export function slip(print, { fullName, memberKey }) {
  const { info, address, election } = print;
  const end = endOf(print);
  return h("li", { class: "slip-card" },
    qrCode(linkOf(address, memberKey), t("roll.slips.qr", { name: fullName })),
    h("div", { class: "slip-words" },
      info.organisation && h("p", { class: "slip-small slip-from" }, info.organisation),
      election && h("p", { class: "slip-election" }, election.title),
      end && h("p", { class: "slip-small" }, t("roll.slips.until", { end })),
      h("p", { class: "slip-name" }, fullName),
      h("p", { class: "slip-small" }, t("roll.slips.at"), " ", h("span", { class: "slip-address" }, address)),
      h("p", { class: "slip-small" }, t("roll.slips.with"), " ", h("span", { class: "slip-key" }, memberKey))));
}

/** A letter, one on a page.
 *  @type {(print: Print, person: Api.KeyedEntry) => HTMLElement} */
export function letter(print, { fullName, address: postal, memberKey }) {
  const { info, address, election, text } = print;
  const known = { name: fullName, election: election?.title, end: endOf(print), organisation: info.organisation, contact: info.contact };
  return h("li", { class: "letter" },
    h("p", { class: "letter-from" }, info.organisation),
    h("p", { class: "letter-to" }, [fullName, postal].filter(Boolean).join("\n")),
    h("p", { class: "letter-date" }, date(new Date())),
    election && h("p", { class: "letter-subject" }, election.title),
    h("p", { class: "letter-text" }, filled(text, known)),
    h("div", { class: "letter-key" },
      qrCode(linkOf(address, memberKey), t("roll.slips.qr", { name: fullName })),
      h("div", {},
        h("p", {}, t("roll.slips.at"), h("br"), h("span", { class: "slip-address" }, address)),
        h("p", {}, t("roll.slips.with"), h("br"), h("span", { class: "slip-key" }, memberKey)))));
}

/** A text with what is known in the place of {names}. A line that has the name of something unknown
 *  is left out.
 *  @type {(text: string, known: Record<string, string | undefined>) => string} */
function filled(text, known) {
  const lines = text.split("\n").filter((line) => [...line.matchAll(/\{(\w+)\}/g)].every(([, name]) => !(name in known) || known[name]));
  return lines.join("\n").replace(/\{(\w+)\}/g, (whole, name) => known[name] ?? whole).replace(/\n{3,}/g, "\n\n").trim();
}

/**
 * Draws the papers of people into a list, some at a time, because a code takes its time. onStep(n)
 * is told how many there are. It stops when stale() says so, and resolves to whether all are drawn.
 * @type {(list: HTMLElement, people: Api.KeyedEntry[], draw: (person: Api.KeyedEntry) =>
 *   HTMLElement, onStep: (n: number) => void, stale: () => boolean) => Promise<boolean>}
 */
export async function drawAll(list, people, draw, onStep, stale) {
  list.replaceChildren();
  for (let from = 0; from < people.length; from += BATCH) {
    list.append(...people.slice(from, from + BATCH).map(draw));
    onStep(Math.min(from + BATCH, people.length));
    await new Promise((resolve) => { setTimeout(resolve); });
    if (stale()) return false;
  }
  return true;
}
