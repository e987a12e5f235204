// The lists of a question with their candidates.

import { candidatesOf } from "./tally/lists.js";

/** The lists as they were frozen: the first options are the lists, then come the candidates of the first list, and so
 *  on.
 *  @template Option
 *  @param {Api.Lists} lists
 *  @param {Option[]} options
 *  @returns {{ list: Option, candidates: Option[] }[]} */
export const frozenLists = ({ sizes }, options) => candidatesOf(sizes).map((numbers, i) =>
  ({ list: options[i], candidates: numbers.map((n) => options[n - 1]) }));

/** The lists of a question before it is frozen: a candidate who stands on no list is a list.
 *  @type {(question: Pick<Api.Question, "candidates">) => { list: Api.Candidate, candidates: Api.Candidate[] }[]} */
export const listsOf = ({ candidates }) => candidates.filter(({ list }) => !list).map((list) =>
  ({ list, candidates: candidates.filter((candidate) => candidate.list === list.id) }));
