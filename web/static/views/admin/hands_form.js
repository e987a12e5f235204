// The form of a show of hands: a new one, or a correction with its reason.
//
// keys: hands.of.* hands.ending.* hands.casting.choose.*

import { get, post, putOver } from "../../lib/api.js";
import { h, uniqueId } from "../../lib/dom.js";
import { areaField, selectField, textField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { go, notify } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { dayOf } from "../../lib/zone.js";
import { electionTrail, page } from "./frame.js";
import { saving } from "./meanwhile.js";
import { partFields } from "./parts.js";

const PATH = "/api/admin/hands";
const MOST = 1e6; // hands of one answer
const MOST_PRESENT = 3e6;
const WHOLE = /^\d{1,7}$/;
const HALF = /** @type {Api.Threshold} */ ({ more: [1, 2], of: "decided" });

/** Why something is corrected or withdrawn.
 *  @type {() => InputField<"reason">} */
export const reasonField = () => textField({
  name: "reason", label: t("hands.reason"), hint: t("hands.reason.hint"), missing: t("hands.reason.missing"),
  maxlength: "500", autocomplete: "off",
});

/** The form of a new show of hands.
 *  @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function newHandsView(signal, info) {
  const [{ items: [last] }, roll] = await Promise.all([get(`${PATH}?limit=1`, signal),
    get("/api/admin/roll?limit=1", signal), loadMessages("hands")]);
  const today = dayOf(Date.now());
  const tellers = last?.day === today ? last.tellers : undefined; // the meeting has them already
  const { fields, layout, body } = handsFields({ day: today, tellers, present: roll.present });
  return frame(info, t("hands.new"), t("hands.new.lead"), form({
    fields, layout, submit: t("hands.record"), busy: t("admin.saving"), draft: "hands",
    send: async () => {
      const { ending } = await post(PATH, body());
      notify("success", t("hands.recorded", { outcome: t(`hands.ending.${ending}`) }));
      go("hands");
    },
    actions: [h("a", { class: "button button-quiet", href: "#hands" }, t("shell.cancel"))],
  }));
}

/** The form that corrects a show of hands.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function correctHandsView(signal, info, id) {
  const path = /** @type {const} */ (`/api/admin/hands/${id}`);
  const [existing] = await Promise.all([get(path, signal), loadMessages("hands")]);
  const title = t("hands.correct.title", { title: existing.title });
  if (existing.withdrawn) return frame(info, title, "", notice("info", h("p", {}, t("hands.isWithdrawn"))));
  const reason = reasonField();
  const made = { etag: existing.etag, ...handsFields(existing) };
  const again = async () => {
    const now = await get(path, signal);
    return { etag: now.etag, ...handsFields(now) };
  };
  return frame(info, title, t("hands.correct.lead"), form({
    fields: [...made.fields, reason], layout: () => [made.layout(), reason.node],
    submit: t("hands.correct.yes"), busy: t("admin.saving"),
    send: saving(made, again, async (_, etag) => {
      const { ending } = await putOver(path, { ...made.body(), reason: reason.value() }, etag);
      notify("success", t("hands.corrected", { outcome: t(`hands.ending.${ending}`) }));
      go("hands");
    }),
    actions: [h("a", { class: "button button-quiet", href: "#hands" }, t("shell.cancel"))],
  }));
}

/** @type {(info: Api.Info, title: string, lead: string, content: HTMLElement) => HTMLElement} */
const frame = (info, title, lead, content) => page({ info, section: "elections",
  trail: [...electionTrail(), { label: t("hands.title"), to: "hands" }], title, lead },
  h("div", { class: "narrow" }, content));

/** The fields of a show of hands, and the body that they make.
 *  @type {(given: Partial<Api.HandsCounted>) => { fields: Field[], layout: () => Child, body: () => object }} */
