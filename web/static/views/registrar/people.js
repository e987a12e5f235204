// The people file is chosen here, and codes are drawn for everybody in it.

import { announce, h, refill, uniqueId } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { codeFrom } from "../../lib/slipcode.js";
import { issue, readPeople } from "../../lib/slipissue.js";
import { madeView } from "./made.js";

/** @typedef {import("../../lib/slipissue.js").People} People */

const SLICE = 50; // milliseconds of work until the page may answer

/** The page from the choice of the file to the slips.
 *  @type {() => HTMLElement} */
export function peopleView() {
  const id = uniqueId("people");
  const found = h("div", { "aria-live": "polite" });
  const change = async () => {
    const [file] = input.files ?? [];
    if (!file) return;
    const people = readPeople(await file.text());
    refill(found, people ? makePanel(people, view)
      : h("div", { class: "notice notice-problem" }, h("p", {}, t("registrar.file.wrong"))));
  };
  const input = h("input", {
    type: "file", id, class: "input", accept: ".json", "aria-describedby": `${id}-hint`, on: { change },
  });
  const view = h("article", { class: "narrow" },
    h("h1", {}, t("registrar.title")),
    h("p", { class: "lead" }, t("registrar.lead")),
    h("div", { class: "field" },
      h("label", { for: id }, t("registrar.file")),
      h("p", { class: "hint", id: `${id}-hint` }, t("registrar.file.hint", { file: "slips-people.json" })), input),
    found);
  return view;
}

/** What is in the file, and the button that makes slips of it.
 *  @type {(people: People, view: HTMLElement) => HTMLElement} */
function makePanel(people, view) {
  const { title, numbers: [first, last], people: { length: n } } = people;
  const bar = h("progress",
    { class: "progress", max: "1", value: "0", hidden: true, "aria-label": t("registrar.make") });
  const status = h("p", { class: "muted", role: "status" });
  const click = async () => {
    button.disabled = true;
    bar.hidden = false;
    const codes = people.people.map(() => ({ printed: newCode(), reserve: newCode() }));
    const pause = pauses();
    const credentials = await issue(people, codes, async (share) => {
      if (!await pause()) return;
      bar.value = share;
      status.textContent = t("registrar.making", { percent: Math.floor(100 * share) });
    });
    announce(t("registrar.made"));
    madeView(view, people, codes, credentials);
  };
  const button = h("button", { type: "button", class: "button", on: { click } }, t("registrar.make"));
  return h("section", { class: "panel" }, h("p", {}, t("registrar.people", { title, first, last, n })),
    h("p", { class: "actions" }, button), bar, status);
}

const newCode = () => codeFrom(crypto.getRandomValues(new Uint8Array(15)));

// Browsers slow down the timers of a page that nobody sees, but not its messages.
/** Lets the page answer when a slice of work is done, and says whether it was.
 *  @type {() => () => Promise<boolean>} */
function pauses() {
  const { port1, port2 } = new MessageChannel();
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return false;
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    since = performance.now();
    return true;
  };
}
