// Numbers, dates, times and lists as the language of the page writes them.

import { locale, t } from "./i18n.js";

const formats = {};

// Making a format costs more than using it.
function format(kind, options) {
  const name = `${kind}${JSON.stringify(options)}`;
  formats[name] ??= new Intl[kind](locale(), options);
  return formats[name];
}

const MOMENT = {
  day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
};

/** "21 November 2026 at 18:00 GMT", in the reader's time zone. */
export const dateTime = (time) => format("DateTimeFormat", MOMENT).format(new Date(time));

/** "21 November 2026", in the reader's time zone. */
export const date = (time) => format("DateTimeFormat", { dateStyle: "long" }).format(new Date(time));

/** "14 March 1990" of a date without a time ("1990-03-14"), which belongs to no time zone. */
export const day = (isoDate) => format("DateTimeFormat", { dateStyle: "long", timeZone: "UTC" }).format(new Date(isoDate));

/** "18:00:05", in the reader's time zone. */
export const clock = (time) => format("DateTimeFormat", { timeStyle: "medium" }).format(new Date(time));

/** 1234.5 as "1,234.5", with at most so many decimals. */
export const number = (n, decimals = 0) => format("NumberFormat", { maximumFractionDigits: decimals }).format(n);

/** 0.4567 as "45.7%". */
export const percent = (share) => format("NumberFormat", { style: "percent", maximumFractionDigits: 1 }).format(share);

/** "Ada, Grace and Mary". */
export const list = (names) => format("ListFormat", { type: "conjunction" }).format(names);

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte"];

const MEBIBYTE = 2 ** 20;

/** 1536000 as "1.5 MB", and 536870912, as people set limits, as "512 MiB". */
export function bytes(n) {
  if (n >= MEBIBYTE && n % MEBIBYTE === 0) return t("shell.mebibytes", { n: number(n / MEBIBYTE) });
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(n, 1)) / 3), 0), SIZES.length - 1);
  return format("NumberFormat", {
    style: "unit", unit: SIZES[step], unitDisplay: step === 0 ? "long" : "short", maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(n / 1000 ** step);
}

/** "30 seconds", "2 minutes", "1 hour" when it is a whole one; seconds with decimals if asked for. */
export function duration(seconds, decimals = 0) {
  const [n, unit] = seconds < 90 ? [seconds, "second"] : seconds % 3600 === 0 ? [seconds / 3600, "hour"] : [Math.ceil(seconds / 60), "minute"];
  return format("NumberFormat", {
    style: "unit", unit, unitDisplay: "long", maximumFractionDigits: unit === "second" ? decimals : 0,
  }).format(n);
}

const STEPS = [["second", 60], ["minute", 60], ["hour", 24], ["day", 7], ["week", 4.35], ["month", 12], ["year", Infinity]];

/** "in 3 hours", "2 days ago": from now to a time. */
export function relative(time) {
  let n = (new Date(time) - Date.now()) / 1000;
  for (const [unit, many] of STEPS) {
    if (Math.abs(n) < many) return format("RelativeTimeFormat", { numeric: "auto" }).format(Math.round(n), unit);
    n /= many;
  }
  return "";
}

/** "112 of 240 voters (46.7%)". */
export function turnoutWords({ ballots, electorate, share }) {
  return t("shell.turnout", { ballots, n: electorate, share: percent(share) });
}
