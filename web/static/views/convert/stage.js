// The model on screen: picture, buttons, instructions, and the words while there is no picture.

import { blob } from "../../lib/api.js";
import { announce, h, refill, uniqueId } from "../../lib/dom.js";
import { bytes, number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { extentWords, modelWords, problemWords } from "./words.js";

const LARGE = 100_000_000; // bytes; a larger model is loaded only on request

/** @type {[name: Exclude<Action, "fit">, sign: string][]} */
const BUTTONS = [["left", "←"], ["right", "→"], ["up", "↑"], ["down", "↓"], ["nearer", "+"], ["farther", "−"]];

/** @import { Action } from "../../lib/viewer/controls.js" */
/** @import { ModelError } from "../../lib/viewer/error.js" */
/** @import { createViewer } from "../../lib/viewer/viewer.js" */
/** @import { Job } from "./job.js" */
/** @typedef {{ node: HTMLElement, show(job: Job): void, clear(): void }} Stage */

/** The stage. show(job) puts the result of a job on it.
 *  @type {() => Stage} */
export function createStage() {
  const help = uniqueId("help");
  const title = h("h2", { class: "stage-title", tabindex: "-1" });
  const canvas = h("canvas", { class: "stage-picture", role: "img" });
  const message = h("div", { class: "stage-message" });
  const frame = h("div", {
    class: "stage-frame", role: "group", tabindex: "0", "aria-label": t("convert.view"), "aria-describedby": help,
  }, canvas, message);
  const tools = toolbar((name) => viewer?.act(name), () => viewer?.toggleWires(), () => viewer?.toggleTurning(), frame);
  const node = h("section", { class: "stage", hidden: true },
    title, frame, tools.node, h("p", { class: "hint", id: help }, t("convert.view.help")));
  /** @type {ReturnType<typeof createViewer> | undefined} */
  let viewer;
  let wasLost = false;
  let turn = 0; // counts requests: an answer to an older one is dropped

  /** @type {(...content: Child[]) => void} */
  function say(...content) {
    message.hidden = content.length === 0;
    canvas.hidden = !message.hidden;
    tools.enable(message.hidden);
    refill(message, content);
  }

  /** @type {(state: { turning: boolean, wires: boolean, lost: boolean }) => void} */
  function changed({ turning, wires, lost }) {
    tools.press(turning, wires);
    if (lost) say(h("p", {}, t("convert.view.lost")));
    else if (wasLost) say();
    wasLost = lost;
  }

  /** @type {(job: Job) => Promise<void>} */
  async function load(job) {
    turn += 1;
    const mine = turn;
    if (job.state.phase !== "done") return;
    const { result } = job.state;
    viewer?.clear(); // the old model goes before the new one comes, or fails
    say(h("p", {}, t("convert.view.loading")));
    try {
      const [{ createViewer }, { readModel }] = await Promise.all([
        import("../../lib/viewer/viewer.js"), import("../../lib/viewer/model.js"),
      ]);
      const model = await readModel(await bytesOf(result.download_url), (uri) => beside(result, uri));
      if (mine !== turn) return;
      viewer ??= createViewer(frame, canvas, changed);
      if (!viewer) return say(h("p", {}, t("convert.view.none")));
      say();
      viewer.show(model);
      canvas.setAttribute("aria-label", t("convert.view.name", {
        name: job.file.name, n: result.facets, solids: number(result.solids), extent: extentWords(result),
      }));
      announce(t("convert.view.shown", { name: job.file.name }));
    } catch (error) {
      if (mine !== turn) return;
      const words = isModelError(error) ? h("p", {}, modelWords(error.code)) : problemWords(error);
      say(words, h("button", { type: "button", class: "button button-quiet", on: { click: () => load(job) } }, t("shell.again")));
    }
  }

  return {
    node,
    show(job) {
      if (job.state.phase !== "done") return;
      node.hidden = false;
      title.textContent = job.file.name;
      const { output_size: size } = job.state.result;
      if (size <= LARGE) {
        load(job);
        return;
      }
      turn += 1;
      viewer?.clear();
      say(h("p", {}, t("convert.view.large", { size: bytes(size) })),
        h("button", { type: "button", class: "button", on: { click: () => load(job) } }, t("convert.view.load")));
    },
    clear() {
      turn += 1;
      viewer?.clear();
      node.hidden = true;
    },
  };
}

// The viewer comes with the first model, so its class of errors is not here yet.
/** @type {(error: unknown) => error is ModelError} */
function isModelError(error) {
  return error instanceof Error && error.name === "ModelError";
}

/** @type {(url: string) => Promise<Bytes>} */
const bytesOf = async (url) => new Uint8Array(await (await blob(url)).arrayBuffer());

// A .gltf names its .bin by a relative address, which can only be another file of the same result.
/** @type {(result: Api.Conversion, uri?: string) => Promise<Bytes> | null} */
function beside({ files }, uri) {
  const file = files.find(({ name }) => name === decodeURIComponent(uri ?? ""));
  return file ? bytesOf(file.url) : null;
}

/** @type {(act: (name: Action) => void, toggleWires: () => void, toggleTurning: () => void,
 *   frame: HTMLElement) => { node: HTMLElement, enable(on: boolean): void,
 *   press(isTurning: boolean, isWired: boolean): void }} */
function toolbar(act, toggleWires, toggleTurning, frame) {
  /** @type {(words: string, label: string, click: () => void) => HTMLButtonElement} */
  const button = (words, label, click) =>
    h("button", { type: "button", class: "tool", "aria-label": label, title: label, on: { click } }, words);
  /** @type {(words: string, click: () => void) => HTMLButtonElement} */
  const toggle = (words, click) =>
    h("button", { type: "button", class: "tool tool-wide", "aria-pressed": "false", on: { click } }, words);
  // keys: convert.view.do.*
  const moves = BUTTONS.map(([name, sign]) => button(sign, t(`convert.view.do.${name}`), () => act(name)));
  const fit = h("button", { type: "button", class: "tool tool-wide", on: { click: () => act("fit") } }, t("convert.view.do.fit"));
  const wires = toggle(t("convert.view.wires"), toggleWires);
  const turning = toggle(t("convert.view.turn"), toggleTurning);
  const full = document.fullscreenEnabled &&
    h("button", { type: "button", class: "tool tool-wide", on: { click: () => frame.requestFullscreen() } }, t("convert.view.full"));
  const all = [...moves, fit, wires, turning, ...(full ? [full] : [])];
  return {
    node: h("div", { class: "tools", role: "group", "aria-label": t("convert.view.tools") }, all),
    enable(on) { for (const one of all) one.disabled = !on; },
    press(isTurning, isWired) {
      turning.setAttribute("aria-pressed", String(isTurning));
      wires.setAttribute("aria-pressed", String(isWired));
    },
  };
}
