// The model on the stage: its name and download, the picture with its scale, and the words while there
// is no picture.

import { announce, h, nodesOf, refill, uniqueId } from "../../lib/dom.js";
import { bytes, number } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { later } from "../../lib/later.js";
import { lazy } from "../../lib/lazy.js";
import { bytesOf, converted, downloadOf, filesOf, kindOf, sizeOf } from "./downloads.js";
import { createEdges } from "./edges.js";
import { length } from "./measures.js";
import { roomOf, showsRooms } from "./room.js";
import { createToolbar } from "./toolbar.js";
import { extentWords, modelWords, problemWords } from "./words.js";

const LARGE = 100_000_000; // bytes; a larger model is loaded only on request

/** @import { ModelError } from "../../lib/viewer/error.js" */
/** @import { createViewer } from "../../lib/viewer/viewer.js" */
/** @import { Job } from "./job.js" */
/** @import { Toggle } from "./toolbar.js" */
/** @typedef {NonNullable<ReturnType<typeof createViewer>>} Viewer */
/** @typedef {{ node: HTMLElement, show(job: Job): void, clear(): void,
 *   lead(on: boolean): void }} Stage */

/** The stage. show(job) puts the result of a job on it; lead(on) says whether its download is the next
 *  step.
 *  @type {() => Stage} */
export function createStage() {
  const help = uniqueId("help");
  const title = h("h2", { class: "model-title" });
  const download = h("div", { class: "model-download" });
  const room = h("div", { class: "model-download" });
  const canvas = h("canvas", { class: "model-picture", role: "img" });
  const lengths = h("canvas", { class: "model-lengths", "aria-hidden": "true" });
  const grid = h("p", { class: "model-grid", hidden: true });
  const message = h("div", { class: "model-message" });
  const frame = h("div", {
    class: "model-frame", role: "group", tabindex: "0", "aria-label": t("convert.view"), "aria-describedby": help,
  }, canvas, lengths, grid, message);
  const edges = createEdges((lines) => viewer?.mark(lines));
  const full = document.fullscreenEnabled && h("button", {
    type: "button", class: "tool model-full", "aria-label": t("convert.view.full"), title: t("convert.view.full"),
    on: { click: () => frame.requestFullscreen() },
  }, "⤢");
  frame.append(...nodesOf([edges.node, full]));
  /** @type {Viewer | null | undefined} */
  let viewer;
  /** @type {Record<Toggle, () => void>} */
  const toggles = { scale: () => viewer?.toggleScale(), wires: () => viewer?.toggleWires(),
    turning: () => viewer?.toggleTurning() };
  const tools = createToolbar((name) => viewer?.act(name), (name) => toggles[name]());
  const site = h("div", {});
  const node = h("section", { class: "model", hidden: true },
    h("div", { class: "model-head" }, title, download, room),
    frame, tools.node,
    h("p", { class: "hint", id: help }, t("convert.view.help")), site);
  /** @type {Job | null} */
  let shown = null;
  let leads = true;
  let wasLost = false;
  let turn = 0; // counts requests: an answer to an older one is dropped
  let left = new AbortController(); // when another model comes, or none

  /** @type {(...content: Child[]) => void} */
  function say(...content) {
    message.hidden = content.length === 0;
    canvas.hidden = lengths.hidden = !message.hidden;
    grid.hidden ||= !message.hidden;
    tools.enable(message.hidden);
    edges.enable(message.hidden);
    refill(message, content);
  }

  /** @type {(state: { turning: boolean, wires: boolean, scale: boolean, lost: boolean,
   *   step: number }) => void} */
  function changed({ turning, wires, scale, lost, step }) {
    tools.press({ turning, wires, scale });
    if (lost) say(h("p", {}, t("convert.view.lost")));
    else if (wasLost) say();
    wasLost = lost;
    grid.hidden = !scale || lost || step === 0;
    grid.textContent = t("convert.view.grid", { step: length(step * 1000) });
  }

  /** @type {(job: Job, result: Api.Conversion) => Promise<void>} */
  async function load(job, result) {
    turn += 1;
    const mine = turn;
    viewer?.clear(); // the old model goes before the new one comes, or fails
    say(stillOf(result, job.name), h("p", {}, t("convert.view.loading")));
    try {
      const [{ createViewer }, { readModel }] = await Promise.all([
        import("../../lib/viewer/viewer.js"), import("../../lib/viewer/model.js"),
      ]);
      if (viewer === undefined) {
        viewer = createViewer(frame, canvas, changed);
        viewer?.measure(lengths, (metres) => length(metres * 1000));
      }
      if (!viewer) return say(stillOf(result, job.name), h("p", {}, t("convert.view.none")));
      const model = await readModel(await bytesOf(result.download_url), (uri) => beside(result, uri));
      if (mine !== turn) return;
      say();
      viewer.show(model);
      canvas.setAttribute("aria-label", t("convert.view.name", {
        name: job.name, n: result.facets, solids: number(result.solids), extent: extentWords(result),
      }));
      announce(t("convert.view.shown", { name: job.name }));
    } catch (error) {
      if (mine !== turn) return;
      const words = isModelError(error) ? h("p", {}, modelWords(error.code)) : problemWords(error);
      say(stillOf(result, job.name), words,
        h("button", { type: "button", class: "button button-quiet", on: { click: () => load(job, result) } },
          t("shell.again")));
    }
  }

  function offer() {
    const model = shown && converted(shown);
    refill(download, model && downloadOf(model, downloadWords(model.result), leads ? "button" : "button button-quiet"));
  }

  /** @type {(job: Job | null, result?: Api.Conversion) => void} */
  function enter(job, result) {
    left.abort();
    left = new AbortController();
    refill(room, job?.file && result && showsRooms() && roomOf(job, result, left.signal));
    shown = job;
  }

  return {
    node,
    show(job) {
      const model = converted(job);
      if (!model) return;
      const { result } = model;
      enter(job, result);
      node.hidden = false;
      title.textContent = job.name;
      offer();
      edges.show(job, result);
      refill(site, onSite(result));
      const size = sizeOf(result);
      if (size <= LARGE) {
        load(job, result);
        return;
      }
      turn += 1;
      viewer?.clear();
      say(stillOf(result, job.name), h("p", {}, t("convert.view.large", { size: bytes(size) })),
        h("button", { type: "button", class: "button button-quiet", on: { click: () => load(job, result) } },
          t("convert.view.load")));
    },
    clear() {
      turn += 1;
      enter(null);
      viewer?.clear();
      node.hidden = true;
    },
    lead(on) {
      if (on === leads) return;
      leads = on;
      offer();
    },
  };
}

