// Shows of hands in minutes: those of a day as minutes of their own, or as a part of the minutes of an election that
// closed on that day.
//
// keys: minutes.hands.basis.* minutes.hands.casting.* outcome.ending.*

import { h } from "../../lib/dom.js";
import { dateTime, day as dayWords, list, number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { rowsOf, signatures } from "./sheet.js";

/** The minutes of the shows of hands of a day, in the order in which they were recorded.
 *  @type {(info: Api.Info, day: string, items: Api.ShowOfHands[]) => HTMLElement} */
export function handsMinutes(info, day, items) {
  const tellers = new Set(items.filter(({ withdrawn }) => !withdrawn).flatMap((one) => one.tellers));
  return h("div", { class: "minutes-paper" },
    h("header", { class: "minutes-head" },
      info.logo && h("img", { class: "minutes-logo", src: info.logo, alt: "" }),
      h("p", { class: "minutes-organisation" }, info.organisation),
      h("h2", {}, t("minutes.hands.of", { day: dayWords(day) }))),
    h("p", {}, t("minutes.hands.lead")),
    items.map((one, i) => handsPart(one, i + 1)),
    signatures([...tellers]));
}

/** What was decided by show of hands on the day of an election, for its minutes; nothing if nothing was.
 *  @type {(items: Api.ShowOfHands[]) => Child} */
export function handsSection(items) {
  const valid = items.filter(({ withdrawn }) => !withdrawn);
  return valid.length > 0 && h("section", {},
    h("h3", {}, t("minutes.hands.title")),
    h("p", {}, t("minutes.hands.lead"), " ", t("minutes.hands.seal")),
    valid.map((one) => handsPart(one, 0)));
}

/** @type {(hands: Api.ShowOfHands, place: number) => HTMLElement} */
function handsPart(hands, place) {
  const { title, text, present = 0, tellers, casting, corrections, withdrawn } = hands;
  return h("section", { class: "minutes-question" },
    h(place > 0 ? "h3" : "h4", {}, place > 0 ? t("minutes.question", { n: place, title }) : title),
    text && h("p", { class: "prose" }, text),
    rowsOf([
      [t("minutes.hands.for"), number(hands.for)],
      [t("minutes.hands.against"), number(hands.against)],
      [t("minutes.hands.abstain"), number(hands.abstain)],
      [t("minutes.hands.present"), present > 0 && number(present)],
      [t("minutes.needed"), neededWords(hands)],
      [t("minutes.hands.casting"), casting && t(`minutes.hands.casting.${casting}`)],
      [t("minutes.hands.tellers"), list(tellers)],
      [t("minutes.hands.corrected"), corrections.length > 0 && corrections.map(correctionWords)],
    ]),
    h("div", { class: "minutes-decision" }, withdrawn
      ? h("p", {}, t("minutes.hands.withdrawn", { time: dateTime(withdrawn.at), reason: withdrawn.reason }))
      : h("p", {}, h("strong", {}, t("minutes.decision")), " ", endingWords(hands))));
}

/** @type {(hands: Api.HandsCounted) => string} */
function neededWords({ threshold: { more, least, of }, base, needed }) {
  const part = (more ?? least ?? []).join("/");
  const basis = of === "decided" ? t("outcome.basis.motion", { base }) : t(`minutes.hands.basis.${of}`, { base });
  return t(more ? "outcome.needs.more" : "outcome.needs.least", { needed, part, basis });
}

/** "The motion is passed: 31 for, 4 against.", and what decided where as many were for it as against it.
 *  @type {(hands: Api.HandsCounted) => string} */
function endingWords(hands) {
  const { ending, casting, against, needed } = hands;
  const words = t(`outcome.ending.${ending}`, { yes: hands.for, no: against });
  if (hands.for !== against || (!casting && needed > hands.for)) return words;
  return `${words} ${t(casting ? "minutes.hands.decided" : "outcome.equal")}`;
}

/** @type {(correction: Api.HandsCorrection) => HTMLElement} */
const correctionWords = ({ was, reason, at }) => h("p", {}, t("minutes.hands.correction", { time: dateTime(at), reason,
  title: was.title, day: dayWords(was.day), yes: was.for, no: was.against, abstain: was.abstain }));
