// Times by the organisation's clocks, for a reader elsewhere: each of the vectors has a zone, a time,
// what the clocks of the zone show then, and whether those of the reader show something else.

import { readFileSync } from "node:fs";

process.env.TZ = "Asia/Kathmandu"; // of the reader
const { differs, ownZone, setZone, timeOf, timeZone, wallTime } = await import("../static/lib/zone.js");
globalThis.navigator = /** @type {any} */ ({ languages: ["en"] });
globalThis.document = /** @type {any} */ ({ documentElement: { dataset: {} } });
const { clock, dateTime } = await import("../static/lib/format.js");

let wrong = 0;
/** @type {(what: string, got: unknown, want: unknown) => void} */
function same(what, got, want) {
  if (got === want) return;
  wrong++;
  console.error(`${what}: ${got}, want ${want}`);
}

for (const { zone, time, wall, elsewhere, back = time } of JSON.parse(readFileSync(0, "utf8"))) {
  setZone(zone);
  same(`${zone} at ${time}`, wallTime(time), wall);
  same(`${zone} at ${wall}`, timeOf(wall), back);
  same(`${zone}, read elsewhere`, differs(time), elsewhere);
}
setZone("Europe/Zurich");
same("a time of the day", clock(Date.parse("2026-11-21T18:00:05Z"), "short"), "19:00");
setZone("Mars/Utopia");
same("a zone of nowhere", timeZone(), undefined);
same("the reader's clocks", differs(0), false);
same("the reader's zone", new Set(["Asia/Kathmandu", "Asia/Katmandu"]).has(ownZone()), true);
setZone("UTC");
same("a time in a zone of nowhere", dateTime(0, "Mars/Utopia"), dateTime(0));
process.exit(wrong === 0 ? 0 : 1);
