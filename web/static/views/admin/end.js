// What can be changed of an open election: its end can be moved to a later time, it can be cancelled,
// and it can go on where a restored backup stopped it. The count of a closed one can be given up. Everyone reads the
// reason.

import { post, put } from "../../lib/api.js";
import { custodyOf } from "../../lib/custody.js";
import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { textField, timeField } from "../../lib/fields.js";
import { form } from "../../lib/form.js";
import { dateTime } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";
import { points } from "./lifecycle.js";

/** @type {(hint: string) => InputField<"reason">} */
const reasonField = (hint) => textField({
  name: "reason", label: t("paper.reason"), hint, missing: t("paper.reason.missing"), maxlength: "500",
  autocomplete: "off",
});

/** @type {(close: () => void) => HTMLElement} */
const leave = (close) => h("button", { type: "button", class: "button button-quiet", on: { click: () => close() } },
  t("paper.leave"));

/**
 * Asks for what is published about an open election, in a dialog. `say` is what comes first in it.
 * @type {(ask: { title: string, say: Child, fields: InputField<string>[], submit: string, busy: string,
 *   risky?: boolean, send: (values: Record<string, unknown>) => Promise<unknown>, done: string }) => Promise<void>}
 */
async function publish({ title, say, send, done, ...shown }) {
  const sent = await openDialog({
    title,
    content: (close) => [
      say,
      form({
        ...shown,
        send: async (values) => {
          await send(values);
          close(true);
        },
        actions: [leave(close)],
      }),
    ],
  });
  if (!sent) return;
  notify("success", done);
  refresh();
}

/** Moves the end of an open election to a later time.
 *  @type {(election: Api.Election) => Promise<void>} */
export const moveEnd = ({ id, title, closesAt = "", timeZone }) => publish({
  title: t("paper.end.title", { title }),
  say: h("p", {}, t("paper.end.lead", { time: dateTime(closesAt, timeZone) })),
  fields: [
    timeField({
      name: "closesAt", label: t("paper.end.closesAt"), value: closesAt, missing: t("paper.end.closesAt.missing"),
      check: (value) => (Date.parse(value) > Date.parse(closesAt) ? "" : t("paper.end.closesAt.early")),
    }),
    reasonField(t("paper.reason.hint")),
  ],
  submit: t("paper.end.yes"),
  busy: t("admin.saving"),
  send: (values) => put(`/api/admin/elections/${id}/end`, values),
  done: t("paper.end.done"),
});

/** Lets voting go on after a backup was restored.
 *  @type {(election: Api.Election) => Promise<void>} */
export const resumeElection = ({ id, title, stopped, timeZone }) => publish({
  title: t("paper.resume.title", { title }),
  say: points(
    t("paper.resume.lost", { time: dateTime(stopped?.backupAt ?? "", timeZone) }),
    t("paper.resume.again"),
    t("paper.resume.witnesses")),
  fields: [reasonField(t("paper.resume.reason"))],
  submit: t("paper.resume.yes"),
  busy: t("admin.saving"),
  risky: true,
  send: (values) => post(`/api/admin/elections/${id}/resume`, values),
  done: t("paper.resume.done"),
});

/** Cancels an open election.
 *  @type {(election: Api.Election) => Promise<void>} */
export const cancelElection = ({ id, title, turnout, questions }) => publish({
  title: t("paper.cancel.title", { title }),
  say: points(
    questions.length > 1 && t("paper.cancel.questions", { n: questions.length }),
    turnout.ballots > 0 && t("paper.cancel.ballots", { n: turnout.ballots }),
    t("paper.cancel.result"),
    t("paper.cancel.noReturn")),
  fields: [reasonField(t("paper.reason.hint"))],
  submit: t("paper.cancel.yes"),
  busy: t("paper.cancel.doing"),
  risky: true,
  send: (values) => post(`/api/admin/elections/${id}/cancel`, values),
  done: t("paper.cancel.done"),
});

/** Gives up the count of a closed election, which ends as a cancelled one does.
 *  @type {(election: Api.Election) => Promise<void>} */
export const giveUpCount = ({ id, title, turnout, custody }) => publish({
  title: t("paper.giveUp.title", { title }),
  say: points(
    custodyOf({ custody }).sheets === true && t("paper.giveUp.sheets"),
    turnout.ballots > 0 && t("paper.cancel.ballots", { n: turnout.ballots }),
    t("paper.cancel.result"),
    t("paper.cancel.noReturn")),
  fields: [reasonField(t("paper.reason.hint"))],
  submit: t("paper.giveUp.yes"),
  busy: t("paper.cancel.doing"),
  risky: true,
  send: (values) => post(`/api/admin/elections/${id}/cancel`, values),
  done: t("paper.giveUp.done"),
});
