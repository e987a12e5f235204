// Counts cases with the page's module: one JSON object a line on standard input, and for each a line
// with the outcome as canonical JSON, or "refused".

import { createInterface } from "node:readline";
import { canonical } from "../static/lib/canonical.js";
import { count } from "../static/lib/tally/count.js";
import { Refused } from "../static/lib/tally/evidence.js";

const answer = ({ rules, evidence, lot, base = { cast: 0, electorate: 0 } }) => {
  try {
    return canonical(count(rules, { votes: [], stars: [], fives: [], prefers: [], used: [], decided: "", ...evidence }, lot, base));
  } catch (error) {
    if (error instanceof Refused) return "refused";
    throw error;
  }
};

const answers = [];
for await (const line of createInterface({ input: process.stdin })) answers.push(answer(JSON.parse(line)));
process.stdout.write(answers.map((line) => `${line}\n`).join(""));
