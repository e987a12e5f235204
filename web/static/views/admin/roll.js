// The electoral roll as a table: the people whom the organisation lets vote, registered or not.
//
// keys: roll.filter.* roll.state.*

import { del, put } from "../../lib/api.js";
import { turns } from "../../lib/busy.js";
import { confirm } from "../../lib/dialog.js";
import { announce, h, hiddenText } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";
import { empty, explain } from "../../lib/states.js";
import { exportButtons } from "./act.js";
import { page } from "./frame.js";
import { policyLine } from "./policy.js";
import { FIELDS, labelOf, valueOf } from "./roll_fields.js";
import { countWords } from "./people.js";
import { lastImportLine } from "./roll_undo.js";
import { searchList } from "./search.js";
import { cell, row, rows, table, title } from "./card_table.js";

const PATH = "/api/admin/roll";

/** What each filter asks the server for. */
const FILTERS = {
  all: "", registered: "registered=true", waiting: "registered=false", none: "key=none", unused: "key=unused",
  present: "present=true",
};

/** @typedef {keyof typeof FILTERS} Filter */

/**
 * The table of the roll, or of a part of it, from Z to A if `down`. It begins with a search for the
 * query.
 * @type {(signal: AbortSignal, info: Api.Info, filter?: string, down?: string, query?: string) =>
 *   Promise<HTMLElement>}
 */
export async function rollView(signal, info, filter = "all", down, query = "") {
  const shown = /** @type {Filter} */ (filter);
  const route = routeOf(shown, Boolean(down));
  const body = rows();
  const made = table(t("roll.title"), heads(shown, Boolean(down)), body);
  made.classList.add("roll");
  const size = sizeLine();
  const list = await searchList({
    path: `${PATH}?${[FILTERS[shown], `sort=${down ? "-name" : "name"}`].filter(Boolean).join("&")}`,
    route, query, signal, label: t("roll.search"), hint: t("roll.search.hint"), list: body,
    none: empty(h("p", {}, t("roll.none.here"))), shown: countWords,
    item: (entry) => person(entry, size),
    answered: (/** @type {Api.RollList} */ answer) => {
      size.show(answer);
      made.classList.toggle("table-unweighted", answer.weighted === 0);
    },
  });
  return page({ info, section: "roll", title: t("roll.title"), lead: t("roll.lead") },
    policyLine(info),
    size.people() === 0 ? beginning()
      : [actions(), lastImportLine(size.lastImport()), size.node, filters(shown), list, size.foot]);
}

/** @type {(filter: Filter, down: boolean) => string} */
const routeOf = (filter, down) => ["roll", filter !== "all" && filter, down && "down"].filter(Boolean).join("/");

/** @type {(field: import("./roll_fields.js").RollField) => string} */
const headOf = (field) => (field.head ? t(field.head) : labelOf(field));

/** @type {(filter: Filter, down: boolean) => Parameters<typeof table>[1]} */
const heads = (filter, down) => [
  {
    words: h("a", { class: "sort-link", href: `#${routeOf(filter, !down)}` }, t("roll.head.name"),
      h("span", { "aria-hidden": "true" }, down ? " ↑" : " ↓"),
      hiddenText(` ${t(down ? "roll.sort.up" : "roll.sort.down")}`)),
    sort: down ? "descending" : "ascending",
  },
  ...FIELDS.filter(({ listed }) => listed).map(headOf), t("roll.head.state"), t("roll.head.present"),
];

function beginning() {
  return empty(
    h("p", {}, h("strong", {}, t("roll.none"))),
    h("p", {}, t("roll.none.next")),
    h("p", { class: "actions" },
      h("a", { class: "button", href: "#roll/import" }, t("roll.import")),
      h("a", { class: "button button-quiet", href: "#roll/new" }, t("roll.add"))));
}

function actions() {
  return [
    h("p", { class: "actions" },
      h("a", { class: "button", href: "#roll/slips" }, t("roll.slips")),
      h("a", { class: "button button-quiet", href: "#roll/new" }, t("roll.add")),
      h("a", { class: "button button-quiet", href: "#roll/import" }, t("roll.import")),
      h("a", { class: "button button-quiet", href: "#roll/attendance" }, t("roll.sheet.print"))),
    exportButtons(`${PATH}/export`, "electoral-roll"),
  ];
}

