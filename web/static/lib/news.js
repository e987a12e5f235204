// What happened to an election that is not in its rules: its end was moved, a backup of it was
// restored, or it was cancelled.
// Voters, administrators and the bulletin board read the same sentences.

import { dateTime } from "./format.js";
import { t } from "./i18n.js";

/**
 * The news of an election, one sentence each. If its end was moved more than once, only the latest
 * counts.
 * @type {(election: { notices: Api.Notice[], stopped?: Api.Stop, cancelled?: Api.Cancellation, timeZone?: string }) =>
 *   string[]}
 */
export function newsOf({ notices, stopped, cancelled, timeZone }) {
  if (cancelled) return [t("shell.news.cancelled", { time: dateTime(cancelled.at, timeZone), reason: cancelled.reason })];
  const end = notices.findLast(({ closesAt }) => closesAt);
  return [
    ...stopped ? [t("shell.news.stopped", { time: dateTime(stopped.backupAt, timeZone) })] : [],
    ...notices.filter((notice) => notice.backupAt || notice === end).map((notice) => noticeWords(notice, timeZone)),
  ];
}

/** What a notice says.
 *  @type {(notice: { closesAt?: string, backupAt?: string, reason: string }, timeZone?: string) => string} */
export const noticeWords = ({ closesAt, backupAt = "", reason }, timeZone) => (closesAt
  ? t("shell.news.moved", { time: dateTime(closesAt, timeZone), reason })
  : t("shell.news.resumed", { time: dateTime(backupAt, timeZone), reason }));
