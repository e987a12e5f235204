// A part of a whole, such as two thirds, in words and as fields: thresholds and quorums are parts.
//
// keys: paper.part.*

import { h, uniqueId } from "../../lib/dom.js";
import { selectField, textField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";

/**
 * A part: more than `more`, or at least `least`, each a numerator and a denominator.
 * @typedef {{ more?: number[], least?: number[] }} Part
 * @typedef {"quarter" | "third" | "notLess" | "half" | "twoThirds" | "threeQuarters"} Known
 */

/** @type {Record<Known, Part>} */
const KNOWN = {
  quarter: { least: [1, 4] }, third: { least: [1, 3] }, notLess: { least: [1, 2] }, half: { more: [1, 2] },
  twoThirds: { least: [2, 3] }, threeQuarters: { least: [3, 4] },
};

const MOST = 100; // the largest denominator
const FRACTION = /^(\d{1,3})\s*\/\s*(\d{1,3})$/;

/** @type {(part: Part) => Known | undefined} */
const knownAs = (part) => /** @type {Known[]} */ (Object.keys(KNOWN)).find((id) =>
  String(KNOWN[id].more) === String(part.more) && String(KNOWN[id].least) === String(part.least));

/** "at least two thirds".
 *  @type {(part: Part) => string} */
export function partWords(part) {
  const known = knownAs(part);
  if (known) return t(`paper.part.${known}`);
  return t(part.more ? "paper.part.more" : "paper.part.least", { part: (part.more ?? part.least ?? []).join("/") });
}

/**
 * Fields for a part: one of `choices`, a fraction of one's own or, if there are words for it, none.
 * `more` is whether a part of one's own may be "more than". part() is undefined for none and for
 * what is no part.
 * @type {(options: { label: string, choices: Known[], none?: string, more: boolean, value?: Part,
 *   onChange: () => void }) => { node: HTMLElement, focusable: HTMLElement,
 *   part(): Part | undefined, check(): string }}
 */
export function partFields({ label, choices, none, more, value, onChange }) {
  const known = value && knownAs(value);
  const chosen = value ? (known && choices.includes(known) ? known : "own") : none ? "" : choices[0];
  const select = selectField({
    name: "part", label, value: chosen, onChange: () => changed(), options: [
      ...(none ? [{ value: "", label: none }] : []),
      ...choices.map((id) => ({ value: id, label: t(`paper.part.${id}`) })),
      { value: "own", label: t("paper.part.own") },
    ],
  });
  const fraction = textField({
    name: "fraction", label: t("paper.part.fraction"), missing: t("paper.part.wrong"), autocomplete: "off",
    value: value && chosen === "own" ? (value.more ?? value.least ?? []).join("/") : "", on: { input: onChange },
  });
  const kind = selectField({
    name: "kind", label: t("paper.part.kind"), value: value?.more ? "more" : "least", onChange, options: [
      { value: "least", label: t("paper.part.kind.least") },
      { value: "more", label: t("paper.part.kind.more") },
    ],
  });
  const own = h("div", { class: "field-row", id: uniqueId("own") }, more && kind.node, fraction.node);
  const changed = () => {
    own.hidden = select.value() !== "own";
    onChange();
  };
  own.hidden = chosen !== "own";
  /** @type {() => Part | undefined} */
  const part = () => {
    const id = select.value();
    if (id === "") return undefined;
    if (id !== "own") return KNOWN[/** @type {Known} */ (id)];
    const found = FRACTION.exec(fraction.value());
    if (!found) return undefined;
    const [n, d] = found.slice(1).map(Number);
    const isMore = more && kind.value() === "more";
    return n < 1 || d > MOST || n > d || (isMore && n === d) ? undefined : { [isMore ? "more" : "least"]: [n, d] };
  };
  return {
    node: h("div", {}, select.node, own),
    focusable: select.focusable,
    part,
    check: () => (select.value() !== "" && part() === undefined ? t("paper.part.wrong") : ""),
  };
}
