// The result of an election, made again from its manifest and its evidence.

import { compare, concat } from "./bytes.js";
import { canonical, hasMembers, parseCanonical } from "./canonical.js";
import { electorateOf, isFor, rulesOf, turnoutOf } from "./manifest.js";
import { drawRoot, enteredIn } from "./handed.js";
import { sha256 } from "./sha256.js";
import { count } from "./tally/count.js";
import { addEvidence } from "./tally/evidence.js";
import { traitsOf } from "./tally/rules.js";
import { vacated } from "./tally/seats.js";
import { quotaOf } from "./tally/transfers.js";

/** @import { Counts } from "./counts.js" */

/**
 * What result.json says.
 * @typedef {{ people: number, cast: number }} Turnout
 * @typedef {Api.Outcome & Turnout & { questionId: string, method: Api.Method,
 *   quorum?: Api.QuorumResult, paper?: Api.PaperColumn }} Counted
 * @typedef {Turnout & { version: number, electionId: string, manifest: string, invalid: number, groups?: Turnout[],
 *   paper?: Api.PaperTurnout, questions: Counted[] }} Result
 */

const OUTCOME = [
  "questionId", "method", "people", "cast", "ending", "papers", "blank", "votes", "against", "fives", "base", "needed",
  "quota", "elected", "tied", "finalists", "stages", "prefers", "paths", "draws", "drawDecided",
];
const STAGE = ["action", "option", "votes", "lost", "elected"];
const DRAW = ["stage", "for", "among", "chosen"];

/**
 * Counts all questions again. `published` is the text of result.json, from which questions are
 * taken whose papers are not
 * public. Throws an error for evidence that no papers can have given.
 * @type {(manifest: Api.Manifest, manifestHash: string, counts: Counts,
 *   casts: { class: number }[], codesRoot: Bytes, published: string) => Result}
 */
export function recount(manifest, manifestHash, counts, casts, codesRoot, published) {
  const { invalid, evidence, paper } = counts;
  const [entered, root] = [enteredIn(counts), drawRoot(counts, codesRoot)];
  /** @type {(ballots: Turnout) => Turnout} */
  const withPapers = ({ people, cast }) => ({ people: people + entered, cast: cast + entered });
  const { groups, quorum, questions, electionId } = manifest;
  const stated = parseCanonical(published);
  /** @type {(question: Api.FrozenQuestion, i: number) => Counted} */
  const outcomeOf = (question, i) => {
    const { id: questionId, method } = question;
    const may = electorateOf(manifest, (one) => isFor(question, one));
    const turnout = withPapers(turnoutOf(manifest, casts, (one) => isFor(question, one)));
    const printed = paper?.evidence[i];
    const enough = quorum && quorumResult(quorum, may, turnout);
    const base = { cast: turnout.cast, castPeople: turnout.people, electorate: may.cast, electoratePeople: may.people };
    const outcome = question.evidence === "stages"
      ? takeStages(question, { papers: evidence[i].papers + (printed?.papers ?? 0),
        blank: evidence[i].blank + (printed?.blank ?? 0) }, stated, i)
      : count(rulesOf(question), printed ? addEvidence(rulesOf(question), evidence[i], printed) : evidence[i],
        lotOf(question, electionId, root), base);
    if (enough?.met === false) {
      Object.assign(outcome, { ending: "no_quorum", elected: [], tied: [] });
      delete outcome.succession;
    }
    return { ...outcome,
      questionId, method, ...turnout, ...(enough && { quorum: enough }), ...(printed && { paper: columnOf(printed) }) };
  };
  return {
    version: 4, electionId, manifest: manifestHash, invalid: invalid + (paper?.invalid ?? 0),
    ...withPapers({ people: casts.length, cast: turnoutOf(manifest, casts, () => true).cast }),
    ...(paper && { paper: { entered, invalid: paper.invalid } }),
    ...(groups && { groups: groups.map((_, i) =>
      turnoutOf(manifest, casts, (one) => Boolean(one.groups?.includes(i + 1)))) }),
    questions: questions.map(outcomeOf),
  };
}

