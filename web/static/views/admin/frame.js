// What all views of administration have around their content: the sections, the way back up, the heading.
//
// keys: admin.nav.* admin.status.*

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** Whether the server keeps an electoral roll. */
export const hasRoll = (info) => "memberKeys" in info.identity;

const SECTIONS = [
  { id: "elections", to: "" },
  { id: "people", to: "people" },
  { id: "roll", to: "roll", available: hasRoll },
  { id: "join", to: "join" },
  { id: "backup", to: "backup" },
  { id: "audit", to: "audit" },
];

/**
 * The frame of a view. `section` is the id of the one that it belongs to, `trail` the views above it, {label, to}, outermost
 * first; `beside` stands beside the heading. A view with a trail is below its section.
 */
export function page({ info, section, trail = [], title, lead, beside }, ...content) {
  return h("article", { class: "admin" },
    h("nav", { class: "admin-nav", "aria-label": t("admin.nav") },
      h("ul", {}, SECTIONS.filter(({ available }) => !available || available(info)).map(({ id, to }) =>
        h("li", {}, h("a", { href: `#${to}`, "aria-current": id === section && (trail.length === 0 ? "page" : "true") },
          t(`admin.nav.${id}`)))))),
    trail.length > 0 && crumbs(trail, title),
    h("div", { class: "admin-head" }, h("h1", {}, title), beside),
    lead && h("p", { class: "lead" }, lead),
    content);
}

function crumbs(trail, title) {
  return h("nav", { class: "crumbs", "aria-label": t("admin.crumbs") },
    h("ol", {},
      trail.map(({ label, to }) => h("li", {}, h("a", { href: `#${to}` }, label))),
      h("li", {}, h("span", { "aria-current": "page" }, title))));
}

/** The way up from a view of an election. */
export function electionTrail(election) {
  const top = [{ label: t("admin.nav.elections"), to: "" }];
  return election ? [...top, { label: election.title, to: `elections/${election.id}` }] : top;
}

/** Where an election stands, in one word: a count is a step of its own, though no status of the API. */
export function standing({ status, resultsCalculated }) {
  return status === "COMPLETED" && resultsCalculated ? "COUNTED" : status;
}

const TONES = { DRAFT: "quiet", ACTIVE: "open", COMPLETED: "wait", COUNTED: "done" };

/** That word as a badge. */
export function badge(election) {
  const at = standing(election);
  return h("span", { class: `badge badge-${TONES[at]}` }, t(`admin.status.${at}`));
}

/** A list of facts: [label, value] pairs; empty ones and those without a value are left out. */
export function facts(...pairs) {
  return h("dl", { class: "facts facts-wide" }, pairs.filter((pair) => pair && pair[1]).map(([label, value]) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, value))));
}
