// A count in stages and a motion in words. Standard input has the outcome that the server counted.

import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";

globalThis.navigator = /** @type {any} */ ({ languages: ["en"] });
globalThis.document = /** @type {any} */ ({ documentElement: { dataset: {} } });
const { loadMessages } = await import("../static/lib/i18n.js");
const { drawWords, endingWords, stageWords, thresholdWords } = await import("../static/views/result/words.js");
await loadMessages("outcome");

const { board, each, motion, none } = JSON.parse(readFileSync(0));
const names = ["Noor Haddad", "Ada Byron", "Li Wei", "Olu Ade"];
const asked = { title: "Board", method: "stv", seats: 2, options: names.map((name) => ({ id: name, name })) };

deepStrictEqual(endingWords(asked, board), ["Noor Haddad and Ada Byron are elected."]);
deepStrictEqual(board.stages.map((_, i) => stageWords(asked, board, i)), [
  [
    "Each ballot counts for its first choice.",
    "Noor Haddad reaches the quota of 7 with 9 votes; the 2 votes above it move on to the next choices.",
  ],
  ["The 2 votes of Noor Haddad above the quota move on to the next choices."],
  [
    "Li Wei and Olu Ade had equally few votes, also at each earlier stage. The draw excluded Olu Ade.",
    "Olu Ade has the fewest votes and is excluded; 3 votes move on to the next choices.",
    "3 votes have no next choice and count for nobody now.",
  ],
  [
    "Li Wei has the fewest votes and is excluded; 3 votes move on to the next choices.",
    "3 votes have no next choice and count for nobody now.",
    "Ada Byron is elected: no more candidates are left than seats.",
  ],
]);
deepStrictEqual(board.draws.map((draw) => drawWords(asked, draw)).length, 1);

const question = { title: "Accounts", method: "motion", seats: 1, threshold: { more: [1, 2], of: "decided" },
  options: ["yes", "no", "abstain"].map((name) => ({ id: name, name })) };
deepStrictEqual(endingWords(question, motion), ["The motion is passed: 42 for, 40 against."]);
deepStrictEqual(thresholdWords(question, motion),
  "42 votes are needed: more than 1/2 of the 82 votes that say yes or no.");

const two = { title: "Board", method: "confirm", seats: 2, threshold: { more: [1, 2], of: "decided" },
  options: ["Ada Byron", "Li Wei", "None of these"].map((name) => ({ id: name, name })) };
deepStrictEqual(endingWords(two, each),
  ["Ada Byron is elected.", "One seat stays empty: nobody else has the votes needed."]);
deepStrictEqual(thresholdWords(two, each),
  "Each candidate needs more than 1/2 of the votes that say yes or no to them.");
deepStrictEqual(endingWords({ ...two, method: "block", threshold: undefined }, none),
  ["Ada Byron is elected.", "“None of these” won, so nobody else is elected.", "One seat stays empty."]);
