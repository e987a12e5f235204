// Numbers, dates, times and lists in the page's language.
//
// keys: shell.ordinal.*

import { isolated, locale, t } from "./i18n.js";
import { differs, timeZone, zoneOf } from "./zone.js";

/** @type {Map<string, unknown>} */
const formats = new Map();

// To make a format takes longer than to use it.
/**
 * @template Format, Options
 * @param {new (locale: string, options: Options) => Format} Kind
 * @param {Options} options
 */
function format(Kind, options) {
  const name = `${locale()}${Kind.name}${JSON.stringify(options)}`;
  const known = /** @type {Format | undefined} */ (formats.get(name));
  const made = known ?? new Kind(locale(), options);
  formats.set(name, made);
  return made;
}

/** @typedef {string | number | Date} Time */

/** @type {Intl.DateTimeFormatOptions} */
const MOMENT = { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" };

/** "21 November 2026 at 18:00 CET", in a time zone (IANA), the organisation's if none is given or the
 *  browser does not know it. Where the reader's clocks show something else, the name of the zone is
 *  written out.
 *  @type {(time: Time, zone?: string) => string} */
export const dateTime = (time, zone) => format(Intl.DateTimeFormat, {
  ...MOMENT, timeZone: (zone && zoneOf(zone)) || timeZone(), timeZoneName: differs(time) ? "long" : "short",
}).format(new Date(time));

/** "21 Nov 2026, 18:00:05", in the organisation's time zone: for tables.
 *  @type {(time: Time) => string} */
export const shortTime = (time) =>
  format(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "medium", timeZone: timeZone() })
  .format(new Date(time));

/** "21 Nov 2026", in the organisation's time zone: for tables.
 *  @type {(time: Time) => string} */
export const shortDate = (time) =>
  format(Intl.DateTimeFormat, { dateStyle: "medium", timeZone: timeZone() }).format(new Date(time));

/** "21 November 2026", in the organisation's time zone.
 *  @type {(time: Time) => string} */
export const date = (time) => format(Intl.DateTimeFormat,
  { dateStyle: "long", timeZone: timeZone() }).format(new Date(time));

/** "Central European Time": the organisation's time zone, whatever the season.
 *  @type {() => string} */
export const zoneName = () => format(Intl.DateTimeFormat, { timeZone: timeZone(), timeZoneName: "longGeneric" })
  .formatToParts(new Date()).find(({ type }) => type === "timeZoneName")?.value ?? "";

/** "14 March 1990", from a date without a time or a time zone ("1990-03-14").
 *  @type {(isoDate: string) => string} */
export const day = (isoDate) =>
  format(Intl.DateTimeFormat, { dateStyle: "long", timeZone: "UTC" }).format(new Date(isoDate));

/** "18:00:05" or, if it is short, "18:00", in the organisation's time zone.
 *  @type {(time: Time, timeStyle?: "short" | "medium") => string} */
export const clock = (time, timeStyle = "medium") =>
  format(Intl.DateTimeFormat, { timeStyle, timeZone: timeZone() }).format(new Date(time));

/** 1234.5 as "1,234.5", with at most the given number of decimals.
 *  @type {(n: number, decimals?: number) => string} */
export const number = (n, decimals = 0) => format(Intl.NumberFormat, { maximumFractionDigits: decimals }).format(n);

/** 3 as "3rd".
 *  @type {(n: number) => string} */
export const ordinal = (n) => t(`shell.ordinal.${ordinalForm(n)}`, { n });

// The rules that browsers have name six forms; English and French know no more than these.
/** @type {(n: number) => "one" | "two" | "few" | "other"} */
function ordinalForm(n) {
  const form = format(Intl.PluralRules, { type: "ordinal" }).select(n);
  return form === "one" || form === "two" || form === "few" ? form : "other";
}

/** 0.4567 as "45.7%".
 *  @type {(share: number) => string} */
export const percent = (share) =>
  format(Intl.NumberFormat, { style: "percent", maximumFractionDigits: 1 }).format(share);

/** "Ada, Grace and Mary".
 *  @type {(names: string[]) => string} */
export const list = (names) => format(Intl.ListFormat, { type: "conjunction" }).format(names.map(isolated));

/** "fr" as "French".
 *  @type {(code: string) => string} */
export const languageName = (code) => new Intl.DisplayNames(locale(), { type: "language" }).of(code) ?? code;

/** "JPEG, PNG or WebP".
 *  @type {(names: string[]) => string} */
export const choice = (names) => format(Intl.ListFormat, { type: "disjunction" }).format(names);

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte"];

const MEBIBYTE = 2 ** 20;

/** 1536000 as "1.5 MB", and 536870912, as people set limits, as "512 MiB".
 *  @type {(n: number) => string} */
export function bytes(n) {
  if (n >= MEBIBYTE && n % MEBIBYTE === 0) return t("shell.mebibytes", { n: number(n / MEBIBYTE) });
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(n, 1)) / 3), 0), SIZES.length - 1);
  return format(Intl.NumberFormat, {
    style: "unit", unit: SIZES[step], unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(n / 1000 ** step);
}

/** "30 seconds", "2 minutes", and "1 hour" if it is a whole one; seconds with at most the given
 *  number of decimals.
 *  @type {(seconds: number, decimals?: number) => string} */
export function duration(seconds, decimals = 0) {
  const [n, unit] = seconds < 90 ? [seconds, "second"] : seconds % 3600 === 0 ? [seconds / 3600, "hour"]
    : [Math.ceil(seconds / 60), "minute"];
  return format(Intl.NumberFormat, {
    style: "unit", unit, unitDisplay: "long", maximumFractionDigits: unit === "second" ? decimals : 0,
  }).format(n);
}

/** @type {[unit: Intl.RelativeTimeFormatUnit, many: number][]} */
const STEPS = [["second", 60], ["minute", 60], ["hour", 24], ["day", 7], ["week", 4.35], ["month", 12],
  ["year", Infinity]];

/** "in 3 hours", "2 days ago": from now to a time.
 *  @type {(time: Time) => string} */
export function relative(time) {
  let n = (new Date(time).getTime() - Date.now()) / 1000;
  for (const [unit, many] of STEPS) {
    if (Math.abs(n) < many) return format(Intl.RelativeTimeFormat, { numeric: "auto" }).format(Math.round(n), unit);
    n /= many;
  }
  return "";
}

/** "42 present, 3 represented", with their votes where weights differ; "" if nobody is either.
 *  @type {(attendance: Api.Attendance) => string} */
export function attendanceWords({ present = 0, presentVotes = 0, represented, representedVotes }) {
  const weighted = present !== presentVotes || represented !== representedVotes;
  /** @type {(people: string, n: number) => string} */
  const withVotes = (people, n) => (weighted ? t("shell.withVotes", { people, n }) : people);
  return [
    present > 0 && withVotes(t("shell.present", { n: present }), presentVotes),
    represented > 0 && withVotes(t("shell.represented", { n: represented }), representedVotes),
  ].filter(Boolean).join(", ");
}

/** "112 of 240 voters (46.7%)".
 *  @type {(turnout: Api.Turnout) => string} */
export function turnoutWords({ ballots, electorate, share }) {
  return t("shell.turnout", { ballots, n: electorate, share: percent(share) });
}
