// The organisation's time zone. Pages show times by its clocks, wherever the reader is, so that
// everyone reads the same hour in a notice, on a slip and on the screen.

/** @type {string | undefined} */
let zone; // undefined: the reader's own

/** A zone by its IANA name; undefined if the browser does not know it.
 *  @type {(name: string | undefined) => string | undefined} */
export function zoneOf(name) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Sets the zone by its IANA name. If the browser does not know it, the reader's stays.
 *  @type {(name: string) => void} */
export function setZone(name) {
  zone = zoneOf(name);
}

/** The IANA name of the zone; undefined for the reader's own. */
export const timeZone = () => zone;

/** The IANA name of the reader's own zone. */
export const ownZone = () => new Intl.DateTimeFormat("en").resolvedOptions().timeZone;

/** Whether the reader's clocks show something else than the organisation's at a time.
 *  @type {(time: string | number | Date) => boolean} */
export const differs = (time) => reading(time, zone) !== reading(time, undefined);

/** What the organisation's clocks show, as form controls write it: "2026-11-21T18:00".
 *  @type {(time: string | number | Date) => string} */
export const wallTime = (time) => reading(time, zone);

/** The day that the clocks of a zone show, the organisation's if none is given: "2026-11-21".
 *  @type {(time: string | number | Date, zoneName?: string) => string} */
export const dayOf = (time, zoneName) => reading(time, (zoneName && zoneOf(zoneName)) || zone).slice(0, 10);

/** The time at which the organisation's clocks show this, in ISO 8601. An hour that a change of the
 *  clocks skips is taken as the hour before or after, one that comes twice as one of the two.
 *  @type {(wall: string) => string} */
export function timeOf(wall) {
  const shown = Date.parse(`${wall}Z`);
  let time = shown;
  // The offset of a zone is known for a time only. The second step corrects a guess on the other
  // side of a change.
  for (let step = 0; step < 2; step++) time += shown - Date.parse(`${wallTime(time)}Z`);
  return new Date(time).toISOString();
}

/** @type {(time: string | number | Date, timeZone: string | undefined) => string} */
function reading(time, timeZone) {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
  }).formatToParts(new Date(time));
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}`;
}
