// The page of the minutes: they are shown as they print, in any language that the pages have, and can
// be saved as figures or as a chart.

import { save } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { selectField } from "../../lib/fields.js";
import { inLanguage, language, languages, loadMessages, spoken, t } from "../../lib/i18n.js";
import { explain, notice } from "../../lib/states.js";
import { chartOf, drawChart } from "./chart.js";
import { minutes } from "./minutes.js";
import { loadRecord } from "./record.js";
import { csvOf, jsonOf } from "./tables.js";

/** @import { Language } from "../../lib/i18n.js" */

/** The minutes with their buttons, or words that say when there will be minutes. also() makes what they have beside the
 *  public record.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string, also?: () => Child) => Promise<HTMLElement>} */
export async function minutesSection(signal, info, id, also = () => null) {
  const [loaded] = await Promise.all([loadRecord(signal, info, id), loadMessages("minutes")]);
  if (!loaded) return h("div", {}, notice("info", h("p", {}, t("minutes.early"))));
  const record = loaded;
  /** @type {Files} */
  let files;
  const name = `ostrakon-${id}`;
  return inAnyLanguage(() => {
    files = { csv: csvOf(record), json: jsonOf(record), chart: chartOf(record) };
    return minutes(record, also());
  }, record.result ? [
    [t("minutes.csv"), () => save(`${name}.csv`, files.csv, "text/csv")],
    [t("minutes.json"), () => save(`${name}.json`, files.json, "application/json")],
    [t("minutes.chart"), async () => save(`${name}.png`, await drawChart(files.chart))],
  ] : []);
}

/** @typedef {{ csv: string, json: string, chart: import("./chart.js").Chart }} Files */

/** Minutes in the language that somebody chooses above them. make() makes them, and `files` are further buttons.
 *  @type {(make: () => HTMLElement, files: [words: string, click: () => unknown][]) => Promise<HTMLElement>} */
export async function inAnyLanguage(make, files) {
  const paper = h("article", { class: "minutes" });
  const problem = h("div", { role: "alert" });
  /** @type {(code: Language) => Promise<void>} */
  const write = (code) => inLanguage(code, ["shell", "outcome", "minutes"], () => {
    Object.assign(paper, spoken(code));
    refill(paper, make());
  });
  await write(language());

  const choice = selectField({
    name: "language", label: t("minutes.language"), value: language(),
    options: languages().map(([value, label]) => ({ value, label, lang: value })),
    onChange: (code) => choose(/** @type {Language} */ (code)),
  });
  /** @type {(code: Language) => Promise<void>} */
  async function choose(code) {
    problem.replaceChildren();
    try {
      await write(code);
      announce(t("minutes.changed", { language: languages().find(([one]) => one === code)?.[1] }));
    } catch (error) {
      refill(problem, notice("problem", h("p", {}, explain(error))));
    }
  }

  /** @type {(words: string, click: () => unknown, kind?: string) => HTMLElement} */
  const button = (words, click, kind = "button-quiet") =>
    h("button", { type: "button", class: `button ${kind}`, on: { click } }, words);
  return h("div", {},
    h("div", { class: "minutes-tools no-print" },
      choice.node,
      h("p", { class: "actions" },
        button(t("minutes.print"), () => window.print(), ""),
        files.map(([words, click]) => button(words, click))),
      problem),
    paper);
}
