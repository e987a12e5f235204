// One election: its steps, its questions and rules.
//
// keys: admin.election.tieBreak.* admin.election.electorate.*

import { download, get } from "../../lib/api.js";
import { custodyOf } from "../../lib/custody.js";
import { h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { newsOf } from "../../lib/news.js";
import { roundLinks } from "../../lib/rounds.js";
import { explain, notice } from "../../lib/states.js";
import { hasAnswers } from "../../lib/tally/rules.js";
import { dataCommand } from "./command.js";
import { againSection, tableSection } from "./count.js";
import { stepsPanel } from "./election_steps.js";
import { badge, electionTrail, facts, page, standing } from "./frame.js";
import { keySection } from "./key.js";
import { nominationsLink } from "./nominations.js";
import { paperSection } from "./paper_section.js";
import { pollBookSection } from "./poll_book.js";
import { optionsSection, ruleSection } from "./question.js";
import { questionsSection } from "./questions.js";
import { isMost, ruleWords, titleOf } from "./rules.js";
import { quorumWords } from "./threshold.js";
import { witnessSection } from "./witnesses.js";

/** An election of any status. The turnout of an open one stays up to date.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function electionView(signal, info, id) {
  const election = await get(`/api/admin/elections/${id}`, signal);
  const at = standing(election);
  const { sheets, serverKey } = custodyOf(election);
  return page({ info, section: "elections", trail: electionTrail(), title: election.title, beside: badge(election) },
    election.description && h("p", { class: "prose lead" }, election.description),
    // the steps say that it is
    newsOf({ ...election, stopped: undefined }).map((words) => notice("info", h("p", {}, words))),
    roundLinks(election, (round) => `#elections/${round}`),
    await stepsPanel(election, info, signal),
    at === "COMPLETED" && sheets && tableSection(election),
    at === "COUNTED" && election.boxUntil && new Date(election.boxUntil) > new Date() &&
      await againSection(election, signal),
    at !== "CANCELLED" && keySection(election),
    paperSection(election),
    await pollBookSection(election, signal),
    witnessSection(election),
    at !== "DRAFT" && await nominationsLink(election, signal),
    (at === "ACTIVE" || at === "COMPLETED") && serverKey && await sheetSection(election, signal),
    election.questions.length > 1 ? questionsSection(election, signal) : onlyQuestion(election, signal),
    rules(election, info));
}

// A question alone is on the page of its election. If it has the title of the election and the most
// votes win, it shows no more than its candidates.
/** @type {(election: Api.Election, signal: AbortSignal) => Child[]} */
function onlyQuestion(election, signal) {
  const { id, status, questions: [question] } = election;
  const { title } = question;
  const plain = isMost(question);
  return [
    (!plain || (title && title !== election.title)) && h("section", {},
      h("h2", {}, titleOf(election, question)),
      question.text && h("p", { class: "prose" }, question.text),
      ruleSection(election, question)),
    optionsSection(election, question, signal),
    status === "DRAFT" && h("p", { class: "entry-actions" },
      plain && h("a", { href: `#elections/${id}/questions/${question.id}/rule` }, t("paper.rule.another")),
      h("a", { href: `#elections/${id}/questions/new` }, t("paper.add"))),
  ];
}

// No page shows a key. This one says how to print it, on the computer of the server.
/** @type {(election: Api.Election, signal: AbortSignal) => Promise<HTMLElement>} */
async function sheetSection({ id }, signal) {
  const { dataDirectory } = await get("/api/admin/status", signal);
  return h("section", {},
    h("h2", {}, t("admin.sheet.title")),
    h("p", { class: "prose" }, t("admin.sheet.lead")),
    dataCommand(`ostrakon key export ${id}`, dataDirectory, t("admin.sheet.command")));
}

/** @type {(election: Api.Election, info: Api.Info) => HTMLElement} */
function rules({ id, settings, status, questions, turnout, timeZone, opensAt, closesAt, createdAt, activatedAt,
  completedAt, custody, boxUntil }, info) {
  const { shuffleCandidates, electorate, quorum, maxProxies, keepBoxDays, autoOpen, autoCount } = settings;
  const [only, second] = questions;
  /** @type {(time?: string) => string | undefined} */
  const when = (time) => time && dateTime(time, timeZone);
  return h("section", {},
    h("h2", {}, t("admin.election.rules")),
    status !== "DRAFT" && h("p", { class: "muted" }, t("admin.election.rules.fixed")),
    facts(
      !second && [t("paper.rule.label"), ruleWords(only)],
      [t("admin.election.opensAt"), when(opensAt) ?? t("admin.election.opensAt.none")],
      [t("admin.election.closesAt"), when(closesAt) ?? t("admin.election.closesAt.none")],
      timeZone !== info.timeZone && [t("paper.zone"), timeZone],
      autoOpen && opensAt !== undefined && [t("paper.autoOpen"), t("admin.yes")],
      autoCount && [t("paper.autoCount"), t("admin.yes")],
      !questions.every(hasAnswers) && [t("admin.election.order"),
        t(shuffleCandidates ? "admin.election.order.shuffled" : "admin.election.order.entry")],
      !second && !hasAnswers(only) &&
        [t("admin.election.tieBreak"), t(`admin.election.tieBreak.${only.draw ? "draw" : "none"}`)],
      [t("admin.election.electorate"), t(`admin.election.electorate.${electorate}`)],
      quorum && [t("paper.quorum"), quorumWords(quorum, turnout.electorate)],
      status !== "DRAFT" && [t("steps.proof"), t(settings.proof ? "admin.yes" : "admin.no")],
      maxProxies > 0 && [t("paper.proxies"), t("paper.proxies.most", { n: maxProxies })],
      custodyOf({ custody }).sheets && [t("paper.kept"),
        boxUntil ? t("paper.kept.until", { time: dateTime(boxUntil, timeZone) })
          : t("paper.kept.days", { n: keepBoxDays })],
      [t("admin.election.created"), when(createdAt)],
      [t("admin.election.opened"), when(activatedAt)],
      [t("admin.election.ended"), when(completedAt)]),
    electorate !== "open" && status !== "DRAFT" && electorateExport(id));
}

// The roll as it stood at the opening, for auditors: its hash is in the manifest.
/** @type {(id: string) => Child[]} */
function electorateExport(id) {
  const problem = h("div", { role: "alert" });
  const save = async () => {
    problem.replaceChildren();
    try {
      await download(`/api/admin/elections/${id}/electorate`, `electorate-${id}.csv`);
    } catch (error) {
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
    }
  };
  return [problem, h("p", {}, rich("admin.election.electorate.export", {
    save: h("button", { type: "button", class: "button button-quiet button-small", on: { click: save } },
      t("admin.election.electorate.save")),
  }))];
}
