// Member keys on paper: a slip for each person, to cut out and hand over, or a letter to send. Both
// have the address and the key as a QR code, and are in the person's language.

import { h } from "../../lib/dom.js";
import { date, dateTime } from "../../lib/format.js";
import { inLanguage, spoken, t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { numberLine, slipCard } from "../../lib/slipcard.js";

/** What all papers of one print have in common. A letter has the text of its language.
 *  @typedef {{ info: Api.Info, address: string, election?: Api.Election, keyNumber?: string,
 *   text: (language: Api.Language) => string }} Print */

/** @typedef {(print: Print, person: Api.KeyedEntry) => HTMLElement} Draw */

const BATCH = 20; // papers that are drawn before the page can answer again

/** The key is after the # of the address, so it stays in the browser and no server logs it.
 *  @type {(print: Print, key: string) => string} */
const linkOf = ({ address, keyNumber }, key) => `${address}/#key=${key}${keyNumber ? `&n=${keyNumber}` : ""}`;

/** @type {(print: Print) => string} */
const endOf = ({ election }) => (election?.closesAt ? dateTime(election.closesAt, election.timeZone) : "");

/** The language of a person's paper.
 *  @type {(print: Print, person: Api.KeyedEntry) => Api.Language} */
const languageOf = ({ info }, { language }) => language ?? info.language;

/** @type {(info: Api.Info) => Child} */
const logo = (info) => info.logo && h("img", { class: "paper-logo", src: info.logo, alt: "" });

/** A slip, ten of which are on a page.
 *  @type {Draw} */
export function slip(print, person) {
  const { info, address, election } = print;
  const { fullName, memberKey } = person;
  const end = endOf(print);
  return slipCard({
    language: languageOf(print, person), link: linkOf(print, memberKey), name: fullName, address,
    label: t("slip.with"), secret: memberKey, keyNumber: print.keyNumber,
    head: [logo(info), h("div", {},
      info.organisation && h("p", { class: "slip-small slip-from" }, info.organisation),
      election && h("p", { class: "slip-election" }, election.title),
      end && h("p", { class: "slip-small" }, t("slip.until", { end })))],
  });
}

/** A letter, one on a page.
 *  @type {Draw} */
export function letter(print, person) {
  const { info, address, election, text } = print;
  const { fullName, address: postal, memberKey } = person;
  const language = languageOf(print, person);
  const known = { name: fullName, election: election?.title, end: endOf(print), organisation: info.organisation,
    contact: info.contact };
  return h("li", { class: "letter", ...spoken(language) },
    h("div", { class: "letter-from" }, logo(info), h("p", {}, info.organisation)),
    h("p", { class: "letter-to" }, [fullName, postal].filter(Boolean).join("\n")),
    h("p", { class: "letter-date" }, date(new Date())),
    election && h("p", { class: "letter-subject" }, election.title),
    h("p", { class: "letter-text" }, filled(text(language), known)),
    h("div", { class: "letter-key" },
      qrCode(linkOf(print, memberKey), t("slip.qr", { name: fullName })),
      h("div", {},
        h("p", {}, t("slip.at"), h("br"), h("span", { class: "slip-address" }, address)),
        h("p", {}, t("slip.with"), h("br"), h("span", { class: "slip-key" }, memberKey)),
        numberLine(print.keyNumber))));
}

/** A text with what is known in the place of {names}. A line that has the name of something unknown
 *  is left out.
 *  @type {(text: string, known: Record<string, string | undefined>) => string} */
function filled(text, known) {
  const lines = text.split("\n").filter((line) =>
    [...line.matchAll(/\{(\w+)\}/g)].every(([, name]) => !(name in known) || known[name]));
  return lines.join("\n").replace(/\{(\w+)\}/g, (whole, name) => known[name] ?? whole).replace(/\n{3,}/g,
    "\n\n").trim();
}

/**
 * Draws the papers of people into a list, some at a time, because a code takes its time. onStep(n)
 * is told how many there are. It stops when stale() says so, and resolves to whether all are drawn.
 * @type {(list: HTMLElement, print: Print, people: Api.KeyedEntry[], draw: Draw, onStep:
 *   (n: number) => void, stale: () => boolean) => Promise<boolean>}
 */
export async function drawAll(list, print, people, draw, onStep, stale) {
  list.replaceChildren();
  for (let from = 0; from < people.length; from += BATCH) {
    const papers = await Promise.all(people.slice(from, from + BATCH)
      .map((person) => inLanguage(languageOf(print, person), ["slip"], () => draw(print, person))));
    if (stale()) return false;
    list.append(...papers);
    onStep(Math.min(from + BATCH, people.length));
    await new Promise((resolve) => { setTimeout(resolve); });
    if (stale()) return false;
  }
  return true;
}
