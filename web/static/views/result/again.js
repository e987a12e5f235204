// What holders found who counted again.

import { dateTime, list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

/** @type {(recount: import("../../lib/recounts.js").Recounted, zone: string) => string} */
export function againWords({ countedAt, holders, same, missing }, zone) {
  const facts = { time: dateTime(countedAt, zone), names: list(holders) };
  if (same) return t("outcome.again.same", facts);
  return [t("outcome.again.differs", facts), missing.length > 0 && t("outcome.again.missing", { n: missing.length })]
    .filter(Boolean).join(" ");
}
