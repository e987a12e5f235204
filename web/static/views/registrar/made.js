// The slips that were made, to print, and the credentials to save. Nothing of it is kept: the page is
// not left without asking before both are done.

import { save } from "../../lib/api.js";
import { h, refill } from "../../lib/dom.js";
import { inLanguage, t } from "../../lib/i18n.js";
import { slipCard } from "../../lib/slipcard.js";
import { printed } from "../../lib/slipcode.js";

/** @typedef {import("../../lib/slipissue.js").People} People */
/** @typedef {import("../../lib/slipissue.js").Person} Person */
/** @typedef {import("../../lib/slipissue.js").Codes} Codes */

const BATCH = 10; // people whose slips are drawn before the page can answer again

/** Shows in a view what was made.
 *  @type {(view: HTMLElement, people: People, codes: Codes[], credentials: string) => Promise<void>} */
export async function madeView(view, people, codes, credentials) {
  const left = new Set(["print", "save"]);
  addEventListener("beforeunload", (event) => {
    if (left.size > 0) event.preventDefault();
  });
  const onPrint = () => {
    window.print();
    left.delete("print");
  };
  const onSave = () => {
    save("credentials.json", credentials, "application/json");
    left.delete("save");
  };
  const heading = h("h1", { tabindex: "-1" }, t("registrar.made"));
  const print = h("button", { type: "button", class: "button", disabled: true, on: { click: onPrint } },
    t("registrar.print"));
  const status = h("p", { class: "muted", role: "status" });
  const slips = h("ul", { class: "slips" });
  const reserve = h("ul", { class: "slips slips-reserve" });
  view.className = "made";
  refill(view,
    h("div", { class: "no-print narrow" }, heading,
      h("p", {}, t("registrar.print.hint")), h("p", { class: "actions" }, print), status,
      h("p", {}, t("registrar.save.hint")),
      h("p", { class: "actions" },
        h("button", { type: "button", class: "button", on: { click: onSave } }, t("registrar.save"))),
      h("p", {}, t("registrar.close"))),
    slips, reserve);
  heading.focus();
  await drawAll(people, codes, slips, reserve, (n) => {
    status.textContent = n < people.people.length ? t("registrar.drawing", { n, of: people.people.length }) : "";
  });
  print.disabled = false;
}

/** @type {(people: People, codes: Codes[], slips: HTMLElement, reserve: HTMLElement,
 *   onStep: (n: number) => void) => Promise<void>} */
async function drawAll(people, codes, slips, reserve, onStep) {
  for (const [i, person] of people.people.entries()) {
    const [one, other] = await inLanguage(person.language, ["slip"], () =>
      [draw(people, person, codes[i].printed, false), draw(people, person, codes[i].reserve, true)]);
    slips.append(one);
    reserve.append(other);
    if (i % BATCH !== BATCH - 1) continue;
    onStep(i + 1);
    await new Promise((resolve) => { setTimeout(resolve); });
  }
  onStep(people.people.length);
}

/** A slip, or the reserve slip of the same person. The code is after the # of the address, so it stays
 *  in the browser and no server logs it.
 *  @type {(people: People, person: Person, code: string, isReserve: boolean) => HTMLElement} */
function draw({ assembly, title, organisation, address: written, keyNumber }, person, code, isReserve) {
  const { id, language, fullName, member } = person;
  const address = written.replace(/\/+$/, "");
  const secret = printed(code);
  return slipCard({
    language, name: fullName, member, address, label: t("slip.code"), secret, keyNumber,
    link: `${address}/#slip=${secret}&a=${assembly}&o=${id}${keyNumber && `&n=${keyNumber}`}`,
    head: h("div", {},
      isReserve ? h("p", { class: "slip-small slip-from" }, t("slip.reserve"))
        : organisation && h("p", { class: "slip-small slip-from" }, organisation),
      h("p", { class: "slip-election" }, title)),
  });
}
