// The rules of a question with lists, as fields of its form and in words.
//
// keys: paper.lists.ballot.* paper.lists.within.* paper.lists.ties.*

import { choiceField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { countField } from "./count_field.js";

const MOST_MARKS = 99;
const MOST_BAR = 50; // per cent
export const MOST_SEATS = 398; // two lists with all the options that there may be

/** The rules that lists usually have by a method.
 *  @type {(method: Api.Method) => Api.ListRules} */
export function usualLists(method) {
  const { quota, step } = traitsOf(method);
  const averages = quota && step;
  return {
    ballot: averages ? "erasures" : "closed", within: averages ? "votes" : "order", ties: quota ? "votes" : "lot",
  };
}

/** @template {string} Value
 *  @param {"ballot" | "within" | "ties"} name
 *  @param {Value[]} values */
const options = (name, values) => values.map((value) => ({
  value, label: t(/** @type {MessageKey} */ (`paper.lists.${name}.${value}`)),
  hint: t(/** @type {MessageKey} */ (`paper.lists.${name}.${value}.hint`)),
}));

/** The fields of the rules. Those that a ballot does not have are hidden.
 *  @type {(question: Api.Question) => { fields: Field[], body: () => object }} */
export function listFields({ method, max, each, seats, lists = usualLists(method) }) {
  const { quota, step } = traitsOf(method);
  const averages = Boolean(quota && step);
  const show = () => {
    const free = ballot.value() === "free";
    most.node.hidden = !free;
    ofOne.node.hidden = !free;
    within.node.hidden = ballot.value() === "closed";
  };
  const ballot = choiceField({
    name: "ballot", legend: t("paper.lists.ballot"), value: lists.ballot, onChange: () => show(),
    options: options("ballot", ["closed", averages ? "erasures" : "free"]),
  });
  const isFree = lists.ballot === "free";
  const most = countField({
    name: "max", label: t("paper.lists.marks"), hint: t("paper.most.seats"), most: MOST_MARKS,
    value: isFree && max !== seats ? max : undefined,
  });
  const ofOne = countField({
    name: "each", label: t("paper.each"), hint: t("paper.each.hint"), value: isFree ? each : 1, most: MOST_MARKS,
  });
  const within = choiceField({
    name: "within", legend: t("paper.lists.within"), value: lists.ballot === "closed" ? "votes" : lists.within,
    options: options("within", ["votes", "order"]),
  });
  const bar = averages ? undefined : countField({
    name: "bar", label: t("paper.lists.bar"), hint: t("paper.lists.bar.hint"), value: lists.bar, most: MOST_BAR,
  });
  const ties = averages ? undefined : choiceField({
    name: "ties", legend: t("paper.lists.ties"), value: lists.ties, options: options("ties", ["lot", "votes"]),
  });
  const least = quota ? undefined : countField({
    name: "least", label: t("paper.lists.least"), hint: t("paper.lists.least.hint"), value: lists.least,
    most: MOST_SEATS,
  });
  show();
  return {
    fields: [ballot, most, ofOne, within, bar, ties, least].filter((field) => field !== undefined),
    body: () => {
      const free = ballot.value() === "free";
      return {
        ...(free && { max: Number(most.value()) || null, each: Number(ofOne.value()) || null }),
        lists: {
          ballot: ballot.value(), ...(ballot.value() !== "closed" && { within: within.value() }),
          ...(ties && { ties: ties.value() }), bar: Number(bar?.value() ?? 0), least: Number(least?.value() ?? 0),
        },
      };
    },
  };
}

/** The rules of lists in words.
 *  @type {(question: Api.Question) => string[]} */
export const listWords = ({ lists }) => (lists ? [
  t(`paper.lists.ballot.${lists.ballot}.hint`),
  t(`paper.lists.within.${lists.within}.hint`),
  ...(lists.bar ? [t("paper.lists.bar.is", { bar: lists.bar })] : []),
  t(`paper.lists.ties.${lists.ties}.hint`),
  ...(lists.least ? [t("paper.lists.least.is", { n: lists.least })] : []),
] : []);
