// What is known of a solid, in words: whether it is closed, how large, and what it weighs.
//
// keys: convert.report.material.* convert.report.unit.*

import { h, refill } from "../../lib/dom.js";
import { number } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { budget } from "./budget.js";
import { area, box, length, millimetresOf, volume, weight } from "./measures.js";
import { extentWords, factsOf, warningWords } from "./words.js";

/** @import { Job, OfFile } from "./job.js" */
/** @typedef {(job: Job, unit: string) => void} InUnit */
/** @typedef {{ node: HTMLElement, show(job: Job): void, clear(): void }} Report */

/** The report on the model on the stage. `inUnit` converts a job again in another unit, and `ofFile`
 *  with options of its own.
 *  @type {(inUnit: InUnit, ofFile: OfFile) => Report} */
export function createReport(inUnit, ofFile) {
  const place = h("div");
  const node = h("section", { class: "panel report", hidden: true, "aria-label": t("convert.report") }, place);
  let material = ""; // that people chose last
  const title = h("h2", { class: "report-title", tabindex: "-1" }, t("convert.report"));
  const more = h("details", { class: "fold" });

  return {
    node,
    show(job) {
      if (job.state.phase !== "done") return;
      const { result } = job.state;
      const { report } = result;
      const warnings = result.warnings.filter(({ severity }) => severity === "warning");
      const notes = result.warnings.filter(({ severity }) => severity === "info");
      const had = node.contains(document.activeElement);
      node.hidden = false;
      refill(more, h("summary", {}, t("convert.report.more")),
        h("dl", { class: "facts report-facts" }, pairs(factsOf(result))),
        notes.map((note) => h("p", { class: "muted" }, warningWords(note))));
      refill(place,
        title,
        report && verdict(report),
        plates(job, result, ofFile),
        report?.unit_hint && hint(report.unit_hint, job, inUnit),
        h("dl", { class: "facts report-facts" }, pairs([
          [t("convert.report.size"), report ? sizeWords(report, result) : extentWords(result)],
          [t("convert.report.volume"), report?.volume === undefined ? ""
            : volume(report.volume * millimetresOf(report.unit) ** 3)],
          [t("convert.report.area"), report ? area(report.area * millimetresOf(report.unit) ** 2) : ""],
          [t("convert.simplified"), result.simplified && simplifiedWords(result.simplified)],
        ]), report?.weights && weights(report.weights, material, (name) => { material = name; })),
        budget(job, result, ofFile),
        warnings.length > 0 && notice("info",
          h("h3", { class: "notice-title" }, t("convert.warnings", { n: warnings.length })),
          h("ul", {}, warnings.map((warning) => h("li", {}, warningWords(warning))))),
        more);
      if (had && !node.contains(document.activeElement)) title.focus(); // the button that was pressed has gone
    },
    clear() { node.hidden = true; },
  };
}

/** @type {(facts: [term: string, value: Child, look?: string][]) => Child[]} */
const pairs = (facts) => facts.map(([term, value, look]) => value &&
  h("div", { class: look }, h("dt", {}, term), h("dd", {}, value)));

/** @type {(report: Api.SolidReport, result: Api.Conversion) => Child} */
function sizeWords({ size, unit }, result) {
  const by = millimetresOf(unit);
  const words = box(size.map((side) => side * by));
  return unit === "mm" ? words
    : [words, h("span", { class: "report-beside" }, t("convert.report.inFile", { extent: extentWords(result) }))];
}

/** @type {(simplified: { from: number, to: number, error_mm: number }) => string} */
const simplifiedWords = ({ from, to, error_mm: error }) =>
  t("convert.simplified.words", { from: number(from), to: number(to), error: length(error) });

// First whether the surface is closed, which printing needs, and then what else there is to know.
/** @type {(report: Api.SolidReport) => HTMLElement[]} */
function verdict({ watertight, open_edges: open, non_manifold_edges: crowded, flipped_edges: flipped, orientation,
  shells, cavities }) {
  const good = watertight && orientation === "outward";
  const lines = [
    open > 0 && t("convert.report.open", { n: open }),
    crowded > 0 && t("convert.report.crowded", { n: crowded }),
    flipped > 0 && t("convert.report.flipped", { n: flipped }),
    orientation === "inward" && t("convert.report.inward"),
    orientation === "mixed" && flipped === 0 && t("convert.report.mixed"),
    shells > 1 && t("convert.report.shells", { n: shells }),
    cavities > 0 && t("convert.report.cavities", { n: cavities }),
  ];
  const title = watertight ? good ? "convert.report.closed" : "convert.report.closedBut" : "convert.report.notClosed";
  return [
    h("p", { class: good ? "verdict-words verdict-good" : "verdict-words verdict-look" }, t(title)),
    h("ul", { class: "report-lines" }, lines.map((line) => line && h("li", {}, line))),
  ];
}

/** @type {(hint: NonNullable<Api.SolidReport["unit_hint"]>, job: Job, inUnit: InUnit) =>
 *   HTMLElement} */
function hint({ unit, millimetres, instead, metres = 0 }, job, inUnit) {
  const now = length(millimetres);
  const then = length(instead);
  const words = metres ? t("convert.report.unit.either", { now, inches: then, metres: length(metres * 1000) })
    : t(`convert.report.unit.${unit}`, { now, then });
  /** @type {(unit: "mm" | "m" | "in") => Child} */
  const again = (unit) => job.file && h("button",
    { type: "button", class: "button button-quiet button-small", on: { click: () => inUnit(job, unit) } },
    t(`convert.report.unit.${unit}.again`));
  return notice("info", h("p", {}, words), again(unit), metres > 0 && again("m"));
}

// Which plate this is, and the others to choose from while the page has the file.
/** @type {(job: Job, result: Api.Conversion, ofFile: OfFile) => Child} */
function plates(job, { plate: now = 1, plates: n = 1 }, ofFile) {
  if (n < 2) return null;
  if (!job.file) return h("p", {}, t("convert.plate.of", { plate: now, n }));
  const select = h("select", { class: "input report-material", "aria-label": t("convert.plate"),
    on: { change: choose } },
    Array.from({ length: n }, (_, i) => h("option", { value: String(i + 1), selected: i + 1 === now },
      t("convert.plate.of", { plate: i + 1, n }))));

  function choose() {
    ofFile(job, { plate: select.value });
  }
  return h("p", {}, select);
}

/** @type {(weights: NonNullable<Api.SolidReport["weights"]>, material: string,
 *   choose: (material: string) => void) => HTMLElement} */
function weights(list, material, choose) {
  const value = h("output", { class: "report-weight" });
  const select = h("select", { class: "input report-material", "aria-label": t("convert.report.materials"),
    on: { change: tell } },
    list.map(({ material: name, density }) => h("option", { value: name, selected: name === material },
      t("convert.report.material", { name: nameOf(name), density: number(density, 2) }))));

  function tell() {
    const chosen = list.find(({ material: name }) => name === select.value) ?? list[0];
    value.textContent = weight(chosen.grams);
    choose(chosen.material);
  }
  tell();
  return h("div", { class: "report-weights" }, h("dt", {}, t("convert.report.weight")), h("dd", {}, value, select));
}

/** @type {(material: string) => string} */
function nameOf(material) {
  const key = `convert.report.material.${material}`;
  return has(key) ? t(key) : material;
}
