// Slips and letters for the people on the roll. What the paper says is chosen first; then the keys
// are made, which are shown this once, and the page is not left without asking before they are
// printed or saved.

import { get, post, save } from "../../lib/api.js";
import { custodyOf } from "../../lib/custody.js";
import { confirm } from "../../lib/dialog.js";
import { h, refill } from "../../lib/dom.js";
import { choiceField, selectField } from "../../lib/fields.js";
import { language, spoken, t } from "../../lib/i18n.js";
import { penOf } from "../../lib/photo.js";
import { guardLeaving } from "../../lib/router.js";
import { notice, tryBusy } from "../../lib/states.js";
import { findAddresses } from "./address.js";
import { page } from "./frame.js";
import { letterTexts } from "./letter_text.js";
import { addressField } from "./slip_address.js";
import { drawAll, letter, slip } from "./slips.js";

/** @typedef {ReturnType<typeof paperFields>} Paper */

const LOGO = 192; // pixels of its height in a file: 16 mm at 300 dpi

/** The page on which slips are made, for one person if there is an id.
 *  @type {(signal: AbortSignal, info: Api.Info, id?: string) => Promise<HTMLElement>} */
export async function slipsView(signal, info, id) {
  const [{ addresses }, elections, roll, entry] = await Promise.all([
    findAddresses(signal), get("/api/admin/elections?limit=200", signal),
    get("/api/admin/roll?limit=1", signal), id ? get(`/api/admin/roll/${id}`, signal) : undefined,
  ]);
  const coming = elections.items.filter(({ status }) => status !== "COMPLETED");
  const [text, keyNumbers] = await Promise.all([letterTexts(info.language), keyNumbersOf(coming, signal)]);
  const paper = paperFields(info.address ?? "", addresses, coming, keyNumbers, text);
  const making = h("div", {});
  refill(making, whoPanel(roll.keys, entry, paper, (people) => {
    const { node, heading } = made(info, people, paper, signal);
    refill(making, node);
    heading.focus();
  }));
  const trail = [{ label: t("roll.title"), to: "roll" },
    ...(entry ? [{ label: entry.fullName, to: `roll/${entry.id}` }] : [])];
  return page({ info, section: "roll", trail, title: t("roll.slips.title"), lead: t("roll.slips.lead") },
    h("section", { class: "panel narrow no-print" }, h("h2", {}, t("roll.slips.paper")), paper.node), making);
}

/** The key numbers of elections whose holders have all made their keys, by their ids.
 *  @type {(elections: Api.Election[], signal: AbortSignal) => Promise<Map<string, string | undefined>>} */
async function keyNumbersOf(elections, signal) {
  return new Map(await Promise.all(elections.filter((election) => custodyOf(election).sheets).map(async ({ id }) => {
    const { assembly } = await get(`/api/admin/elections/${id}/holders`, signal);
    return /** @type {[string, string | undefined]} */ ([id, assembly?.keyNumber]);
  })));
}

/**
 * What is on the paper. onChange() of what it returns is called whenever something else is to be
 * printed.
 * @param {string} kept the address of the settings
 * @param {string[]} addresses
 * @param {Api.Election[]} coming elections
 * @param {Map<string, string | undefined>} keyNumbers by election
 * @param {Awaited<ReturnType<typeof letterTexts>>} text
 */
function paperFields(kept, addresses, coming, keyNumbers, text) {
  const made = { onChange: () => {} };
  const changed = () => made.onChange();
  const address = addressField(kept, addresses, changed);
  const election = selectField({
    name: "election", label: t("roll.slips.election"), value: coming.length === 1 ? coming[0].id : "",
    onChange: changed, options: [
      { value: "", label: t("roll.slips.election.none") },
      ...coming.map(({ id, title }) => ({ value: id, label: title })),
    ],
  });
  const layout = choiceField({
    name: "layout", legend: t("roll.slips.layout"), options: [
      { value: "slips", label: t("roll.slips.layout.slips"), hint: t("roll.slips.layout.slips.hint") },
      { value: "letters", label: t("roll.slips.layout.letters"), hint: t("roll.slips.layout.letters.hint") },
    ],
    onChange: (value) => {
      text.node.hidden = value !== "letters";
      changed();
    },
  });
  text.node.hidden = true;
  text.node.addEventListener("input", changed);
  return Object.assign(made, {
    node: h("div", {}, address.node, coming.length > 0 && election.node, layout.node, text.node),
    check: address.check,
    letters: () => layout.value() === "letters",
    /** @type {(info: Api.Info) => import("./slips.js").Print} */
    print: (info) => ({ info, address: address.value(), election: coming.find(({ id }) => id === election.value()),
      keyNumber: keyNumbers.get(election.value()), text: text.of }),
  });
}

/** The choice for whom, and the button that makes the keys.
 *  @type {(keys: Api.RollList["keys"], entry: Api.RollEntry | undefined, paper: Paper,
 *   show: (people: Api.KeyedEntry[]) => void) => HTMLElement} */
