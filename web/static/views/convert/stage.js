// The model on screen: picture, buttons, instructions, and what is said while there is no picture.

import { blob } from "../../lib/api.js";
import { announce, h, uniqueId } from "../../lib/dom.js";
import { bytes, number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { extentWords, modelWords, problemWords } from "./words.js";

const LARGE = 100_000_000; // bytes from which a model is loaded only when it is asked for

const BUTTONS = [["left", "←"], ["right", "→"], ["up", "↑"], ["down", "↓"], ["nearer", "+"], ["farther", "−"]];

/** The stage: {node, show(job), clear()}. show puts the result of a job on it. */
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
  let viewer;
  let wasLost = false;
  let turn = 0; // counts what was asked for: an answer that comes after the next question is dropped

  function say(...content) {
    message.hidden = content.length === 0;
    canvas.hidden = !message.hidden;
    tools.enable(message.hidden);
    message.replaceChildren(...content.flat().filter(Boolean));
  }

  function changed({ turning, wires, lost }) {
    tools.press(turning, wires);
    if (lost) say(h("p", {}, t("convert.view.lost")));
    else if (wasLost) say();
    wasLost = lost;
  }

  async function load(job) {
    turn += 1;
    const mine = turn;
    const { result } = job.state;
    viewer?.clear(); // while another model comes, and where it fails, nobody turns the one before
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
      const words = error.name === "ModelError" ? h("p", {}, modelWords(error.code)) : problemWords(error);
      say(words, h("button", { type: "button", class: "button button-quiet", on: { click: () => load(job) } }, t("shell.again")));
    }
  }

  return {
    node,
    show(job) {
      node.hidden = false;
      title.textContent = job.file.name;
      const { output_size: size } = job.state.result;
      if (size <= LARGE) return load(job);
      turn += 1;
      viewer?.clear();
      return say(h("p", {}, t("convert.view.large", { size: bytes(size) })),
        h("button", { type: "button", class: "button", on: { click: () => load(job) } }, t("convert.view.load")));
    },
    clear() {
      turn += 1;
      viewer?.clear();
      node.hidden = true;
    },
  };
}

const bytesOf = async (url) => new Uint8Array(await (await blob(url)).arrayBuffer());

// A .gltf names its .bin by a relative address: it can only be another file of the same result.
function beside({ files }, uri) {
  const file = files.find(({ name }) => name === decodeURIComponent(uri ?? ""));
  return file ? bytesOf(file.url) : null;
}

function toolbar(act, toggleWires, toggleTurning, frame) {
  const button = (words, label, click) =>
    h("button", { type: "button", class: "tool", "aria-label": label, title: label, on: { click } }, words);
  const toggle = (words, click) =>
    h("button", { type: "button", class: "tool tool-wide", "aria-pressed": "false", on: { click } }, words);
  // keys: convert.view.do.*
  const moves = BUTTONS.map(([name, sign]) => button(sign, t(`convert.view.do.${name}`), () => act(name)));
  const fit = h("button", { type: "button", class: "tool tool-wide", on: { click: () => act("fit") } }, t("convert.view.do.fit"));
  const wires = toggle(t("convert.view.wires"), toggleWires);
  const turning = toggle(t("convert.view.turn"), toggleTurning);
  const full = document.fullscreenEnabled &&
    h("button", { type: "button", class: "tool tool-wide", on: { click: () => frame.requestFullscreen() } }, t("convert.view.full"));
  const all = [...moves, fit, wires, turning, full].filter(Boolean);
  return {
    node: h("div", { class: "tools", role: "group", "aria-label": t("convert.view.tools") }, all),
    enable(on) { for (const one of all) one.disabled = !on; },
    press(isTurning, isWired) {
      turning.setAttribute("aria-pressed", String(isTurning));
      wires.setAttribute("aria-pressed", String(isWired));
    },
  };
}
