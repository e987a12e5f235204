// Numbers, dates and lists in words. The page is in British English, so its figures are too.

const LANGUAGE = "en-GB";

const moment = new Intl.DateTimeFormat(LANGUAGE, {
  day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
});
const number = new Intl.NumberFormat(LANGUAGE);
const share = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 1 });
const conjunction = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });

/** "21 November 2026 at 18:00 GMT", in the reader's time zone. */
export const dateTime = (time) => moment.format(new Date(time));

/** 0.4567 as "45.7%". */
export const percent = (fraction) => share.format(fraction);

/** count(1200, "vote") is "1,200 votes". */
export const count = (n, singular, plural = `${singular}s`) => `${number.format(n)} ${n === 1 ? singular : plural}`;

/** "Ada, Grace and Mary". */
export const list = (names) => conjunction.format(names);

/** "112 of 240 voters (46.7%)". */
export function turnoutWords({ ballots, electorate, share: fraction }) {
  return `${number.format(ballots)} of ${count(electorate, "voter")} (${percent(fraction)})`;
}

/** "30 seconds", "2 minutes". */
export function duration(seconds) {
  return seconds < 90 ? count(seconds, "second") : count(Math.ceil(seconds / 60), "minute");
}
