// The questions of a ballot: their candidates in the order that Go says, and what a page shows of each.

import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { questionsOf } from "../static/views/voter/asked.js";

const { voter, ids, all, last, lists } = JSON.parse(readFileSync(0, "utf8"));
const options = ids.map((/** @type {string} */ id, /** @type {number} */ i) => ({ id, name: `Name ${id}`,
  affiliation: "", description: "", photoSha256: i === 1 ? "ab" : "", solidSha256: i === 2 ? "cd" : "" }));

/** @type {(rules: object, shuffleCandidates?: boolean) => Api.Question} */
const asked = (rules, shuffleCandidates = true) => questionsOf(/** @type {any} */ ({ shuffleCandidates,
  questions: [{ id: "q", title: "Board", method: "plurality", max: 2, options, groups: [1], ...rules }] }), voter)[0];
/** @type {(question: Api.Question) => string[]} */
const order = ({ candidates }) => candidates.map(({ id }) => id);

deepStrictEqual(order(asked({})), all);
deepStrictEqual(order(asked({}, false)), ids);
deepStrictEqual(order(asked({ method: "motion" })), ids);
deepStrictEqual(order(asked({ last: true })), last);

const ofLists = asked({ method: "sainte-lague", lists: { sizes: [2, 2], ballot: "free" } });
deepStrictEqual(order(ofLists), lists);
deepStrictEqual(ofLists.candidates.map(({ list }) => list),
  [undefined, undefined, lists[0], lists[0], lists[1], lists[1]]);

const { candidates, max } = asked({ max: 0 }, false);
deepStrictEqual(max, undefined);
deepStrictEqual(candidates[1].photo, { url: `/api/user/elections/candidates/${ids[1]}/photo`, sha256: "ab" });
deepStrictEqual(candidates[2].solid, { url: `/api/user/elections/candidates/${ids[2]}/solid`, sha256: "cd" });
deepStrictEqual([candidates[0].photo, candidates[0].solid], [undefined, undefined]);
