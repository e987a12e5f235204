// What is shown of one file: how far it is, and then what came of it.
//
// keys: convert.phase.* convert.stage.* convert.badge.*

import { h } from "../../lib/dom.js";
import { bytes, percent } from "../../lib/format.js";
import { has, t } from "../../lib/i18n.js";
import { notice } from "../../lib/states.js";
import { downloads } from "./downloads.js";
import { factsOf, problemWords, warningWords } from "./words.js";

// What trying again does not mend.
const HOPELESS = ["file_type_unsupported", "file_empty", "body_too_large"];

/**
 * The card of a job (job.js): {node, job, focus(), update(), mark(shown)}. `does` is {again(job), remove(job), show(job)}.
 * `limit` is the number of bytes that the server takes.
 */
export function createCard(job, limit, does) {
  const badge = h("span", { class: "badge badge-quiet" });
  const body = h("div", { class: "file-body" });
  const name = h("h3", { class: "file-name", tabindex: "-1" }, job.file.name);
  const node = h("li", { class: "card file" },
    h("div", { class: "card-head" }, name, badge), body);
  let shown = null; // the phase that is on screen
  let view; // the button that puts the model on the stage
  let bar;
  let line;

  const button = (words, click, look = "button button-quiet") =>
    h("button", { type: "button", class: look, on: { click } }, words);
  const remove = () => button(t("convert.remove"), () => does.remove(job));
  const again = (words, look) => button(words, () => does.again(job), look);

  // Progress moves many times a second: bar and words change in place.
  function progress() {
    bar = h("progress", { class: "progress", max: 1, "aria-label": t("convert.progress", { name: job.file.name }) });
    line = h("p", { class: "muted" });
    return [bar, line, h("p", { class: "actions" }, button(t("convert.cancel"), () => job.cancel()))];
  }

  function move({ phase, share, stage }) {
    const known = phase === "uploading" || (phase === "converting" && share > 0); // a stage may have no steps
    if (known) bar.value = share;
    else bar.removeAttribute("value");
    const named = phase === "converting" && has(`convert.stage.${stage}`);
    const words = t(named ? `convert.stage.${stage}` : `convert.phase.${phase}`);
    line.textContent = known ? t("convert.moving", { words, share: percent(Math.floor(share * 100) / 100) }) : words;
  }

  function finished({ result }) {
    view = button(t("convert.show"), () => does.show(job));
    view.setAttribute("aria-pressed", "false");
    return [
      result.warnings.length > 0 && notice("info",
        h("h4", { class: "notice-title" }, t("convert.warnings", { n: result.warnings.length })),
        h("ul", {}, result.warnings.map((warning) => h("li", {}, warningWords(warning))))),
      h("div", { class: "actions file-downloads" }, downloads(result, baseOf(job.file.name))),
      h("dl", { class: "file-facts" }, factsOf(result).map(([term, value, look]) =>
        h("div", { class: look }, h("dt", {}, term), h("dd", {}, value)))),
      h("p", { class: "actions" }, view, again(t("convert.again")), remove()),
    ];
  }

  const stopped = ({ phase, error }) => [
    phase === "failed" ? notice("problem", problemWords(error, limit)) : h("p", { class: "muted" }, t("convert.cancelled")),
    h("p", { class: "actions" }, !HOPELESS.includes(error?.code) && again(t("shell.again"), "button"), remove()),
  ];

  const LOOKS = { done: "badge badge-done", failed: "badge badge-bad" };

  return {
    node,
    job,
    focus: () => name.focus(),
    /** Shows the state of the job. */
    update() {
      const { state } = job;
      const { phase } = state;
      const moving = !["done", "failed", "cancelled"].includes(phase);
      const group = moving ? "moving" : phase;
      const had = node.contains(document.activeElement);
      if (group !== shown || !moving) {
        badge.className = LOOKS[phase] ?? "badge badge-quiet";
        view = null;
        const content = moving ? progress() : phase === "done" ? finished(state) : stopped(state);
        body.replaceChildren(...content.filter(Boolean));
        // A button that was pressed has gone: the reader goes on at the file.
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

/** A file name without its ending. */
const baseOf = (name) => name.replace(/\.stl$/i, "");
