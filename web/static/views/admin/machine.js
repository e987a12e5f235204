// What administrators should know about the machine of the server: a band above every page.
//
// keys: machine.alert.*

import { get, post } from "../../lib/api.js";
import { announce, element, h, refill } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { actButton } from "./act.js";

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
    const status = await get("/api/admin/status");
    if (asked > 0) show(status); // otherwise somebody has signed out meanwhile
  } catch {
    asked = -FRESH;
  }
}

/** @type {(status: Api.MachineStatus) => void} */
function show({ alerts, now }) {
  const apart = Math.abs(Date.parse(now) - Date.now()) > APART;
  const texts = [
    ...alerts.map(words),
    ...apart ? [t("machine.alert.device", { server: dateTime(now), device: dateTime(new Date().toISOString()) })] : [],
  ];
  const band = element("machine");
  refill(band, h("ul", { class: "frame" }, texts.map((text) => h("li", {}, text))),
    alerts.some(({ code }) => code === "clock_doubtful") && h("div", { class: "frame" }, actButton({
      label: t("machine.alert.clock.right"), busy: t("admin.saving"), kind: "button-quiet",
      act: async () => show(await post("/api/admin/status/clock", {})),
    })));
  band.hidden = texts.length === 0;
  const all = texts.join(" ");
  if (all !== told && all) announce(all);
  told = all;
}

/** Takes the band away, for people who are not administrators.
 *  @type {() => void} */
export function hideMachine() {
  asked = -FRESH;
  element("machine").hidden = true;
}

/** @type {(alert: Api.Alert) => string} */
function words({ code, title, params = {} }) {
  const key = `machine.alert.${code}`;
  if (!has(key)) return title;
  return t(key, Object.fromEntries(Object.entries(params).map(([name, value]) =>
    [name, name.endsWith("At") ? dateTime(String(value)) : typeof value === "number" ? value : String(value)])));
}
