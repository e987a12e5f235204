// A voter's marks before they are cast: what each press does, and that no row of presses makes marks
// that the count refuses. Standard input has the seed of the random presses.

import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { choose, chooseList, clear, fault, give, giveRest, isAnswered, isFull, leaveBlank, mark, marksLeft, marksOf,
  newPaper, rank, ranksOf, rate, starsOf } from "../static/lib/paper.js";
import { marksFor } from "../static/lib/ballot.js";
import { add, down, isFirst, isJoined, isLast, join, rankOf, remove, up } from "../static/lib/ranks.js";

// Ranks.
deepStrictEqual(add(add([], "a"), "b"), [["a"], ["b"]]);
deepStrictEqual(remove([["a"], ["b"], ["c"]], "b"), [["a"], ["c"]]); // those below move up
deepStrictEqual(remove([["a", "b"], ["c"]], "b"), [["a"], ["c"]]);
deepStrictEqual(up([["a"], ["b"], ["c"]], "c"), [["a"], ["c"], ["b"]]);
deepStrictEqual(up([["a"], ["b"]], "a"), [["a"], ["b"]]);
deepStrictEqual(down([["a"], ["b"], ["c"]], "a"), [["b"], ["a"], ["c"]]);
deepStrictEqual(down([["a"], ["b"]], "b"), [["a"], ["b"]]);
deepStrictEqual(up([["a"], ["b", "c"]], "c"), [["a"], ["c"], ["b"]]); // out of equals first
deepStrictEqual(down([["a", "b"], ["c"]], "a"), [["b"], ["a"], ["c"]]);
deepStrictEqual(join([["a"], ["b"], ["c"]], "b"), [["a", "b"], ["c"]]);
deepStrictEqual(join([["a"], ["b", "c"]], "b"), [["a", "b", "c"]]);
deepStrictEqual(join([["a", "b", "c"]], "b"), [["a"], ["b", "c"]]);
deepStrictEqual(join([["a"], ["b"]], "a"), [["a"], ["b"]]); // nothing is above
const tied = [["a", "b"], ["c"]];
deepStrictEqual(["a", "b", "c", "d"].map((id) => rankOf(tied, id)), [1, 1, 2, 0]);
deepStrictEqual(["a", "b", "c"].map((id) => isJoined(tied, id)), [false, true, false]);
deepStrictEqual(["a", "b", "c"].map((id) => isFirst(tied, id)), [false, false, false]);
deepStrictEqual(["a", "b", "c"].map((id) => isLast(tied, id)), [false, false, true]);

const question = (method, options, rules) => ({
  id: `q-${method}`, method, seats: 1, min: 0, max: options, draw: true, ...rules,
  candidates: Array.from({ length: options }, (_, i) => ({ id: `${method}-${i}`, name: `Candidate ${i}` })),
});

// One of several, and blank on purpose.
const one = question("plurality", 3, { min: 1, max: 1 });
let paper = newPaper();
strictEqual(fault(paper, one), "too_few");
strictEqual(isAnswered(paper, one), false);
choose(paper, one, "plurality-1");
choose(paper, one, "plurality-2");
deepStrictEqual(marksOf(paper, one), [0, 0, 1]);
strictEqual(fault(paper, one), "");
leaveBlank(paper, one);
deepStrictEqual(marksOf(paper, one), [0, 0, 0]);
strictEqual(isAnswered(paper, one), true);
strictEqual(fault(paper, { ...one, min: 0 }), "");
choose(paper, one, "plurality-0");
strictEqual(paper.blank.size, 0);

// Stars: the first ones give all others none, and clear() takes all back.
const star = question("star", 3);
rate(paper, star, "star-1", 4);
deepStrictEqual(marksOf(paper, star), [1, 5, 1]);
rate(paper, star, "star-0", 0);
deepStrictEqual(star.candidates.map(({ id }) => starsOf(paper, id)), [0, 4, 0]);
clear(paper, star);
deepStrictEqual(star.candidates.map(({ id }) => starsOf(paper, id)), [undefined, undefined, undefined]);

// Random presses, as the controls take them.
let state = JSON.parse(readFileSync(0)).seed >>> 0;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * n);
};
const press = {
  plurality: (p, q, id) => choose(p, q, id),
  motion: (p, q, id) => choose(p, q, id),
  block: (p, q, id) => { if (p.marks.get(id)) mark(p, id, false); else if (!isFull(p, q)) mark(p, id, true); },
  stv: (p, q, id) => {
    const ranks = ranksOf(p, q);
    const moves = rankOf(ranks, id) === 0 ? isFull(p, q) ? [] : [add] : q.method === "schulze"
      ? [remove, up, down, join] : [remove, up, down];
    if (moves.length > 0) rank(p, q, moves[random(moves.length)](ranks, id));
  },
  star: (p, q, id) => rate(p, q, id, random(6)),
};
press.approval = press.block;
press.irv = press.schulze = press.stv;