function whoPanel(keys, entry, paper, show) {
  const problem = h("div", { role: "alert" });
  const count = (/** @type {number} */ n) => t("roll.slips.who.count", { n });
  const who = choiceField({
    name: "which", legend: t("roll.slips.who"),
    value: entry ? "entries" : keys.none > 0 || keys.unused === 0 ? "none" : "unused", options: [
      ...(entry ? [{ value: "entries", label: t("roll.slips.who.one", { name: entry.fullName }),
        hint: entry.hasKey && t("roll.slips.who.one.hint") }] : []),
      { value: "none", label: t("roll.slips.who.none"), hint: count(keys.none) },
      { value: "unused", label: t("roll.slips.who.unused"),
        hint: `${count(keys.unused)}. ${t("roll.slips.who.unused.hint")}.` },
      { value: "noEmail", label: t("roll.slips.who.noEmail"), hint: t("roll.slips.who.noEmail.hint") },
    ],
  });
  const make = async () => {
    problem.replaceChildren();
    if (!paper.check()) return;
    await tryBusy(button, problem, async () => {
      const which = who.value();
      const { items } = await post("/api/admin/roll/keys",
        { which, ...(which === "entries" ? { entries: [entry?.id] } : {}) });
      if (items.length > 0) show(items);
      else problem.replaceChildren(notice("info", h("p", {}, t("roll.slips.nobody"))));
    }, t("roll.slips.making"));
  };
  const button = h("button", { type: "button", class: "button", on: { click: make } }, t("roll.slips.make"));
  return h("section", { class: "panel narrow" }, who.node, problem, h("p", { class: "actions" }, button));
}

/** The slips or letters that were made, to print or save. What is on the paper can still change.
 *  @type {(info: Api.Info, people: Api.KeyedEntry[], paper: Paper, signal: AbortSignal) =>
 *   { node: HTMLElement, heading: HTMLElement }} */
function made(info, people, paper, signal) {
  const guard = guardLeaving(() => confirm({
    title: t("roll.slips.leave.title"), body: t("roll.slips.leave"), yes: t("roll.slips.leave.yes"), danger: true,
  }));
  signal.addEventListener("abort", guard.release);
  const heading = h("h2", { tabindex: "-1" }, t("roll.slips.made", { n: people.length }));
  const status = h("p", { class: "muted", role: "status" });
  const list = h("ul", {});
  const onPrint = () => {
    guard.release();
    window.print();
  };
  const onSave = async () => {
    save("slips.html", await fileOf(list, info.organisation), "text/html");
    guard.release();
    status.textContent = t("roll.slips.saved");
  };
  const print = h("button", { type: "button", class: "button", on: { click: onPrint } }, t("roll.slips.print"));
  const saveIt = h("button", { type: "button", class: "button button-quiet", on: { click: onSave } },
    t("roll.slips.save"));
  let serial = 0;
  const draw = async () => {
    if (!paper.check()) return;
    const mine = ++serial;
    const common = paper.print(info);
    const paint = paper.letters() ? letter : slip;
    list.className = paper.letters() ? "letters" : "slips";
    print.disabled = saveIt.disabled = true;
    const done = await drawAll(list, common, people, paint, (n) => {
      status.textContent = n < people.length ? t("roll.slips.drawing", { n, of: people.length }) : "";
    }, () => signal.aborted || mine !== serial);
    if (done) print.disabled = saveIt.disabled = false;
  };
  paper.onChange = draw;
  draw();
  return {
    heading,
    node: h("section", { class: "made" },
      h("div", { class: "no-print" }, heading, notice("info", h("p", {}, t("roll.slips.once"))),
        h("p", { class: "actions" }, print, saveIt,
          h("a", { class: "button button-quiet", href: "#roll" }, t("roll.import.toRoll"))), status),
      list),
  };
}

/** The papers as a page of their own, which prints as this one does and needs no server.
 *  @type {(list: HTMLElement, organisation: string) => Promise<string>} */
async function fileOf(list, organisation) {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  const papers = /** @type {HTMLElement} */ (list.cloneNode(true));
  const [logo] = list.querySelectorAll("img");
  const drawn = logo && await small(logo);
  for (const image of papers.querySelectorAll("img")) image.src = drawn;
  const [title, body] = [h("title", {}, organisation),
    papers].map((node) => new XMLSerializer().serializeToString(node));
  const head = `<meta charset="utf-8">${title}<style>${rules.join("\n")}</style>`;
  const { lang, dir } = spoken(language());
  return `<!doctype html>\n<html lang="${lang}" dir="${dir}"><head>${head}</head><body>${body}</body></html>\n`;
}

/** The logo as a data: URL, small, because every paper has it.
 *  @type {(logo: HTMLImageElement) => Promise<string>} */
async function small(logo) {
  await logo.decode();
  const canvas = document.createElement("canvas");
  canvas.height = Math.min(LOGO, logo.naturalHeight);
  canvas.width = Math.max(1, Math.round(canvas.height * logo.naturalWidth / logo.naturalHeight));
  penOf(canvas).drawImage(logo, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}