function handsFields(given) {
  const day = textField({ name: "day", label: t("hands.day"), type: "date", max: dayOf(Date.now()), value: given.day,
    missing: t("hands.day.missing") });
  const title = textField({ name: "title", label: t("hands.motion"), hint: t("hands.motion.hint"), value: given.title,
    missing: t("hands.motion.missing"), maxlength: "200", autocomplete: "off" });
  const text = areaField({ name: "text", label: t("hands.text"), rows: "3", maxlength: "5000", value: given.text });
  const input = () => showCasting();
  const yes = handsField("for", t("hands.for"), given.for, MOST, input);
  const no = handsField("against", t("hands.against"), given.against, MOST, input);
  const abstain = handsField("abstain", t("hands.abstain"), given.abstain, MOST, input);
  const casting = selectField({ name: "casting", label: t("hands.casting"), hint: t("hands.casting.hint"),
    value: given.casting ?? "", options: [{ value: "", label: t("hands.casting.none") },
      ...(/** @type {const} */ (["for", "against"])).map((value) => (
        { value, label: t(`hands.casting.choose.${value}`) }))] });
  const showCasting = () => { casting.node.hidden = yes.value() !== no.value() || Number(yes.value()) === 0; };
  showCasting();
  const present = textField({ ...numberOf(MOST_PRESENT), name: "present", label: t("hands.present"),
    hint: t("hands.present.hint"), value: given.present ? String(given.present) : "" });
  const tellers = areaField({ name: "tellers", label: t("hands.tellers"), hint: t("hands.tellers.hint"), rows: "2",
    missing: t("hands.tellers.missing"), value: given.tellers?.join("\n") });
  const threshold = thresholdOf(given.threshold ?? HALF);
  return {
    fields: [day, title, text, yes, no, abstain, casting, tellers, threshold, present],
    layout: () => [day.node, title.node, text.node, h("div", { class: "field-row" }, yes.node, no.node, abstain.node),
      casting.node, tellers.node, threshold.node, present.node],
    body: () => ({
      day: day.value(), title: title.value(), text: text.value(), for: Number(yes.value()), against: Number(no.value()),
      abstain: Number(abstain.value()), casting: casting.node.hidden ? "" : casting.value(),
      tellers: tellers.value().split("\n").map((name) => name.trim()).filter(Boolean), threshold: threshold.value(),
      present: Number(present.value()),
    }),
  };
}

/** @type {(most: number) => { inputmode: string, autocomplete: string, maxlength: string,
 *   check: (text: string) => string }} */
const numberOf = (most) => ({
  inputmode: "numeric", autocomplete: "off", maxlength: "7",
  check: (text) => (text === "" || (WHOLE.test(text) && Number(text) <= most) ? "" : t("hands.number", { max: most })),
});

/** @type {<const Name extends string>(name: Name, label: string, value: number | undefined, most: number,
 *   input: () => void) => InputField<Name>} */
const handsField = (name, label, value, most, input) => textField({ ...numberOf(most), name, label,
  missing: t("hands.number.missing"), value: value === undefined ? "" : String(value), on: { input } });

/** What the motion needs to pass.
 *  @type {(value: Api.Threshold) => Field<"threshold", Api.Threshold>} */
function thresholdOf(value) {
  const error = h("p", { class: "field-error", id: uniqueId("threshold"), hidden: true });
  const parts = partFields({ label: t("hands.part"), choices: ["half", "twoThirds", "threeQuarters"], more: true, value,
    onChange: () => {} });
  const of = selectField({ name: "of", label: t("hands.basis"), value: value.of,
    options: (/** @type {const} */ (["decided", "cast", "electorate"])).map((basis) => (
      { value: basis, label: t(`hands.of.${basis}`) })) });
  return {
    name: "threshold",
    aliases: ["of"],
    label: t("hands.threshold"),
    focusable: parts.focusable,
    node: h("fieldset", { class: "field field-group", "aria-describedby": error.id },
      h("legend", {}, t("hands.threshold")), error, parts.node, of.node),
    value: () => /** @type {Api.Threshold} */ ({ ...parts.part(), of: of.value() }),
    check: parts.check,
    showError(message) {
      error.textContent = message;
      error.hidden = !message;
    },
  };
}
