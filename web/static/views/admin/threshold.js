// How many votes are needed: the fields of a threshold and of a quorum, each with a sentence that
// works out an example.
//
// keys: paper.of.* paper.of.people.* paper.example.* paper.quorum.of.*

import { h, uniqueId } from "../../lib/dom.js";
import { checkField, selectField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";
import { needed } from "../../lib/tally/votes.js";
import { votesIn } from "../../lib/votes.js";
import { partFields, partWords } from "./parts.js";

/** @typedef {Api.Threshold["of"]} Basis */

const FEW = 3; // people, below whom an example needs other figures
const EXAMPLE = 100; // people, in that case
const ABSTAIN = 9; // one in so many abstains in the example

/** @type {(people: number) => number} */
const crowd = (people) => (people < FEW ? EXAMPLE : people);

/** "at least two thirds of the votes for and against".
 *  @type {(threshold: Api.Threshold, yesOrNo: boolean) => string} */
export const thresholdWords = (threshold, yesOrNo) =>
  t("paper.threshold.of", { part: partWords(threshold), of: t(`paper.of.${yesOrNo ? "motion." : ""}${threshold.of}`) });

/** "more than half of the people who say yes or no".
 *  @type {(threshold: Api.Threshold) => string} */
export const peopleWords = (threshold) =>
  t("paper.threshold.of", { part: partWords(threshold), of: t(`paper.of.people.${threshold.of}`) });

/** "If 92 vote and 10 of them abstain, 42 yes are needed."
 *  @type {(threshold: Api.Threshold, about: { yesOrNo: boolean, blank: boolean, people: number }) =>
 *   string} */
export function exampleWords(threshold, { yesOrNo, blank, people }) {
  const all = crowd(people);
  const kind = yesOrNo ? "motion" : "candidate";
  if (threshold.of === "electorate")
    return t(`paper.example.${kind}.electorate`, { people: all, n: needed(threshold, all) });
  const abstain = Math.round(all / ABSTAIN);
  if (threshold.of === "decided" && (yesOrNo || blank))
    return t(`paper.example.${kind}.decided`, { people: all, abstain, n: needed(threshold, all - abstain) });
  return t(yesOrNo || blank ? `paper.example.${kind}.cast` : "paper.example.candidate.all",
    { people: all, n: needed(threshold, all) });
}

/** @type {(legend: string, error: HTMLElement, ...content: Child[]) => HTMLElement} */
const group = (legend, error, ...content) =>
  h("fieldset", { class: "field field-group", "aria-describedby": error.id }, h("legend", {}, legend), error, content);

/** @type {(name: string) => { error: HTMLElement, showError(message: string): void }} */
function errorLine(name) {
  const error = h("p", { class: "field-error", id: uniqueId(name), hidden: true });
  return {
    error,
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
    },
  };
}

/**
 * The threshold of a question; null is none, if there are words for `none`. `yesOrNo` is whether votes say
 * yes or no, `blank` whether voters may leave the question blank, `people` how many may vote, `roll`
 * whether they are those on the electoral roll, `keep` whether another round keeps it. show() works
 * out the example again.
 * @template {"threshold" | "peopleThreshold"} Name
 * @param {{ name: Name, label: string, none?: string, yesOrNo: boolean,
 *   blank: () => boolean, people: number, roll: boolean, keep?: ReturnType<typeof checkField>,
 *   value?: Api.Threshold }} options
 * @returns {Field<Name, Api.Threshold | null> & { show(): void }}
 */
