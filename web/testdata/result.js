// A count in stages, a motion and seats of lists in words. Standard input has the outcome that the server counted.

import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";

globalThis.navigator = /** @type {any} */ ({ languages: ["en"] });
globalThis.document = /** @type {any} */ ({ documentElement: { dataset: {} } });
const { loadMessages } = await import("../static/lib/i18n.js");
const { drawWords, endingWords, quorumWords, stageWords, thresholdWords } =
  await import("../static/views/result/words.js");
const { listRows, minorityWords, numberWords, quotasWords, quotaWords, seatsOf, tieWords } =
  await import("../static/views/result/allocation.js");
await loadMessages("shell", "outcome", "minutes");

const { board, each, kinds, motion, none, owners, seats } = JSON.parse(readFileSync(0));
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

// The votes are enough, and the people are not.
const both = { ...question, peopleThreshold: { least: [2, 3], of: "cast" } };
deepStrictEqual(endingWords(both, owners), [
  "The motion is rejected: 42 for, 40 against.",
  "The votes would be enough. The motion lacks people: 6 for, 7 against.",
]);
deepStrictEqual(thresholdWords(both, owners),
  "42 votes are needed: more than 1/2 of the 82 votes that say yes or no. " +
  "10 people have to say yes, too: at least 2/3 of the 15 people who voted.");
/** @type {(votes: number[], people: number[], met: boolean, ending: string) => string} */
const said = (votes, people, met, ending) => endingWords(both,
  { ...owners, votes, ending, byPeople: { ...owners.byPeople, votes: people, met } }).slice(1).join(" ");
deepStrictEqual(said([42, 40, 10], [11, 2, 2], true, "passed"),
  "By people, too, the motion is passed: 11 for, 2 against.");
deepStrictEqual(said([40, 42, 10], [11, 2, 2], true, "rejected"),
  "By people the motion would be passed: 11 for, 2 against. It lacks votes.");
deepStrictEqual(said([40, 42, 10], [2, 11, 2], false, "rejected"),
  "By people, too, the motion is rejected: 2 for, 11 against.");

const two = { title: "Board", method: "confirm", seats: 2, threshold: { more: [1, 2], of: "decided" },
  options: ["Ada Byron", "Li Wei", "None of these"].map((name) => ({ id: name, name })) };
deepStrictEqual(endingWords(two, each),
  ["Ada Byron is elected.", "One seat stays empty: nobody else has the votes needed."]);
deepStrictEqual(thresholdWords(two, each),
  "Each candidate needs more than 1/2 of the votes that say yes or no to them.");
deepStrictEqual(endingWords({ ...two, method: "block", threshold: undefined }, none),
  ["Ada Byron is elected.", "“None of these” won, so nobody else is elected.", "One seat stays empty."]);
deepStrictEqual(endingWords({ ...two, method: "block", threshold: undefined }, kinds), ["Ada Byron is elected.",
  "One seat stays empty: nobody else with enough votes is of a kind that may have another seat."]);

const council = { title: "Council", method: "dhondt", seats: 4, max: 1,
  lists: { sizes: [3, 2, 1], ballot: "closed", within: "order", ties: "lot", minority: [8, 9], least: 2 },
  options: ["Work", "Craft", "Open", "Ann", "Bo", "Cy", "Eva", "Fay", "Ida"].map((name) => ({ id: name, name })) };
deepStrictEqual(endingWords(council, seats), [
  "The 4 seats go to Craft (2), Work (1) and Open (1).",
  "Elected from Craft: Eva and Fay.", "Elected from Work: Ann.", "Elected from Open: Ida.",
]);
deepStrictEqual(seatsOf(seats).map((seat) =>
  [seat.list, numberWords(seat), tieWords(seat), seat.out, seat.held]), [
  [1, "30", "", 0, 4], [2, "20", "", 0, 7], [1, "30 ÷ 2 = 15", "", 5, 9],
  [1, "30 ÷ 3 = 10", "tie: the draw", 6, 8],
]);
deepStrictEqual(minorityWords(council, seats), [
  "At least 2 seats are for the gender in the minority. It has 2 now:",
  "Cy of Work has the lowest number and makes way. Work has nobody of the minority left, so Fay of Craft takes the " +
    "seat with the next number, 10.",
  "Bo of Work has the lowest number and makes way. Work has nobody of the minority left, so Ida of Open takes the " +
    "seat with the next number, 10.",
]);
deepStrictEqual(seats.draws.map((draw) => drawWords(council, draw))[0],
  "Work, Craft and Open were tied. The draw gave the seat to Work.");
