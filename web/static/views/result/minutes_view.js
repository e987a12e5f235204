// The page of the minutes: they are shown as they print, in any language that the pages have, and can
// be saved as figures or as a chart.

import { save } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { selectField } from "../../lib/fields.js";
import { inLanguage, language, languages, loadMessages, t } from "../../lib/i18n.js";
import { explain, notice } from "../../lib/states.js";
import { chartOf, drawChart } from "./chart.js";
import { minutes } from "./minutes.js";
import { loadRecord } from "./record.js";
import { csvOf, jsonOf } from "./tables.js";

/** @import { Language } from "../../lib/i18n.js" */
/** @import { PublicRecord } from "./record.js" */

/** The minutes with their buttons, or words that say when there will be minutes.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function minutesSection(signal, info, id) {
  const [loaded] = await Promise.all([loadRecord(signal, info, id), loadMessages("minutes")]);
  if (!loaded) return h("div", {}, notice("info", h("p", {}, t("minutes.early"))));
  const record = loaded;
  const paper = h("article", { class: "minutes" });
  const problem = h("div", { role: "alert" });
  let files = await write(paper, record, language());

  const choice = selectField({
    name: "language", label: t("minutes.language"), value: language(),
    options: languages().map(([value, label]) => ({ value, label, lang: value })),
    onChange: (code) => choose(/** @type {Language} */ (code)),
  });
  /** @type {(code: Language) => Promise<void>} */
  async function choose(code) {
    problem.replaceChildren();
    try {
      files = await write(paper, record, code);
      announce(t("minutes.changed", { language: languages().find(([one]) => one === code)?.[1] }));
    } catch (error) {
      refill(problem, notice("problem", h("p", {}, explain(error))));
    }
  }

  const name = `ostrakon-${id}`;
  /** @type {(words: string, click: () => unknown, kind?: string) => HTMLElement} */
  const button = (words, click, kind = "button-quiet") =>
    h("button", { type: "button", class: `button ${kind}`, on: { click } }, words);
  return h("div", {},
    h("div", { class: "minutes-tools no-print" },
      choice.node,
      h("p", { class: "actions" },
        button(t("minutes.print"), () => window.print(), ""),
        record.result && [
          button(t("minutes.csv"), () => save(`${name}.csv`, files.csv, "text/csv")),
          button(t("minutes.json"), () => save(`${name}.json`, files.json, "application/json")),
          button(t("minutes.chart"), async () => save(`${name}.png`, await drawChart(files.chart))),
        ]),
      problem),
    paper);
}

/** @typedef {{ csv: string, json: string, chart: import("./chart.js").Chart }} Files */

/** @type {(paper: HTMLElement, record: PublicRecord, code: Language) => Promise<Files>} */
const write = (paper, record, code) => inLanguage(code, ["shell", "outcome", "minutes"], () => {
  paper.lang = code;
  refill(paper, minutes(record));
  return { csv: csvOf(record), json: jsonOf(record), chart: chartOf(record) };
});