// How the model comes to another site: for few, so its module comes when somebody asks.
/** @type {(result: Api.Conversion) => HTMLElement} */
const onSite = (result) => lazy({ class: "fold" }, t("convert.site"), () => {
  const place = h("div", { role: "status" }, t("shell.loading"));
  later(() => import("./site.js")).then(({ siteOf }) => siteOf(result)).then(
    (content) => place.replaceWith(content), (error) => refill(place, problemWords(error)));
  return place;
});

/** @type {(result: Api.Conversion) => Child} */
const downloadWords = (result) =>
  [t("convert.download", { kind: kindOf(result) }), " ", h("span", { class: "download-size" }, bytes(sizeOf(result)))];

// The picture that the server made, while there is no other.
/** @type {(result: Api.Conversion, name: string) => Child} */
const stillOf = ({ thumbnail_url: src }, name) => src && h("img", { class: "model-still", src, alt: name });

// The viewer comes with the first model, so its class of errors is not here yet.
/** @type {(error: unknown) => error is ModelError} */
function isModelError(error) {
  return error instanceof Error && error.name === "ModelError";
}

// A .gltf names its .bin by a relative address, which can only be another file of the same result.
/** @type {(result: Api.Conversion, uri?: string) => Promise<Bytes> | null} */
function beside(result, uri) {
  const file = filesOf(result).find(({ name }) => name === decodeURIComponent(uri ?? ""));
  return file ? bytesOf(file.url) : null;
}
