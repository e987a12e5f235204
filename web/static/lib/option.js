// The names of options of a question.
//
// keys: shell.option.*

import { t } from "./i18n.js";
import { hasAnswers } from "./tally/rules.js";

/** Whether a candidate is none, but an option such as "none of these".
 *  @type {(question: { last?: boolean, candidates: { id: string }[] }, candidate: { id?: string }) => boolean} */
export const isNone = ({ last, candidates }, { id }) => Boolean(last) && candidates.at(-1)?.id === id;

/** The name of an option. Those of a motion are the page's words.
 *  @type {(question: { method: Api.Method }, option: { name: string }) => string} */
export function optionName(question, { name }) {
  return hasAnswers(question) ? t(/** @type {MessageKey} */ (`shell.option.${name}`)) : name;
}
