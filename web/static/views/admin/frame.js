// What all views of administration have around their content: the sections, the trail, the heading.
//
// keys: admin.nav.* admin.status.*

import { h } from "../../lib/dom.js";
import { passwordField } from "../../lib/fields.js";
import { t } from "../../lib/i18n.js";
import { titleOf } from "./rules.js";

/** Whether the server keeps an electoral roll.
 *  @type {(info: Api.Info) => boolean} */
export const hasRoll = (info) => "memberKeys" in info.identity;

/** @typedef {"elections" | "people" | "roll" | "mail" | "join" | "backup" | "audit" | "settings"} Section */
/** @typedef {{ label: string, to: string }[]} Trail */
/** @typedef {Api.ElectionStatus | "COUNTED" | "CANCELLED"} Standing */

/** @type {{ id: Section, to: string, available?: (info: Api.Info) => boolean }[]} */
const SECTIONS = [
  { id: "elections", to: "" },
  { id: "people", to: "people" },
  { id: "roll", to: "roll", available: hasRoll },
  { id: "mail", to: "mail" },
  { id: "join", to: "join" },
  { id: "backup", to: "backup" },
  { id: "audit", to: "audit" },
  { id: "settings", to: "settings" },
];

/**
 * The frame of a view. `trail` has the views above it, outermost first; `beside` goes beside the
 * heading.
 * @type {(frame: { info: Api.Info, section: Section, trail?: Trail, title: string, lead?: string,
 *   beside?: Child }, ...content: Child[]) => HTMLElement}
 */
export function page({ info, section, trail = [], title, lead, beside }, ...content) {
  const sections = h("ul", {}, SECTIONS.filter(({ available }) => !available || available(info)).map(({ id, to }) =>
    h("li", {}, h("a", { href: `#${to}`, "aria-current": id === section && (trail.length === 0 ? "page" : "true") },
      t(`admin.nav.${id}`)))));
  requestAnimationFrame(() => showCurrent(sections));
  return h("article", { class: "admin" },
    h("nav", { class: "admin-nav", "aria-label": t("admin.nav") }, sections),
    trail.length > 0 && crumbs(trail),
    h("div", { class: "admin-head" }, h("h1", {}, title), beside),
    lead && h("p", { class: "lead" }, lead),
    content);
}

// Where the sections have no room, they scroll: to the one that is shown.
/** @type {(sections: HTMLElement) => void} */
function showCurrent(sections) {
  const current = sections.querySelector("[aria-current]");
  if (!current) return;
  const [of, is] = [sections.getBoundingClientRect(), current.getBoundingClientRect()];
  sections.scrollBy({ left: is.left + is.width / 2 - of.left - of.width / 2, behavior: "instant" });
}

// The view itself is not among them: its heading comes next.
/** @type {(trail: Trail) => HTMLElement} */
function crumbs(trail) {
  return h("nav", { class: "crumbs", "aria-label": t("admin.crumbs") },
    h("ol", {}, trail.map(({ label, to }) => h("li", {}, h("a", { href: `#${to}` }, label)))));
}

/** The trail of a view of an election.
 *  @type {(election?: Api.Election) => Trail} */
export function electionTrail(election) {
  const top = [{ label: t("admin.nav.elections"), to: "" }];
  return election ? [...top, { label: election.title, to: `elections/${election.id}` }] : top;
}

/** The trail of a view of a question. One that is alone is on the page of its election.
 *  @type {(election: Api.Election, question: Api.Question) => Trail} */
export function questionTrail(election, question) {
  const trail = electionTrail(election);
  if (election.questions.length === 1) return trail;
  return [...trail, { label: titleOf(election, question), to: `elections/${election.id}/questions/${question.id}` }];
}

/** How far an election is. COUNTED and CANCELLED are ends of their own, though the API has no such
 *  status.
 *  @type {(election: Api.Election) => Standing} */
export function standing({ status, resultsCalculated, cancelled }) {
  if (cancelled) return "CANCELLED";
  return status === "COMPLETED" && resultsCalculated ? "COUNTED" : status;
}

const TONES = { DRAFT: "quiet", ACTIVE: "open", COMPLETED: "wait", COUNTED: "done", CANCELLED: "quiet" };

/** How far an election is, as a badge.
 *  @type {(election: Api.Election) => HTMLElement} */
export function badge(election) {
  const at = standing(election);
  if (at === "ACTIVE" && election.stopped) return h("span", { class: "badge badge-wait" }, t("shell.stopped"));
  return h("span", { class: `badge badge-${TONES[at]}` }, t(`admin.status.${at}`));
}

/**
 * The field for the administrator's own password, which the server wants again before it reveals a
 * secret.
 */
export const ownPassword = () => passwordField({
  name: "password", label: t("admin.password"), hint: t("admin.password.hint"), autocomplete: "current-password",
  missing: t("shell.password.missing"), aliases: ["currentPassword"],
});

/** A list of facts. A fact without a value is left out.
 *  @type {(...pairs: ([label: string, value: Child] | false | undefined)[]) => HTMLElement} */
export function facts(...pairs) {
  return h("dl", { class: "facts facts-wide" }, pairs.map((pair) =>
    pair && pair[1] && h("div", {}, h("dt", {}, pair[0]), h("dd", {}, pair[1]))));
}