// Whether as many people voted, or papers of as much weight were cast, of those who may vote, as the quorum asks for.
/** @type {(quorum: Api.Quorum, may: Turnout, turnout: Turnout) => Api.QuorumResult} */
function quorumResult({ least: [n, d], of }, may, { people, cast }) {
  const needed = of === "weights" ? 0 : Math.ceil((may.people * n) / d);
  const neededVotes = of ? Math.ceil((may.cast * n) / d) : 0;
  return { needed, ...(neededVotes > 0 && { neededVotes }), met: people >= needed && cast >= neededVotes };
}

/** @type {(evidence: Tally.Evidence) => Api.PaperColumn} */
const columnOf = ({ papers, blank, votes, stars, against }) =>
  ({ papers, blank, votes: [...votes, ...stars], against });

/** The text of result.json.
 *  @type {(result: Result) => string} */
export const resultText = (result) => canonical(result);

// The place of each option in the draw, which follows from all codes, so that nobody can steer it.
/** @type {(question: Api.FrozenQuestion, electionId: string, codesRoot: Bytes) => number[]} */
function lotOf({ options }, electionId, codesRoot) {
  const lots = options.map(({ id }) => sha256(concat("ostrakon/draw/4\0", codesRoot, electionId, id)));
  const order = options.map((_, i) => i).sort((a, b) => compare(lots[a], lots[b]));
  return options.map((_, i) => order.indexOf(i));
}

/** An outcome of which the result states the stages, where nobody can count again: their form is
 *  checked, that no votes appear or disappear in one, and that together they fill the seats.
 *  @type {(question: Api.FrozenQuestion, evidence: { papers: number, blank: number }, stated: unknown, i: number) =>
 *   Api.Outcome} */
function takeStages({ method, seats, options, last }, { papers, blank }, stated, i) {
  const questions = /** @type {{ questions?: unknown[] } | undefined} */ (stated)?.questions;
  const taken = Array.isArray(questions) ? questions[i] : undefined;
  if (!hasMembers(taken, OUTCOME, ["quorum", "paper"])) throw new Error("the result does not have the outcome");
  const { stages, draws, drawDecided } = /** @type {Api.Outcome} */ (/** @type {unknown} */ (taken));
  /** @type {(list: unknown) => boolean} */
  const areOptions = (list) => Array.isArray(list) &&
    list.every((option) => isNumber(option) && option >= 1 && option <= options.length);
  const proper = ["no", "yes", "unknown"].includes(drawDecided)
    && Array.isArray(stages) && stages.every((stage) => hasMembers(stage, STAGE) && typeof stage.action === "string"
      && (stage.option === 0 || areOptions([stage.option])) && areOptions(stage.elected)
      && addsUp(stage, options.length, papers * (traitsOf(method).unit ?? 1)))
    && Array.isArray(draws) && draws.every((draw) => hasMembers(draw, DRAW) && isNumber(draw.stage) &&
      typeof draw.for === "string"
      && areOptions(draw.among) && areOptions([draw.chosen]));
  if (!proper) throw new Error("the outcome in the result is not one of stages");
  const elected = stages.flatMap((stage) => stage.elected);
  const places = papers > 0 ? seats : 0;
  const rules = { options: options.length, last };
  const once = elected.filter((option) => !last || option !== options.length);
  if (elected.length !== places || new Set(once).size !== once.length) throw new Error("not as many elected as seats");
  return vacated(rules, {
    ending: papers > 0 ? "elected" : "no_votes", papers, blank, votes: [], against: [], fives: [], base: 0, needed: 0,
    quota: quotaOf({ method, seats }, papers), elected, tied: [], finalists: [], stages, prefers: [], paths: [],
    draws, drawDecided,
  });
}

/** @type {(value: unknown) => boolean} */
const isNumber = (value) => typeof value === "number";

/** @type {(stage: Api.Stage, options: number, whole: number) => boolean} */
function addsUp({ votes, lost }, options, whole) {
  return Array.isArray(votes) && votes.length === options && [...votes, lost].every(isNumber) &&
    votes.reduce((sum, n) => sum + n, lost) === whole;
}