/** @type {(shown: Filter) => HTMLElement} */
const filters = (shown) => h("nav", { class: "filters", "aria-label": t("roll.filters") },
  /** @type {Filter[]} */ (Object.keys(FILTERS)).map((filter) =>
    h("a", { class: "filter", href: `#${routeOf(filter, false)}`, "aria-current": filter === shown && "page" },
      t(`roll.filter.${filter}`))));

/** @typedef {ReturnType<typeof sizeLine>} SizeLine */

// How many people are on the roll. The number of those who are present follows the ticks.
function sizeLine() {
  const words = h("span", {});
  const clear = h("button", { type: "button", class: "plain", on: { click: () => clearTicks(present) } },
    t("roll.present.clear"));
  let entries = 0;
  let registered = 0;
  let present = 0;
  /** @type {Api.RollImported | null} */
  let lastImport = null;
  const tell = () => {
    words.textContent = t("roll.size", { n: entries, registered, present });
    clear.hidden = present === 0;
  };
  return {
    node: h("p", { class: "roll-size" }, words),
    foot: h("p", {}, clear), // far from the search, which is used at the door
    people: () => entries,
    lastImport: () => lastImport,
    /** @type {(answer: Api.RollList) => void} */
    show(answer) {
      ({ entries, registered, present, lastImport } = answer);
      tell();
    },
    /** @type {(by: number) => void} */
    ticked(by) {
      present += by;
      tell();
    },
  };
}

/** @type {(present: number) => Promise<void>} */
async function clearTicks(present) {
  const done = await confirm({
    title: t("roll.present.clear.title"),
    body: t("roll.present.clear.lead", { n: present }),
    yes: t("roll.present.clear"),
    doing: t("roll.present.clear.doing"),
    act: () => del(`${PATH}/present`),
  });
  if (!done) return;
  notify("success", t("roll.present.cleared"));
  refresh();
}

const SHORT = 20; // characters: what has no more stands on one line

/** @type {(entry: Api.RollEntry, size: SizeLine) => HTMLElement} */
function person(entry, size) {
  const { id, fullName, proxies, holder } = entry;
  const cells = FIELDS.flatMap((field) => {
    if (!field.listed) return [];
    const words = field.listed(valueOf(field, entry));
    const made = cell(headOf(field), words);
    made.classList.toggle("weight", field.name === "weight");
    made.classList.toggle("breaks", typeof words === "string" && words.length > SHORT);
    made.classList.toggle("listing", field.name === "groups");
    return made;
  });
  return row([
    title(h("a", { href: `#roll/${id}` }, fullName),
      proxies && h("span", { class: "cell-more" }, t("roll.proxies", { n: proxies.length })),
      holder && h("span", { class: "cell-more" }, t("roll.proxy.heldBy", { holder: holder.fullName, name: fullName }))),
    cells,
    cell(t("roll.head.state"), stateBadge(entry)),
    cell(t("roll.head.present"), tick(entry, size)),
  ]);
}

/** How far a person has come: registered, with a slip, or neither.
 *  @type {(entry: Api.RollEntry) => HTMLElement} */
export function stateBadge({ user, hasKey }) {
  const at = user ? "registered" : hasKey ? "slip" : "none";
  return h("span", { class: `badge badge-${user ? "done" : "quiet"}` }, t(`roll.state.${at}`));
}

// The ticks of a person follow each other, so that the last one counts.
/** @type {(entry: Api.RollEntry, size: SizeLine) => HTMLElement} */
function tick({ id, fullName, present }, size) {
  const problem = h("span", { class: "field-error", role: "alert" });
  let kept = present;
  const inTurn = turns();
  const box = h("input", {
    type: "checkbox", checked: present, "aria-label": t("roll.present.of", { name: fullName }),
    on: { change: () => inTurn(send) },
  });
  const send = async () => {
    const wanted = box.checked;
    if (wanted === kept) return;
    problem.textContent = "";
    try {
      await put(`${PATH}/${id}/present`, { present: wanted });
      kept = wanted;
      size.ticked(wanted ? 1 : -1);
      announce(t(wanted ? "roll.present.said" : "roll.absent.said", { name: fullName }));
    } catch (error) {
      box.checked = kept;
      problem.textContent = explain(error);
    }
  };
  return h("span", { class: "tick" }, box, problem);
}
