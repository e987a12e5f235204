// A list of people on paper: all of them, with the head on every page and no line broken between two.

import { get } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { explain, notice } from "../../lib/states.js";

const MOST = 200; // people in an answer

/** A column: its head, what a person has in it, and a class for its cells. The first one names the person.
 *  @template Person
 *  @typedef {{ head: string, of: (person: Person) => Child, style?: string }} Column */

/**
 * The list, which loads everybody before it can be printed. `title` and `when` head each page; columns(people) and
 * end(people) give the columns that these people need, and the words below the last one.
 * @template Person
 * @param {{ path: string, signal: AbortSignal, info: Api.Info, title: string, when: string,
 *   columns: (people: Person[]) => Column<Person>[], end: (people: Person[]) => string }} options
 */
export function sheet({ path, signal, info, title, when, columns, end }) {
  const print = h("button", { type: "button", class: "button", disabled: true, on: { click: () => window.print() } },
    t("admin.print"));
  const progress = h("p", { class: "muted no-print" });
  const problem = h("div", { class: "no-print", role: "alert" });
  const list = h("div", { class: "sheet" });

  async function load() {
    refill(problem);
    try {
      /** @type {Person[]} */
      const people = await everybody(path, signal, (n) => {
        progress.textContent = t("roll.sheet.loading", { n });
      });
      progress.textContent = end(people);
      announce(progress.textContent);
      refill(list, table(columns(people), people, [title, info.organisation, when]),
        h("p", { class: "sheet-end" }, end(people)));
      print.disabled = false;
    } catch (error) {
      if (signal.aborted) return;
      refill(problem, notice("problem", h("p", {}, explain(error)), h("p", { class: "actions" },
        h("button", { type: "button", class: "button button-quiet", on: { click: load } }, t("shell.again")))));
    }
  }

  load();
  return h("div", {}, h("p", { class: "actions" }, print), progress, problem, list);
}

/** Everybody that a path lists, from answer to answer. onStep(n) is told how many have come.
 *  @template Person
 *  @param {string} path
 *  @param {AbortSignal} signal
 *  @param {(n: number) => void} onStep */
async function everybody(path, signal, onStep) {
  const from = `${path}${path.includes("?") ? "&" : "?"}limit=${MOST}`;
  /** @type {Person[]} */
  const people = [];
  for (let address = from; ;) {
    const { items, next } = /** @type {Api.List<Person>} */ (await get(address, signal));
    people.push(...items);
    onStep(people.length);
    if (!next) return people;
    address = `${from}&after=${encodeURIComponent(next)}`;
  }
}

// The line above the heads of the columns is for paper: the page has it as its heading.
/**
 * @template Person
 * @param {Column<Person>[]} columns
 * @param {Person[]} people
 * @param {string[]} about
 */
function table(columns, people, about) {
  const [name, ...more] = columns;
  return h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": about[0] }, h("table",
    { class: "table" },
    h("thead", {},
      h("tr", { class: "sheet-about" }, h("td", { colspan: columns.length }, about.filter(Boolean).join(" · "))),
      h("tr", {}, columns.map(({ head, style }) => h("th", { scope: "col", class: style }, head)))),
    h("tbody", {}, people.map((person) => h("tr", {},
      h("th", { scope: "row" }, name.of(person)),
      more.map(({ of, style }) => h("td", { class: style }, of(person))))))));
}
