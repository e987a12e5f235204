// The row of one file: its picture, how far it is, and then what can be done with the result.
//
// keys: convert.phase.* convert.stage.* convert.badge.*

import { codeOf } from "../../lib/api.js";
import { h, hiddenText, refill } from "../../lib/dom.js";
import { bytes, percent } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { converted, downloadOf, kindOf, sizeOf } from "./downloads.js";
import { problemWords } from "./words.js";

// Problems that stay if people try again.
const HOPELESS = ["file_type_unsupported", "file_empty", "body_too_large", "file_unreadable"];

/** @import { Done, Job, Stopped, Underway } from "./job.js" */
/** @typedef {(job: Job) => void} Act */
/** @typedef {{ node: HTMLElement, job: Job, focus(): void, update(): void,
 *   mark(on: boolean): void }} Card */

/**
 * The row of a job (job.js). `does` has what its buttons do. `limit` is the number of bytes that
 * the server takes.
 * @type {(job: Job, limit: number, does: { again: Act, remove: Act, show: Act }) => Card}
 */
export function createCard(job, limit, does) {
  const picture = h("div", { class: "file-picture", "aria-hidden": "true" });
  const badge = h("span", { class: "badge badge-quiet" });
  const body = h("div", { class: "file-body" });
  const name = h("h3", { class: "file-name", tabindex: "-1" }, job.name);
  const node = h("li", { class: "file" }, picture, h("div", { class: "file-head" }, name, badge), body);
  /** @type {string | null} */
  let shown = null; // the phase that is on screen
  /** @type {HTMLElement | null} */
  let view = null; // the button that puts the model on the stage
  const bar = h("progress", { class: "progress", max: 1, "aria-label": t("convert.progress", { name: job.name }) });
  const line = h("p", { class: "muted" });

  /** @type {(words: string, click: () => void) => HTMLElement} */
  const button = (words, click) =>
    h("button", { type: "button", class: "plain", on: { click } }, words, hiddenText(` – ${job.name}`));
  const remove = () => button(t("convert.remove"), () => does.remove(job));

  // Progress moves many times a second: bar and words change in place.
  const progress = () => [bar, line,
    h("p", { class: "file-actions" }, button(t("convert.cancel"), () => job.cancel()))];

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
    const model = converted(job);
    view = button(t("convert.show"), () => does.show(job));
    view.setAttribute("aria-pressed", "false");
    const after = sizeOf(result);
    return [
      h("p", { class: "muted" }, t("convert.became", {
        kind: kindOf(result), before: bytes(result.input_size), after: bytes(after),
        share: percent(after / result.input_size),
      })),
      h("div", { class: "file-actions" }, view,
        model && downloadOf(model, [t("convert.download.one"), hiddenText(` – ${job.name}`)], "plain"), remove()),
    ];
  }

  /** @type {(state: Stopped) => Child[]} */
  const stopped = ({ phase, error }) => [
    phase === "failed" ? notice("problem", problemWords(error, limit))
      : h("p", { class: "muted" }, t("convert.cancelled")),
    h("p", { class: "file-actions" },
      job.file && !HOPELESS.includes(codeOf(error)) && button(t("shell.again"), () => does.again(job)), remove()),
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
        const image = state.phase === "done" && state.result.thumbnail_url;
        refill(picture, image && h("img", { src: image, alt: "", width: "64", height: "64" }));
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
