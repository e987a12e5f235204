// The evidence of a count, as counts.txt has it: a line is a question's number from 1, a number,
// and what it is of.

import { traitsOf } from "./tally/rules.js";

const DECIDED = /** @type {const} */ (["no", "yes", "unknown"]);
const LINE = /^(0|[1-9]\d*) (0|[1-9]\d{0,15}) (.+)$/;
const WAY = /^used ((?:0|[1-9]\d{0,15})(?:,(?:0|[1-9]\d{0,15}))*)$/;

const PAPER = "paper "; // begins the lines about printed papers
const LOT = /^paper 0 (0|[1-9]\d{0,8}) lot$/;

/** Of ballots, and of printed papers where there are some: their invalid ones, the evidence of each question, and the
 *  number thrown for the draw.
 *  @typedef {{ invalid: number, evidence: Tally.Evidence[] }} Column
 *  @typedef {Column & { paper?: Column & { lot: number } }} Counts */

/** Reads the lines, all of them in order, or throws an error for any other text.
 *  @type {(text: string, manifest: Pick<Api.Manifest, "questions" | "papers">) => Counts} */
export function readCounts(text, { questions, papers }) {
  if (!papers) return readColumn(text, questions);
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.startsWith(PAPER));
  const [, lot] = LOT.exec(lines[at] ?? "") ?? [];
  const rest = lines.slice(at + 1, -1);
  if (!lot || lines.at(-1) !== "" || !rest.every((line) => line.startsWith(PAPER)))
    throw new Error("the lines of printed papers are not in their form");
  const printed = rest.map((line) => `${line.slice(PAPER.length)}\n`).join("");
  const online = lines.slice(0, at).map((line) => `${line}\n`).join("");
  return { ...readColumn(online, questions), paper: { lot: Number(lot), ...readColumn(printed, questions) } };
}

/** @type {(text: string, questions: Api.FrozenQuestion[]) => Column} */
function readColumn(text, questions) {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Error("the last line has no end");
  let at = 0;
  /** @type {(question: number) => [n: number, key: string] | null} */
  const peek = (question) => {
    const [, number, n, key] = LINE.exec(lines[at] ?? "") ?? [];
    return number === String(question) ? [Number(n), key] : null;
  };
  /** @type {(question: number, key: string) => number} */
  const take = (question, key) => {
    const line = peek(question);
    if (line?.[1] !== key) throw new Error(`line ${at + 1} is not that of ${question} ${key}`);
    at += 1;
    return line[0];
  };
  /** @type {(question: number) => Tally.Used[]} */
  const takeUsed = (question) => {
    const used = [];
    for (let line = peek(question); line; line = peek(question)) {
      const [, way] = WAY.exec(line[1]) ?? [];
      if (!way) throw new Error(`line ${at + 1} is not one of used papers`);
      used.push({ weight: line[0], options: way.split(",").map(Number) });
      at += 1;
    }
    return used;
  };
  const invalid = take(0, "invalid");
  const evidence = questions.map((question, i) =>
    readQuestion(question, (key) => take(i + 1, key), () => takeUsed(i + 1)));
  if (at !== lines.length) throw new Error("more lines than the questions have");
  return { invalid, evidence };
}

/** @type {(question: Api.FrozenQuestion, take: (key: string) => number,
 *   takeUsed: () => Tally.Used[]) => Tally.Evidence} */
function readQuestion({ method, evidence, options, peopleThreshold }, take, takeUsed) {
  /** @type {Tally.Evidence} */
  const read = { papers: take("papers"), blank: take("blank"), votes: [], people: [], against: [], stars: [], fives: [],
    prefers: [], used: [], decided: "" };
  if (evidence === "stages") return read;
  /** @type {(name: string) => number[]} */
  const each = (name) => options.map((_, i) => take(`${name} ${i + 1}`));
  switch (traitsOf(method).by) {
    case "transfers": {
      const decided = DECIDED[take("drawDecided")];
      if (!decided) throw new Error("drawDecided is neither 0, 1 nor 2");
      return { ...read, decided, used: takeUsed() };
    }
    case "stars":
      return { ...read, stars: each("stars"), fives: each("fives"), prefers: takePairs(options.length, take) };
    case "pairs":
      return { ...read, prefers: takePairs(options.length, take) };
    case "yes_no":
      return { ...read, votes: each("votes"), against: each("against") };
    default:
      return { ...read, votes: each("votes"), people: peopleThreshold ? each("people") : [] };
  }
}

/** @type {(options: number, take: (key: string) => number) => number[][]} */
function takePairs(options, take) {
  const all = Array.from({ length: options }, (_, i) => i + 1);
  return all.map((a) => all.map((b) => (a === b ? 0 : take(`prefers ${a}>${b}`))));
}
