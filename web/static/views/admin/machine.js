// What administrators should know about the machine of the server: a band above every page.
//
// keys: admin.notice.*

import { get, post } from "../../lib/api.js";
import { announce, element, h, refill } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";

const FRESH = 60_000; // milliseconds for which an answer is good
const APART = 120_000; // milliseconds by which the clocks of server and device may differ

let asked = -FRESH;
let told = "";

/** Shows what the server has to say now, unless it has said so in the last minute. A server that does
 *  not answer has pages that say so.
 *  @type {() => Promise<void>} */
export async function showMachine() {
  if (performance.now() - asked < FRESH) return;
  asked = performance.now();
  try {
    show(await get("/api/admin/status"));
  } catch {
    asked = -FRESH;
  }
}

/** @type {(status: Api.Status) => void} */
function show({ notices, now }) {
  const apart = Math.abs(Date.parse(now) - Date.now()) > APART;
  const texts = [
    ...notices.map(words),
    ...apart ? [t("admin.notice.device", { server: dateTime(now), device: dateTime(new Date().toISOString()) })] : [],
  ];
  const band = element("machine");
  refill(band, h("ul", { class: "frame" }, texts.map((text) => h("li", {}, text))),
    notices.some(({ code }) => code === "clock_doubtful") && h("p", { class: "frame" }, clockButton()));
  band.hidden = texts.length === 0;
  const all = texts.join(" ");
  if (all !== told && all) announce(all);
  told = all;
}

// Elections open and close by themselves again once somebody has looked at the clock.
/** @type {() => HTMLElement} */
const clockButton = () => h("button", {
  type: "button", class: "button button-quiet",
  on: { click: async () => show(await post("/api/admin/status/clock", {})) },
}, t("admin.notice.clock.right"));

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