export function thresholdField({ name, label, none, yesOrNo, blank, people, roll, keep, value }) {
  const { error, showError } = errorLine(name);
  const example = h("p", { class: "example", role: "status" });
  const ofPeople = name === "peopleThreshold";
  const parts = partFields({
    label: t(ofPeople ? "paper.people.part" : "paper.threshold.part"), choices: ["half", "twoThirds", "threeQuarters"],
    none, more: true, value, onChange: () => show(),
  });
  const kind = ofPeople ? "people." : yesOrNo ? "motion." : "";
  /** @type {Basis[]} */
  const bases = roll || value?.of === "electorate" ? ["decided", "cast", "electorate"] : ["decided", "cast"];
  const of = selectField({
    name: "of", label: t(ofPeople ? "paper.people.basis" : "paper.threshold.basis"), value: value?.of ?? "decided",
    onChange: () => show(),
    options: bases.map((basis) => ({ value: basis, label: t(`paper.of.${kind}${basis}`) })),
  });
  /** @type {() => Api.Threshold | null} */
  const threshold = () => {
    const part = parts.part();
    return part ? { ...part, of: /** @type {Basis} */ (of.value()) } : null;
  };
  const show = () => {
    const now = threshold();
    of.node.hidden = now === null && parts.check() === "";
    if (keep) keep.node.hidden = of.node.hidden;
    example.textContent = now ? exampleWords(now, { yesOrNo, blank: blank(), people }) : "";
  };
  show();
  return {
    name,
    aliases: [],
    label,
    focusable: parts.focusable,
    node: group(label, error, parts.node, of.node, example, keep?.node),
    value: threshold,
    check: parts.check,
    showError,
    show,
  };
}

/** "At least 23 of 92 people must vote."
 *  @type {(quorum: Api.Quorum, people: number) => string} */
export function quorumWords({ least, of }, people) {
  const all = crowd(people);
  const key = all === people ? "paper.quorum.sentence" : "paper.quorum.example";
  const ofPeople = of === "weights" ? "" : t(key, { n: needed({ least }, all), people: all });
  const ofWeights = of ? t("paper.quorum.weights", { part: partWords({ least }) }) : "";
  return [ofPeople, ofWeights].filter(Boolean).join(" ");
}

/** "For the quorum, 12 more people must vote.", of people, of weights or of both.
 *  @type {(quorum: Api.Quorum, election: Pick<Api.Election, "turnout" | "weighed">) => string} */
export function quorumStanding({ least, of }, { turnout, weighed }) {
  const people = of === "weights" ? 0 : needed({ least }, turnout.electorate) - turnout.ballots;
  const votes = weighed ? votesIn(needed({ least }, weighed.electorate) - weighed.cast, weighed.weightDecimals) : 0;
  const missing = [people > 0 && t("steps.quorum.missing", { n: people }),
    votes > 0 && t("steps.quorum.weights", { n: votes })].filter(Boolean);
  return missing.length > 0 ? missing.join(" ") : t("steps.quorum.reached");
}

/** The quorum of an election; null is none.
 *  @type {(options: { people: number, value?: Api.Quorum }) => Field<"quorum",
 *   Api.Quorum | null>} */
export function quorumField({ people, value }) {
  const label = t("paper.quorum");
  const { error, showError } = errorLine("quorum");
  const sentence = h("p", { class: "example", role: "status" });
  const parts = partFields({
    label: t("paper.quorum.part"), choices: ["quarter", "third", "notLess"], none: t("paper.quorum.none"), more: false,
    value,
    onChange: () => show(),
  });
  const of = selectField({
    name: "of", label: t("paper.quorum.of"), value: value?.of ?? "people", onChange: () => show(),
    options: ["people", "weights", "both"].map((counted) =>
      ({ value: counted, label: t(/** @type {MessageKey} */ (`paper.quorum.of.${counted}`)) })),
  });
  /** @type {() => Api.Quorum | null} */
  const quorum = () => {
    const least = parts.part()?.least;
    const counted = of.value();
    return least ? { least, ...(counted !== "people" && { of: /** @type {Api.Quorum["of"]} */ (counted) }) } : null;
  };
  const show = () => {
    const now = quorum();
    of.node.hidden = now === null && parts.check() === "";
    sentence.textContent = now ? quorumWords(now, people) : "";
  };
  show();
  return {
    name: "quorum",
    aliases: [],
    label,
    focusable: parts.focusable,
    node: group(label, error, parts.node, of.node, sentence),
    value: quorum,
    check: parts.check,
    showError,
  };
}
