// The seats that a question has for kinds of candidates, in words.

import { t } from "./i18n.js";

/** How many seats candidates of a kind have.
 *  @type {(quota: Api.Quota) => string} */
export function quotaWords({ kind, least, most }) {
  if (least && most) return t("shell.quota.both", { kind, least, n: most });
  return least ? t("shell.quota.least", { kind, n: least }) : t("shell.quota.most", { kind, n: most });
}
