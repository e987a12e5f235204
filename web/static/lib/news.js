// What happened to an election that is not in its rules: its end was moved, a backup of it was
// restored, or it was cancelled.
// Voters, administrators and the bulletin board read the same sentences.

import { dateTime, list } from "./format.js";
import { t } from "./i18n.js";

/**
 * The news of an election, one sentence each. If its end was moved more than once, only the latest
 * counts. While an election is open, those whose ballots a backup lost are asked to vote again.
 * @type {(election: { status: Api.ElectionStatus, notices: Api.Notice[], stopped?: Api.Stop, cancelled?:
 * Api.Cancellation,
 *   timeZone?: string }) => string[]}
 */
export function newsOf({ status, notices, stopped, cancelled, timeZone }) {
  if (cancelled) return [t("shell.news.cancelled",
    { time: dateTime(cancelled.at, timeZone), reason: cancelled.reason })];
  const end = notices.findLast(({ closesAt }) => closesAt);
  return [
    ...stopped ? [t("shell.news.stopped", { time: dateTime(stopped.backupAt, timeZone) })] : [],
    ...notices.filter((notice) => notice.backupAt || notice === end).map((notice) =>
      noticeWords(notice, timeZone, status === "ACTIVE")),
  ];
}

/** Whose key sheets nobody had seen work as the election opened.
 *  @type {(names: string[]) => string} */
export const untriedWords = (names) => t("shell.news.untried", { names: list(names) });

/** What a notice says, to people who can still vote or to all others.
 *  @type {(notice: { closesAt?: string, backupAt?: string, reason: string }, timeZone?: string, isOpen?: boolean) =>
 *  string} */
export const noticeWords = ({ closesAt, backupAt = "", reason }, timeZone, isOpen = false) => (closesAt
  ? t("shell.news.moved", { time: dateTime(closesAt, timeZone), reason })
  : t(isOpen ? "shell.news.resumed.open" : "shell.news.resumed", { time: dateTime(backupAt, timeZone), reason }));
