// Motions that were decided by show of hands: their list, with what was corrected or withdrawn.
//
// keys: hands.ending.* hands.casting.*

import { get, putOver } from "../../lib/api.js";
import { openDialog } from "../../lib/dialog.js";
import { h, hiddenText } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { dateTime, day as dayWords, list } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";
import { empty, growingList } from "../../lib/states.js";
import { electionTrail, page } from "./frame.js";
import { reasonField } from "./hands_form.js";
import { changeRead } from "./meanwhile.js";
import { partWords } from "./parts.js";

const PATH = "/api/admin/hands?limit=50";

/** @type {(signal: AbortSignal, info: Api.Info) => Promise<HTMLElement>} */
export async function handsView(signal, info) {
  const [first] = await Promise.all([get(PATH, signal), loadMessages("hands")]);
  return page({ info, section: "elections", trail: electionTrail(), title: t("hands.title"), lead: t("hands.lead"),
    beside: h("p", { class: "head-actions" }, h("a", { class: "button", href: "#hands/new" }, t("hands.new"))) },
    growingList({ path: PATH, page: first, item: card, signal, none: empty(h("p", {}, t("hands.none"))) }));
}

const TONES = { passed: "done", rejected: "bad" };

/** @type {(hands: Api.ShowOfHands) => HTMLElement} */
function card(hands) {
  const { id, title, day, ending, corrections, withdrawn } = hands;
  return h("li", { class: "card" },
    h("div", { class: "card-head" }, h("h2", {}, title),
      h("span", { class: `badge badge-${withdrawn ? "quiet" : TONES[ending]}` },
        t(withdrawn ? "hands.isWithdrawn" : `hands.ending.${ending}`))),
    withdrawn && h("p", {}, t("hands.withdrawn", { time: dateTime(withdrawn.at), reason: withdrawn.reason })),
    h("p", { class: "muted" }, dayWords(day)),
    said(hands),
    corrections.length > 0 && h("details", { class: "field" },
      h("summary", {}, t("hands.corrections", { n: corrections.length })),
      corrections.map(({ was, reason, at }) => [
        h("p", {}, t("hands.correction", { time: dateTime(at), reason })),
        h("p", { class: "muted" }, t("hands.was", { title: was.title, day: dayWords(was.day) })),
        said(was),
      ])),
    h("p", { class: "entry-actions" },
      h("a", { href: `#hands/minutes/${day}` }, t("hands.minutes", { day: dayWords(day) })),
      !withdrawn && h("a", { href: `#hands/${id}` }, t("hands.correct"), hiddenText(` ${title}`)),
      !withdrawn && h("button", { type: "button", class: "plain", on: { click: () => withdraw(hands) } },
        t("hands.withdraw"), hiddenText(` ${title}`))));
}

// What tellers counted, and what was needed.
/** @type {(hands: Api.HandsCounted) => Child[]} */
const said = ({ text, for: yes, against: no, abstain, present = 0, tellers, threshold, casting }) => [
  text && h("p", { class: "prose" }, text),
  h("p", {}, t("hands.counted", { yes, no, abstain }), present > 0 && ` ${t("hands.counted.present", { n: present })}`,
    casting && ` ${t(`hands.casting.${casting}`)}`),
  h("p", { class: "muted" },
    t("hands.needs", { part: partWords(threshold), of: t(`hands.of.${threshold.of}`) }), " ",
    t("hands.countedBy", { names: list(tellers) })),
];

/** @type {(hands: Api.ShowOfHands) => Promise<void>} */
async function withdraw({ id, etag, title }) {
  const sent = await openDialog({
    title: t("hands.withdraw.title", { title }),
    content: (close) => [
      h("p", {}, t("hands.withdraw.lead")),
      form({
        fields: [reasonField()], submit: t("hands.withdraw"), busy: t("admin.saving"), risky: true,
        send: async ({ reason }) => close(await changeRead(() =>
          putOver(`/api/admin/hands/${id}/withdrawal`, { reason }, etag))),
        actions: [h("button", { type: "button", class: "button button-quiet", on: { click: () => close() } },
          t("shell.cancel"))],
      }),
    ],
  });
  if (!sent) return;
  notify("success", t("hands.withdraw.done"));
  refresh();
}
