// The names of options of a question.
//
// keys: shell.option.*

import { t } from "./i18n.js";
import { hasAnswers } from "./tally/rules.js";

/** The name of an option. Those of a motion are the page's words.
 *  @type {(question: { method: Api.Method }, option: { name: string }) => string} */
export function optionName(question, { name }) {
  return hasAnswers(question) ? t(/** @type {MessageKey} */ (`shell.option.${name}`)) : name;
}