const methods = Object.keys(press);
let full = 0;
for (let round = 0; round < 400; round += 1) {
  const questions = methods.map((method) => {
    const options = method === "motion" ? 3 : 2 + random(6);
    const single = method === "plurality" || method === "motion";
    return question(method, options,
      { min: single ? 1 : random(2), max: single ? 1 : method === "star" ? options : 1 + random(options) });
  });
  paper = newPaper();
  for (let presses = 0; presses < 40; presses += 1) {
    const q = questions[random(questions.length)];
    press[q.method](paper, q, q.candidates[random(q.candidates.length)].id);
    const wrong = fault(paper, q);
    ok(wrong === "" || wrong === "too_few", `${q.method}: ${wrong}: ${marksOf(paper, q)}`);
    if (isFull(paper, q)) full += 1;
    if (random(30) === 0) clear(paper, q);
  }
  // What is sealed is in the order of the manifest, whatever order this voter saw.
  const manifest = { questions: questions.map(({ id, candidates }) => ({ id, options: candidates })) };
  deepStrictEqual([...marksFor(manifest, paper.marks)], questions.flatMap((q) => marksOf(paper, q)));
}
notStrictEqual(full, 0);

// Lists of three, two and one candidate, which a voter sees in another order than that of the count.
const council = (ballot, min) => ({
  id: ballot, method: ballot === "erasures" ? "quotient" : "dhondt", seats: 3, min, draw: true,
  ...(ballot === "free" ? { max: 5, each: 2 } : { max: 1 }), lists: { ballot, within: "votes", ties: "votes" },
  candidates: [["b", ""], ["a", ""], ["c", ""], ["a1", "a"], ["b1", "b"], ["a2", "a"], ["c1", "c"], ["a3", "a"],
    ["b2", "b"]].map(([id, list]) => ({ id, name: id, ...(list && { list }) })),
});
const ids = ["a", "b", "c", "a1", "a2", "a3", "b1", "b2", "c1"];
const marksIn = (p) => ids.map((id) => p.marks.get(id) ?? 0).join("");

paper = newPaper();
chooseList(paper, council("erasures", 1), "a", new Set(["a2"]));
strictEqual(marksIn(paper), "100101000");
chooseList(paper, council("erasures", 1), "b", new Set(["a2"]));
strictEqual(marksIn(paper), "010000110");
chooseList(paper, council("closed", 1), "a", new Set());
strictEqual(marksIn(paper), "100000000");

const free = council("free", 1);
paper = newPaper();
give(paper, "a1", 2);
give(paper, "c1", 1);
strictEqual(marksLeft(paper, free), 2);
strictEqual(fault(paper, free), "");
giveRest(paper, free, "b");
strictEqual(marksIn(paper), "020200001");
give(paper, "a1", 1);
giveRest(paper, free, "b"); // what a candidate gives back goes to the list
strictEqual(marksIn(paper), "030100001");
giveRest(paper, free, "");
strictEqual(marksIn(paper), "000100001");

for (let round = 0; round < 400; round += 1) {
  const q = council(["closed", "erasures", "free"][random(3)], random(2));
  const struck = new Set();
  let rest = "";
  paper = newPaper();
  for (let presses = 0; presses < 30; presses += 1) {
    const list = ["a", "b", "c"][random(3)];
    const one = ids[3 + random(6)];
    if (q.lists.ballot !== "free") {
      if (random(2) && struck.size < 1 + random(2)) struck.add(one === "c1" ? "a1" : one); // c1 stands alone
      else struck.clear();
      if (struck.has("b1") && struck.has("b2")) struck.delete("b2");
      chooseList(paper, q, list, struck);
    } else if (random(4) === 0) giveRest(paper, q, rest = random(3) ? list : "");
    else {
      const n = random(3);
      if (n - (paper.marks.get(one) ?? 0) <= marksLeft(paper, q)) {
        give(paper, one, n);
        giveRest(paper, q, rest);
      }
    }
    const wrong = fault(paper, q);
    ok(wrong === "" || (wrong === "too_few" && q.min > 0), `${q.id}: ${wrong}: ${marksIn(paper)}`);
    if (random(30) === 0) clear(paper, q);
  }
}
