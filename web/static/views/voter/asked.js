// What a ballot asks, as it was fixed when its election opened: the page shows what it seals, and loads it once.

import { concat, hex } from "../../lib/bytes.js";
import { frozenLists } from "../../lib/lists.js";
import { sha256 } from "../../lib/sha256.js";
import { hasAnswers } from "../../lib/tally/rules.js";

const CANDIDATES = "/api/user/elections/candidates";

/** The questions of a manifest, each with its candidates. Where they are to be shuffled, each voter has a lasting
 *  order, which is the server's: not of a motion's answers, nor of the last one of a question, nor within a list.
 *  @type {(manifest: Api.Manifest, voter: string) => Api.Question[]} */
export function questionsOf({ questions, shuffleCandidates }, voter) {
  /** @type {<One extends { id: string }>(many: One[]) => One[]} */
  const arranged = (many) => {
    if (!shuffleCandidates) return many;
    const places = new Map(many.map((one) => [one, hex(sha256(concat("ostrakon/order/1\0", voter, one.id)))]));
    return [...many].sort((a, b) => (String(places.get(a)) < String(places.get(b)) ? -1 : 1));
  };
  return questions.map(({ options, groups: _, max, ...question }) => {
    /** @type {(option: Api.Standing, list?: string) => Api.Candidate} */
    const candidate = (option, list) => candidateOf(option, question.id, list);
    const lists = question.lists && arranged(frozenLists(question.lists, options).map((one) =>
      ({ ...one, id: one.list.id })));
    const fixed = hasAnswers(question) ? 0 : options.length - Number(question.last ?? false);
    return { ...question, max: max || undefined, candidates: lists
      ? [...lists.map(({ list }) => candidate(list)),
        ...lists.flatMap(({ list, candidates }) => candidates.map((one) => candidate(one, list.id)))]
      : [...arranged(options.slice(0, fixed)), ...options.slice(fixed)].map((one) => candidate(one)) };
  });
}

/** @type {(option: Api.Standing, questionId: string, list?: string) => Api.Candidate} */
function candidateOf({ photoSha256, solidSha256, ...option }, questionId, list) {
  const url = `${CANDIDATES}/${option.id}`;
  return {
    ...option, questionId, list,
    photo: photoSha256 ? { url: `${url}/photo`, sha256: photoSha256 } : undefined,
    solid: solidSha256 ? /** @type {Api.Solid} */ ({ url: `${url}/solid`, sha256: solidSha256 }) : undefined,
  };
}
