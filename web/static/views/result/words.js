// The result of a question in words.
//
// keys: outcome.quorum.* outcome.again.kept outcome.again.most
// keys: outcome.byPeople.* outcome.needs.people.*
// keys: outcome.method.* outcome.ending.* outcome.basis.* outcome.agreed.* outcome.draw.* outcome.say.*

import { agreement } from "../../lib/agreement.js";
import { custodyOf } from "../../lib/custody.js";
import { list, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { optionName } from "../../lib/option.js";
import { isProvable } from "../../lib/proof/form.js";
import { saysYesOrNo, traitsOf } from "../../lib/tally/rules.js";
import { allocated, allocationWords, listDrawWords } from "./allocation.js";

/**
 * A question as a result shows it: from the API, or from a manifest.
 * @typedef {Pick<Api.FrozenQuestion,
 *   "title" | "method" | "seats" | "threshold" | "peopleThreshold" | "keepThreshold" | "lists" | "quotas"> &
 *   { options: { id: string, name: string, affiliation?: string, kind?: string }[] }} Asked
 *
 * An outcome, with how many people cast ballots in the question and their weight.
 * @typedef {Api.Outcome & { people: number, cast: number, quorum?: Api.QuorumResult, paper?: Api.PaperColumn }} Figures
 */

/** The name of an option of a question, by its number from 1.
 *  @type {(question: Asked, option: number) => string} */
export const nameOf = (question, option) => optionName(question, question.options[option - 1]);

/** The names of options in a list.
 *  @type {(question: Asked, options: number[]) => string} */
export const namesOf = (question, options) => list(options.map((option) => nameOf(question, option)));

/** An amount of a stage in votes. Where ballots move in part, it has at most two decimals, cut off: nobody seems to
 *  reach what they do not reach.
 *  @type {(question: Asked, units: number) => number} */
export function votesOf({ method }, units) {
  const { unit = 1 } = traitsOf(method);
  const exact = rounded(units);
  return unit > 1 ? Math.floor((exact * 100) / unit) / 100 : exact;
}

/** A sum of votes with at most four decimals, without what adding floating-point numbers leaves.
 *  @type {(n: number) => number} */
const rounded = (n) => Math.round(n * 1e4) / 1e4;

/** Why the totals of a question can be believed: the count is proved, or key holders or the server vouch for it.
 *  @type {(election: { proof?: boolean, custody: Api.Custody, threshold?: number, holders?: unknown[] },
 *   question: Pick<Asked, "method">) => string} */
export function assuranceWords({ proof, custody, threshold = 0, holders = [] }, question) {
  if (proof && isProvable(question)) return t("outcome.proved");
  return custodyOf({ custody }).serverKey ? t("outcome.vouched.server")
    : t("outcome.vouched", { n: threshold, of: holders.length });
}

/** How a question is counted.
 *  @type {(question: Pick<Asked, "method" | "seats">) => string} */
export const methodWords = ({ method, seats }) => t(`outcome.method.${method}`, { n: seats });

/** The outcome in a sentence or two: who is elected, or whether a motion is passed.
 *  @type {(question: Asked, outcome: Api.Outcome) => string[]} */
export function endingWords(question, outcome) {
  const { ending, elected, tied, votes, needed, byPeople } = outcome;
  const { seats } = question;
  const lists = ending === "elected" || ending === "no_majority" ? allocated(question, outcome) : null;
  if (lists) return allocationWords(...lists);
  const winners = t("outcome.ending.elected", { names: namesOf(question, elected), n: elected.length });
  switch (ending) {
    case "passed":
      return [t("outcome.ending.passed", { yes: votes[0], no: votes[1] }), ...byPeopleWords(outcome)];
    case "rejected":
      return [t("outcome.ending.rejected", { yes: votes[0], no: votes[1] }), ...byPeopleWords(outcome),
        ...([{ votes, needed }, byPeople].some(isEqual) ? [t("outcome.equal")] : [])];
    case "elected":
      return elected.length < seats ? [winners, emptyWords(outcome, "outcome.empty", seats)] : [winners];
    case "tie": {
      const words = t("outcome.ending.tie", { names: namesOf(question, tied), n: seats - elected.length });
      return elected.length > 0 ? [winners, words] : [words];
    }
    case "vacant": {
      const words = [t("outcome.ending.vacant", { name: nameOf(question, question.options.length) }),
        t("outcome.vacant", { n: seats - elected.length })];
      return elected.length > 0 ? [winners, ...words] : words;
    }
    case "no_majority": {
      const again = tied.length > 1 && t("outcome.secondRound", { names: namesOf(question, tied), n: tied.length });
      const missed = elected.length > 0 ? [winners, emptyWords(outcome, "outcome.missed", seats)]
        : [needed > 0 ? t("outcome.ending.no_majority", { needed }) : t("outcome.ending.no_majority.each")];
      return again ? [...missed, again] : missed;
    }
    default:
      return [t(`outcome.ending.${ending}`)];
  }
}

// Whoever could be elected and is not is of a kind that has its most seats.
/** Why seats stay empty: for the reason of a text, or because nobody is left whose kind may have another seat.
 *  @type {(outcome: Api.Outcome, reason: "outcome.empty" | "outcome.missed", seats: number) => string} */
const emptyWords = ({ elected, succession }, reason, seats) =>
  t(succession ? "outcome.empty.kinds" : reason, { n: seats - elected.length });

// Whether as many say yes as are needed, and as many no.
/** @type {(counted?: { votes: number[], needed: number }) => boolean} */
const isEqual = (counted) => counted !== undefined && counted.votes[0] >= counted.needed &&
  counted.votes[0] === counted.votes[1];

/** How people voted on a motion that counts them beside votes, and what is lacking.
 *  @type {(outcome: Api.Outcome) => string[]} */
function byPeopleWords({ votes, needed, byPeople }) {
  if (!byPeople) return [];
  const enough = votes[0] >= needed && votes[0] !== votes[1];
  const way = byPeople.met ? (enough ? "both" : "votes") : enough ? "people" : "neither";
  return [t(`outcome.byPeople.${way}`, { yes: byPeople.votes[0], no: byPeople.votes[1] })];
}

/** What a threshold and one of people ask for, or "" without one.
 *  @type {(question: Asked, outcome: Api.Outcome) => string} */
export function thresholdWords(question, outcome) {
  const { peopleThreshold: people } = question;
  const { byPeople } = outcome;
  const words = votesNeeded(question, outcome);
  if (!people || !byPeople) return words;
  const { base, needed } = byPeople;
  return `${words} ${t(`outcome.needs.people.${people.more ? "more" : "least"}`, { n: needed,
    part: (people.more ?? people.least ?? []).join("/"), basis: t(`outcome.basis.people.${people.of}`, { base }) })}`;
}

/** @type {(question: Asked, outcome: Api.Outcome) => string} */
function votesNeeded(question, { base, needed }) {
  const { threshold } = question;
  if (!threshold) return "";
  const { more, least, of } = threshold;
  const part = (more ?? least ?? []).join("/");
  if (needed === 0) return t(more ? "outcome.needs.each.more" : "outcome.needs.each.least", { part });
  const basis = t(`outcome.basis.${saysYesOrNo(question) && of === "decided" ? "motion" : of}`, { base });
  return t(more ? "outcome.needs.more" : "outcome.needs.least", { needed, part, basis });
}

/** How many say yes, no and neither of an option, where votes say that of each.
 *  @type {(outcome: Api.Outcome, option: number) => { yes: number, no: number, abstain: number }} */
export function answersOf({ papers, votes, against }, option) {
  const [yes, no] = [votes[option - 1], against[option - 1]];
  return { yes, no, abstain: rounded(papers - yes - no) };
}

/** The row of rules that says whether another round needs the threshold too. It has no value without a threshold.
 *  @type {(question: Pick<Asked, "method" | "threshold" | "keepThreshold">) => [string, string | undefined]} */
export const nextRoundRow = ({ method, threshold, keepThreshold }) => [t("outcome.again"),
  threshold && !traitsOf(method).answers ? t(`outcome.again.${keepThreshold ? "kept" : "most"}`) : undefined];

/** That the result shows how each person voted, because all agree, or "".
 *  @type {(question: Asked, outcome: Figures) => string} */
export function agreedWords(question, outcome) {
  const agreed = agreement(question, outcome);
  return agreed && t(`outcome.agreed.${outcome.people === 1 ? "alone" : agreed}`);
}

/** How many people of a group have voted.
 *  @type {(group: { name: string, turnout: Api.Turnout }) => string} */
export const groupWords = ({ name, turnout }) => t("outcome.group", { name, turnout: turnoutWords(turnout) });

/** Whether enough of the people who are asked a question have voted; "" without a quorum.
 *  @type {(outcome: Figures) => string} */
export function quorumWords({ quorum, people, cast }) {
  if (!quorum) return "";
  const { needed, neededVotes = 0, met } = quorum;
  const kind = neededVotes === 0 ? "" : needed > 0 ? ".both" : ".votes";
  return t(`outcome.quorum${kind}.${met ? "met" : "missed"}`, { needed, neededVotes, people, cast });
}

/** Whether all questions are asked the same number of people, so that their quorum is said once.
 *  @type {(outcomes: Figures[]) => boolean} */
export const isSameQuorum = (outcomes) =>
  new Set(outcomes.map(({ quorum, people, cast }) =>
    `${quorum?.needed} ${quorum?.neededVotes} ${people} ${cast}`)).size === 1;

/** What a draw was for, among whom, and what it did.
 *  @type {(question: Asked, draw: Api.DrawUse) => string} */
export function drawWords(question, draw) {
  const { for: why, among, chosen } = draw;
  if (question.lists) return listDrawWords(question, draw);
  return t(`outcome.draw.${why}`, { names: namesOf(question, among), name: nameOf(question, chosen) });
}

/** A stage of a count in sentences: what moved and why, and who is elected.
 *  @type {(question: Asked, outcome: Api.Outcome, i: number) => string[]} */
export function stageWords(question, outcome, i) {
  const { stages, draws, quota } = outcome;
  const { action, option, votes, lost, elected } = stages[i];
  const before = stages[i - 1];
  const { unit = 1 } = traitsOf(question.method);
  const words = draws.filter(({ stage }) => stage === i + 1).map((draw) => drawWords(question, draw));
  if (action === "first") {
    words.push(t("outcome.say.first"));
  } else {
    const moved = votesOf(question, before.votes[option - 1] - votes[option - 1]);
    const name = nameOf(question, option);
    words.push(action === "exclude" && moved === 0 ? t("outcome.say.excludeEmpty", { name })
      : t(`outcome.say.${action}`, { name, n: moved }));
    const gone = votesOf(question, lost - before.lost);
    if (gone > 0) words.push(t("outcome.say.lost", { n: gone }));
  }
  const reached = elected.filter((one) => votes[one - 1] >= rounded(quota * unit));
  const rest = elected.filter((one) => !reached.includes(one));
  for (const one of reached) words.push(reachedWords(question, outcome, i, one));
  if (rest.length > 0) words.push(t("outcome.say.fills", { names: namesOf(question, rest), n: rest.length }));
  return words;
}

/** @type {(question: Asked, outcome: Api.Outcome, i: number, option: number) => string} */
function reachedWords(question, { stages, quota }, i, option) {
  const name = nameOf(question, option);
  const votes = votesOf(question, stages[i].votes[option - 1]);
  if (quota === 0) return t("outcome.say.half", { name, n: votes });
  const moves = stages.slice(i + 1).some((stage) => stage.action === "surplus" && stage.option === option);
  const above = votesOf(question, stages[i].votes[option - 1] - quota * (traitsOf(question.method).unit ?? 1));
  return moves && above > 0 ? t("outcome.say.over", { name, quota, votes, n: above })
    : t("outcome.say.reaches", { name, quota, n: votes });
}
