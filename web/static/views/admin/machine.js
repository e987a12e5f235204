// What administrators should know about the machine of the server: a band above every page.
//
// keys: admin.notice.*

import { get } from "../../lib/api.js";
import { announce, element, h, refill } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";

const FRESH = 60_000; // milliseconds for which an answer is good

let asked = -FRESH;
let told = "";

/** Shows what the server has to say now, unless it has said so in the last minute. A server that does
 *  not answer has pages that say so.
 *  @type {() => Promise<void>} */
export async function showMachine() {
  if (performance.now() - asked < FRESH) return;
  asked = performance.now();
  try {
    const { notices } = await get("/api/admin/status");
    const texts = notices.map(words);
    const band = element("machine");
    refill(band, h("ul", { class: "frame" }, texts.map((text) => h("li", {}, text))));
    band.hidden = texts.length === 0;
    const all = texts.join(" ");
    if (all !== told && all) announce(all);
    told = all;
  } catch {
    asked = -FRESH;
  }
}

/** Takes the band away, for people who are not administrators.
 *  @type {() => void} */
export function hideMachine() {
  asked = -FRESH;
  element("machine").hidden = true;
}

/** @type {(notice: Api.StatusNotice) => string} */
function words({ code, title, params = {} }) {
  const key = `admin.notice.${code}`;
  if (!has(key)) return title;
  return t(key, Object.fromEntries(Object.entries(params).map(([name, value]) =>
    [name, name.endsWith("At") ? dateTime(String(value)) : typeof value === "number" ? value : String(value)])));
}
