// A field for a number of seats or marks.

import { textField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";

export const MOST = 100; // candidates of one question without lists, and so seats and marks
const WHOLE = /^\d{1,3}$/;

/** A whole number from 1 to `most`. Without `missing` it may be empty.
 *  @type {<const Name extends string>(options: { name: Name, label: string, hint: string,
 *   value?: number, missing?: string, most?: number }) => InputField<Name>} */
export const countField = ({ value, most = MOST, ...options }) => textField({
  ...options, value: value === undefined ? "" : String(value), inputmode: "numeric", autocomplete: "off",
  maxlength: "3",
  check: (text) => (text === "" || (WHOLE.test(text) && Number(text) >= 1 && Number(text) <= most) ? ""
    : t("paper.number", { max: most })),
});
