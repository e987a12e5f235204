// What the API says of a field, in the reader's language. Its messages go on from the name of the field ("must be a single
// line"); here each stands alone. A message that is not known is shown as it came.

import { day, number } from "./format.js";
import { t } from "./i18n.js";

const KNOWN = [
  [/^is required$/, "shell.said.required"],
  [/^must have at most (\d+) (?:characters|bytes)$/, "shell.said.tooLong"],
  [/^must be a single line$/, "shell.said.singleLine"],
  [/^must (?:be valid UTF-8|not contain control characters|not contain invisible)/, "shell.said.characters"],
  [/^must be an e-mail address/, "shell.said.email"],
  [/^may contain digits, spaces/, "shell.said.phone"],
  [/^must have 5 to 20 characters$/, "shell.said.phoneLength"],
  [/^must be a date such as/, "shell.said.date"],
  [/^must lie between (\S+) and today$/, "shell.said.dateRange"],
  [/^has \d+ characters; it needs at least (\d+)$/, "shell.said.passwordShort"],
  [/^has \d+ (?:characters|bytes); at most (\d+) are allowed$/, "shell.said.tooLong"],
  [/^is one character over and over$/, "shell.said.passwordRepeated"],
  [/^is one of the most common ones$/, "shell.said.passwordCommon"],
  [/^is your own name or address$/, "shell.said.passwordPersonal"],
  [/^This e-mail address is already registered\.$/, "shell.problem.email_taken"],
  [/^is not the number that was read/, "shell.said.cardNumber"],
  [/^is not the name that was read/, "shell.said.cardName"],
  [/^is not the date that was read/, "shell.said.cardBirth"],
  [/^is not on the electoral roll/, "shell.said.roll"],
  [/^is not the one that the identity number tells$/, "shell.said.numberBirth"],
  [/^(?:has expired: photograph|is not one that this server issued)/, "shell.said.cardExpired"],
  [/^is not a member key/, "shell.said.memberKey"],
  [/^must be later than opensAt$/, "shell.said.endsEarly"],
  [/^is that of line (\d+) too$/, "shell.said.sameLine"],
  [/^a number, or the wish for a member key, is required/, "shell.said.noNumber"],
  [/^has no column full_name$/, "shell.said.noNameColumn"],
  [/^is wrong$/, "shell.problem.wrong_password"],
];

/** The message of the API for a field, as a sentence in the reader's language. */
export function said(message) {
  for (const [pattern, key] of KNOWN) {
    const found = pattern.exec(message);
    if (found) return t(key, { limit: limitOf(found[1]) });
  }
  return message.charAt(0).toLocaleUpperCase() + message.slice(1);
}

function limitOf(found = "") {
  return /^\d+$/.test(found) ? number(found) : found && day(found);
}
