// The steps of an election that cannot be taken back. Each asks in a dialog that says so.
//
// keys: paper.warning.*

import { delOver, get, post, put, putOver } from "../../lib/api.js";
import { custodyOf } from "../../lib/custody.js";
import { confirm } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { list, turnoutWords } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { neededWords } from "../../lib/keysheet.js";
import { go, notify, refresh } from "../../lib/router.js";
import { notice } from "../../lib/states.js";
import { hasAnswers, traitsOf } from "../../lib/tally/rules.js";
import { changeWords, confirmRead } from "./meanwhile.js";
import { openDoor } from "./policy.js";

const FEW_BALLOTS = 5; // fewer can show in the result how people voted

/** What a dialog says point by point.
 *  @type {(...texts: (string | false)[]) => HTMLElement} */
export const points = (...texts) => h("ul", { class: "points" }, texts.map((text) => text && h("li", {}, text)));

/** From draft to open.
 *  @type {(election: Api.Election, info: Api.Info) => Promise<void>} */
export async function openElection(election, info) {
  const path = /** @type {const} */ (`/api/admin/elections/${election.id}`);
  const done = await confirmRead({
    title: t("admin.open.title", { title: election.title }),
    body: [
      h("p", {}, openWords(election)),
      points(
        t("admin.open.frozen"),
        t("admin.open.noReturn"),
        keyWords(election),
        election.settings.electorate !== "open" && t("admin.open.roll")),
      election.settings.electorate === "open" && openDoor(info),
      warn(...openingWarnings(election)),
    ],
    yes: t("admin.open.yes"),
    doing: t("admin.open.doing"),
    act: () => putOver(`${path}/status`, { status: "ACTIVE" }, election.etag),
    told: async (error) => {
      const isOpen = (await get(path)).status === "ACTIVE";
      return changeWords(error, isOpen ? t("admin.meanwhile.status") : undefined);
    },
  });
  if (!done) return;
  notify("success", t(custodyOf(election).serverKey ? "admin.open.done" : "holder.opened"));
  refresh();
}

/** Who will be able to open the ballots, and what must not be lost.
 *  @type {(election: Api.Election) => string} */
function keyWords({ custody, threshold = 0, holders = [] }) {
  if (custodyOf({ custody }).serverKey) return t("admin.open.key");
  return `${neededWords({ threshold, of: holders.length })} ${t("holder.loss", { n: holders.length - threshold + 1 })}`;
}

/** What voters can do, in a sentence.
 *  @type {(election: Api.Election) => string} */
function openWords({ questions }) {
  const [{ method, max, candidates }] = questions;
  const { most, answers } = traitsOf(method);
  const isOfOne = questions.length === 1 && most === "one" && !answers && max === 1;
  return isOfOne ? t("admin.open.lead", { n: candidates.length }) : t("paper.open", { n: questions.length });
}

// What could show how people vote. It is worth knowing, and keeps nobody from going on.
/** @type {(...texts: string[]) => Child} */
const warn = (...texts) => texts.length > 0 &&
  notice("problem", h("h3", { class: "notice-title" }, t("paper.warnings")), points(...texts));

/** What is to be known before the opening; only warnings of some codes, if any are given.
 *  @type {(election: Api.Election, ...codes: Api.ElectionWarning["code"][]) => string[]} */
export const openingWarnings = ({ warnings = [], title }, ...codes) =>
  warnings.filter(({ code }) => codes.length === 0 || codes.includes(code))
    .map(({ code, params = {} }) => t(`paper.warning.${code}`, {
      n: Number(params.people ?? params.proxies), weight: Number(params.weight), name: String(params.name),
      names: list(/** @type {string[]} */ (params.names ?? [])),
      max: Number(params.max), groups: list(/** @type {string[]} */ (params.groups ?? [])),
      question: String(params.question || title),
    }));

/** From open to closed.
 *  @type {(election: Api.Election) => Promise<void>} */
export async function closeElection(election) {
  const done = await confirm({
    title: t("admin.close.title", { title: election.title }),
    body: [
      h("p", {}, t("admin.close.lead", { turnout: turnoutWords(election.turnout) })),
      points(t("admin.close.noVotes"), t("admin.close.noReturn")),
      election.turnout.ballots < FEW_BALLOTS && warn(t("paper.warning.few_ballots")),
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
  const n = election.questions.flatMap((question) => (hasAnswers(question) ? [] : question.candidates)).length;
  const done = await confirmRead({
    title: t("admin.delete.title", { title: election.title }),
    body: n > 0 ? t("admin.delete.lead", { n }) : t("admin.delete.lead.empty"),
    yes: t("admin.delete.yes"),
    doing: t("admin.delete.doing"),
    danger: true,
    act: () => delOver(`/api/admin/elections/${election.id}`, election.etag),
  });
  if (!done) return;
  notify("success", t("admin.delete.done", { title: election.title }));
  go("");
}
