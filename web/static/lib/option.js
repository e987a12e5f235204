// The names of options of a question.
//
// keys: shell.option.*

import { t } from "./i18n.js";

/** The name of an option. Those of a motion are the page's words.
 *  @type {(question: { method: Api.Method }, option: { name: string }) => string} */
export function optionName({ method }, { name }) {
  return method === "motion" ? t(/** @type {MessageKey} */ (`shell.option.${name}`)) : name;
}
