// What happened to an election that is not in its rules: its end was moved, or it was cancelled.
// Voters, administrators and the bulletin board read the same sentences.

import { dateTime } from "./format.js";
import { t } from "./i18n.js";

/**
 * The news of an election, one sentence each. If its end was moved more than once, only the latest
 * counts.
 * @type {(election: { notices: Api.Notice[], cancelled?: Api.Cancellation, timeZone?: string }) =>
 *   string[]}
 */
export function newsOf({ notices, cancelled, timeZone }) {
  if (cancelled) return [t("shell.news.cancelled", { time: dateTime(cancelled.at, timeZone), reason: cancelled.reason })];
  return notices.slice(-1).map(({ closesAt, reason }) => t("shell.news.moved", { time: dateTime(closesAt, timeZone), reason }));
}
