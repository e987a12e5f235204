// The steps of an election that cannot be taken back. Each asks in a dialog that says so.

import { del, post, put } from "../../lib/api.js";
import { confirm } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { go, notify, refresh } from "../../lib/router.js";

/** @type {(...texts: (string | false)[]) => HTMLElement} */
const points = (...texts) => h("ul", { class: "points" }, texts.map((text) => text && h("li", {}, text)));

/** From draft to open.
 *  @type {(election: Api.Election) => Promise<void>} */
export async function openElection(election) {
  const done = await confirm({
    title: t("admin.open.title", { title: election.title }),
    body: [
      h("p", {}, t("admin.open.lead", { n: election.candidates.length })),
      points(
        t("admin.open.frozen"),
        t("admin.open.noReturn"),
        t("admin.open.key"),
        election.settings.electorate === "roll" && t("admin.open.roll")),
    ],
    yes: t("admin.open.yes"),
    doing: t("admin.open.doing"),
    act: () => put(`/api/admin/elections/${election.id}/status`, { status: "ACTIVE" }),
  });
  if (!done) return;
  notify("success", t("admin.open.done"));
  refresh();
}

/** From open to closed.
 *  @type {(election: Api.Election) => Promise<void>} */
export async function closeElection(election) {
  const done = await confirm({
    title: t("admin.close.title", { title: election.title }),
    body: [
      h("p", {}, t("admin.close.lead", { turnout: turnoutWords(election.turnout) })),
      points(t("admin.close.noVotes"), t("admin.close.noReturn")),
    ],
    yes: t("admin.close.yes"),
    doing: t("admin.close.doing"),
    danger: true,
    act: () => put(`/api/admin/elections/${election.id}/status`, { status: "COMPLETED" }),
  });
  if (!done) return;
  notify("success", t("admin.close.done"));
  refresh();
}

/** Counts the ballots of a closed election, and goes on to the results.
 *  @type {(election: Api.Election) => Promise<void>} */
export async function countElection(election) {
  const done = await confirm({
    title: t("admin.count.title", { title: election.title }),
    body: [
      h("p", {}, t("admin.count.lead", { n: election.turnout.ballots })),
      points(t("admin.count.public"), t("admin.count.key"), t("admin.count.once")),
    ],
    yes: t("admin.count.yes"),
    doing: t("admin.count.doing"),
    act: () => post(`/api/admin/elections/${election.id}/calculate-results`, {}),
  });
  if (!done) return;
  notify("success", t("admin.count.done"));
  go(`elections/${election.id}/results`);
}

/** Deletes a draft.
 *  @type {(election: Api.Election) => Promise<void>} */
export async function deleteElection(election) {
  const done = await confirm({
    title: t("admin.delete.title", { title: election.title }),
    body: election.candidates.length > 0 ? t("admin.delete.lead", { n: election.candidates.length }) : t("admin.delete.lead.empty"),
    yes: t("admin.delete.yes"),
    doing: t("admin.delete.doing"),
    danger: true,
    act: () => del(`/api/admin/elections/${election.id}`),
  });
  if (!done) return;
  notify("success", t("admin.delete.done", { title: election.title }));
  go("");
}