deepStrictEqual(listRows(council).map(([name]) => name),
  ["Ballot", "Within a list", "Gender in the minority", "A tie"]);
deepStrictEqual(quotaWords(council, seats), "");

// Of 60 votes divided by 4 seats, a whole quota is 15.
const byQuota = { ...council, method: "hare" };
deepStrictEqual(quotaWords(byQuota, seats), "A whole quota is 15 votes: 60 votes divided by 4 seats.");
deepStrictEqual(seats.allocation.lists.map((one) => quotasWords(byQuota, seats, one)), ["2", "1.333", "0.667"]);
deepStrictEqual(numberWords({ by: "quota", number: [80, 60] }), "whole quota of 1.333");
deepStrictEqual(numberWords({ by: "remainder", number: [20, 60] }), "remainder 0.333");

// Where weights have decimals, figures are of parts of a vote. They are shown in votes, as the language writes them.
const { inLanguage } = await import("../static/lib/i18n.js");
const { inVotes } = await import("../static/lib/votes.js");
const tenths = { ...motion, papers: 9201, votes: [4205, 3996, 1000], base: 8201, needed: 4101, people: 3, cast: 9201,
  quorum: { needed: 0, neededVotes: 4151, met: true } };
const inDecimals = () => [...endingWords(question, inVotes(tenths, 2)), thresholdWords(question, inVotes(tenths, 2)),
  quorumWords(inVotes(tenths, 2))];
deepStrictEqual(inDecimals(), ["The motion is passed: 42.05 for, 39.96 against.",
  "41.01 votes are needed: more than 1/2 of the 82.01 votes that say yes or no.",
  "The quorum is met: 41.51 votes had to be cast, and 92.01 were."]);
deepStrictEqual((await inLanguage("de", ["outcome"], inDecimals))[0],
  "Der Antrag ist angenommen: 42,05 dafür, 39,96 dagegen.");
const weighed = inVotes({ ...board, people: 20, cast: 20 }, 1);
deepStrictEqual(stageWords(asked, weighed, 0)[1],
  "Noor Haddad reaches the quota of 0.7 with 0.9 votes; the 0.2 votes above it move on to the next choices.");
deepStrictEqual(numberWords(inVotes({ ...seats, people: 60, cast: 60 }, 1).allocation.awards[2]), "3 ÷ 2 = 1.5");

// A name that runs from right to left is isolated, so that it moves no words beside it; files have names alone.
const { csvOf } = await import("../static/views/result/tables.js");
const named = { ...asked, options: ["محمد علي", "שרה 2", "Li Wei", "Olu Ade"].map((name) => ({ id: name, name })) };
deepStrictEqual(endingWords(named, board), ["\u2068\u2068محمد علي\u2069 and \u2068שרה 2\u2069\u2069 are elected."]);
const alone = csvOf({ manifest: { questions: [named] }, result: { questions: [board] } });
deepStrictEqual(alone.match(/[\u2068\u2069]/), null);

// A name that begins as a formula does is text to a spreadsheet.
for (const sign of ["=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠"]) {
  const options = [`${sign}1`, "b", "c", "d"].map((name) => ({ id: name, name }));
  const formula = csvOf({ manifest: { questions: [{ ...asked, options }] }, result: { questions: [board] } });
  deepStrictEqual([formula.includes(`,'${sign}1,`), formula.includes(`,${sign}1,`)], [true, false]);
}

// The figures have a line for each list and each candidate.
const ofPeople = csvOf({ manifest: { questions: [both] }, result: { questions: [owners] } }).trim().split("\r\n");
deepStrictEqual(ofPeople.map((row) => row.slice(row.lastIndexOf(",") + 1)), ["People", "6", "7", "2"]);
const figures = csvOf({ manifest: { questions: [council] }, result: { questions: [seats] } }).trim().split("\r\n");
deepStrictEqual(figures[0].slice(figures[0].indexOf(",List")), ",List,Seats,Number 1,Number 2,Number 3");
deepStrictEqual([1, 2, 4, 8].map((at) => figures[at].slice(figures[at].lastIndexOf(". Elected") + 1)
  .replace(/^[^"]*",/, "")), [
  "60,0,,Work,,Votes,30,,,Work,1,30,30 ÷ 2 = 15,30 ÷ 3 = 10", "60,0,,Craft,,Votes,20,,,Craft,2,20",
  "60,0,,Ann,,Votes,,Elected,,Work,", "60,0,,Fay,,Votes,,Elected,,Craft,",
]);
