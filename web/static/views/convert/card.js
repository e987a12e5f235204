// The card of one file: how far it is, and then the result.
//
// keys: convert.phase.* convert.stage.* convert.badge.*

import { codeOf } from "../../lib/api.js";
import { h, refill } from "../../lib/dom.js";
import { bytes, percent } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { downloads } from "./downloads.js";
import { MODEL } from "./job.js";
import { factsOf, problemWords, warningWords } from "./words.js";

// Problems that stay if people try again.
const HOPELESS = ["file_type_unsupported", "file_empty", "body_too_large"];

/** @import { Done, Job, Stopped, Underway } from "./job.js" */
/** @typedef {(job: Job) => void} Act */
/** @typedef {{ node: HTMLElement, job: Job, focus(): void, update(): void,
 *   mark(on: boolean): void }} Card */

/**
 * The card of a job (job.js). `does` has what its buttons do. `limit` is the number of bytes that
 * the server takes.
 * @type {(job: Job, limit: number, does: { again: Act, remove: Act, show: Act }) => Card}
 */
export function createCard(job, limit, does) {
  const badge = h("span", { class: "badge badge-quiet" });
  const body = h("div", { class: "file-body" });
  const name = h("h3", { class: "file-name", tabindex: "-1" }, job.file.name);
  const node = h("li", { class: "card file" },
    h("div", { class: "card-head" }, name, badge), body);
  /** @type {string | null} */
  let shown = null; // the phase that is on screen
  /** @type {HTMLElement | null} */
  let view = null; // the button that puts the model on the stage
  const bar = h("progress", { class: "progress", max: 1, "aria-label": t("convert.progress", { name: job.file.name }) });
  const line = h("p", { class: "muted" });

  /** @type {(words: string, click: () => void, look?: string) => HTMLElement} */
  const button = (words, click, look = "button button-quiet") =>
    h("button", { type: "button", class: look, on: { click } }, words);
  const remove = () => button(t("convert.remove"), () => does.remove(job));
  /** @type {(words: string, look?: string) => HTMLElement} */
  const again = (words, look) => button(words, () => does.again(job), look);

  // Progress moves many times a second: bar and words change in place.
  const progress = () => [bar, line, h("p", { class: "actions" }, button(t("convert.cancel"), () => job.cancel()))];

  /** @type {(state: Underway) => void} */
  function move({ phase, share, stage }) {
    const known = phase === "uploading" || (phase === "converting" && share > 0); // a stage may have no steps
    if (known) bar.value = share;
    else bar.removeAttribute("value");
    const step = `convert.stage.${stage}`;
    const words = t(phase === "converting" && has(step) ? step : `convert.phase.${phase}`);
    line.textContent = known ? t("convert.moving", { words, share: percent(Math.floor(share * 100) / 100) }) : words;
  }

  /** @type {(state: Done) => Child[]} */
  function finished({ result }) {
    view = button(t("convert.show"), () => does.show(job));
    view.setAttribute("aria-pressed", "false");
    return [
      result.warnings.length > 0 && notice("info",
        h("h4", { class: "notice-title" }, t("convert.warnings", { n: result.warnings.length })),
        h("ul", {}, result.warnings.map((warning) => h("li", {}, warningWords(warning))))),
      h("div", { class: "actions file-downloads" }, downloads(result, baseOf(job.file.name))),
      h("dl", { class: "file-facts" }, factsOf(result).map(([term, value, look]) =>
        value && h("div", { class: look }, h("dt", {}, term), h("dd", {}, value)))),
      h("p", { class: "actions" }, view, again(t("convert.again")), remove()),
    ];
  }

  /** @type {(state: Stopped) => Child[]} */
  const stopped = ({ phase, error }) => [
    phase === "failed" ? notice("problem", problemWords(error, limit)) : h("p", { class: "muted" }, t("convert.cancelled")),
    h("p", { class: "actions" }, !HOPELESS.includes(codeOf(error)) && again(t("shell.again"), "button"), remove()),
  ];

  const LOOKS = { done: "badge badge-done", failed: "badge badge-bad", cancelled: "badge badge-quiet" };

  return {
    node,
    job,
    focus: () => name.focus(),
    /** Shows the state of the job. */
    update() {
      const { state } = job;
      const moving = "share" in state;
      const group = moving ? "moving" : state.phase;
      const had = node.contains(document.activeElement);
      if (group !== shown || !moving) {
        badge.className = moving ? "badge badge-quiet" : LOOKS[state.phase];
        view = null;
        refill(body, moving ? progress() : state.phase === "done" ? finished(state) : stopped(state));
        // If the button that was pressed has gone, the focus goes to the file.
        if (had && !node.contains(document.activeElement)) name.focus();
      }
      shown = group;
      badge.textContent = t(`convert.badge.${group}`);
      if (moving) move(state);
    },
    /** Says whether the file is the one on the stage. */
    mark(on) {
      node.classList.toggle("file-shown", on);
      view?.setAttribute("aria-pressed", String(on));
    },
  };
}

/** A file name without its extension.
 *  @type {(name: string) => string} */
const baseOf = (name) => name.replace(MODEL, "");
