// The rule of an import that each person on the roll is in exactly one of some groups, such as districts, and who
// breaks it.

import { h, refill, uniqueId } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { isolated, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";

/** The choice of the groups. show() takes what was read, and needs the names of the groups that the roll has already.
 *  @type {(plan: import("./roll_plan.js").ImportPlan, known: string[]) =>
 *   { node: HTMLElement, show(report: Api.RollReport): void }} */
export function oneOfForm(plan, known) {
  const boxes = h("div", { class: "tick-list" });
  const all = h("p", {});
  const broken = h("div", {});
  const node = h("section", { hidden: true },
    h("fieldset", {}, h("legend", {}, h("h3", {}, t("roll.import.oneOf"))),
      h("p", { class: "hint" }, t("roll.import.oneOf.hint")), all, boxes),
    broken);
  /** @type {string[]} */
  let shown = [];
  return {
    node,
    show(report) {
      const names = [...new Set([...known, ...(report.newGroups ?? []).map(({ name }) => name)])].toSorted();
      node.hidden = names.length < 2 || !report.columns.some(({ field }) => field === "groups");
      if (names.join(";") !== shown.join(";")) { // what has the focus keeps it
        shown = names;
        for (const name of plan.oneOf) if (!names.includes(name)) plan.oneOf.delete(name);
        const ticks = names.map((name) => tick(name, plan));
        refill(boxes, ticks.map((one) => one.node));
        refill(all, h("button", { type: "button", class: "plain", on: { click: () => {
          const on = plan.oneOf.size < names.length;
          for (const { box } of ticks) box.checked = on;
          plan.placeIn(names, on);
        } } }, t("roll.import.oneOf.all")));
      }
      refill(broken, misplaced(report));
    },
  };
}

/** @type {(name: string, plan: import("./roll_plan.js").ImportPlan) => { box: HTMLInputElement, node: HTMLElement }} */
function tick(name, plan) {
  const id = uniqueId("one-of");
  const box = h("input", { type: "checkbox", id, checked: plan.oneOf.has(name),
    on: { change: ({ currentTarget }) => plan.placeIn([name], currentTarget.checked) } });
  return { box, node: h("div", { class: "field check" }, box, h("label", { for: id }, name)) };
}

/** @type {(report: Api.RollReport) => Child} */
function misplaced({ misplaced: wrong }) {
  if (!wrong) return null;
  const n = wrong.none + wrong.several;
  if (n === 0) return notice("info", h("p", {}, t("roll.import.oneOf.kept")));
  return notice("problem",
    wrong.none > 0 && h("p", {}, t("roll.import.oneOf.none", { n: wrong.none })),
    wrong.several > 0 && h("p", {}, t("roll.import.oneOf.several", { n: wrong.several })),
    h("ul", {}, wrong.people.map(({ fullName, member, groups }) => h("li", {},
      [isolated(fullName), member].filter(Boolean).join(" · "), groups.length > 0 && `: ${list(groups)}`))),
    n > wrong.people.length && h("p", { class: "muted" },
      t("roll.import.missing.rest", { n: n - wrong.people.length })));
}

/** Whether somebody breaks the rule.
 *  @type {(report: Api.RollReport) => boolean} */
export const isBroken = ({ misplaced: wrong }) => wrong !== undefined && wrong.none + wrong.several > 0;
