// The files of conversions, to be saved one by one or in one zip.

import { blob, save } from "../../lib/api.js";
import { whileBusy } from "../../lib/busy.js";
import { announce, h, refill } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { MODEL } from "../../lib/models.js";
import { problemWords } from "./words.js";

/** @import { Job } from "./job.js" */
/** @typedef {{ name: string, result: Api.Conversion }} Converted */

const PICTURE = "image/png";
/** @type {Record<string, string>} */
const KINDS = { "model/gltf-binary": "GLB", "model/gltf+json": "glTF" };

/** The files of a model, without its picture.
 *  @type {(result: Api.Conversion) => Api.ConvertedFile[]} */
export const filesOf = ({ files }) => files.filter(({ media_type: type }) => type !== PICTURE);

/** "GLB", or "glTF + BIN".
 *  @type {(result: Api.Conversion) => string} */
export const kindOf = (result) => filesOf(result).map(({ media_type: type }) => KINDS[type] ?? "BIN").join(" + ");

/** How many bytes a browser gets that loads a model: the server sends files compressed.
 *  @type {(result: Api.Conversion) => number} */
export const sizeOf = (result) => filesOf(result)
  .reduce((sum, { size, gzip_size: packed }) => sum + (packed ?? size), 0);

/** What a job has converted, or null.
 *  @type {(job: Job) => Converted | null} */
export const converted = ({ name, state }) => (state.phase === "done" ? { name, result: state.result } : null);

/**
 * What downloads a model: a link to its only file, or a button for a zip. `look` is its class.
 * @type {(model: Converted, words: Child, look: string) => HTMLElement}
 */
export function downloadOf({ name, result }, words, look) {
  const files = filesOf(result);
  if (files.length === 1) return h("a", { class: look, href: files[0].url, download: true }, words);
  return zipButton(() => [{ name, result }], words, look, `${baseOf(name)}.zip`);
}

/** A button that saves the files of models as one zip.
 *  @type {(models: () => Converted[], words: Child, look: string, as: string) => HTMLElement} */
export function zipButton(models, words, look, as) {
  const problem = h("div", { class: "download-problem", role: "alert" });
  const button = h("button", { type: "button", class: look, on: { click: make } }, words);

  async function make() {
    problem.replaceChildren();
    try {
      save(as, await whileBusy(button, () => zipOf(models())), "application/zip");
      announce(t("convert.download.saved"));
    } catch (error) {
      refill(problem, problemWords(error));
    }
    button.focus();
  }
  return h("div", { class: "download" }, button, problem);
}

/** @type {(models: Converted[]) => Promise<Blob>} */
async function zipOf(models) {
  const { zip } = await import("../../lib/zipwriter.js");
  /** @type {Set<string>} */
  const taken = new Set();
  const entries = models.flatMap(({ name, result }) => {
    const base = free(baseOf(name), taken);
    return filesOf(result).map(async (file) => ({ name: nameIn(base, file.name), bytes: await bytesOf(file.url) }));
  });
  return zip(await Promise.all(entries), new Date());
}

// The model gets the name of the file that it was. A .bin keeps the name by which the .gltf finds it.
/** @type {(base: string, name: string) => string} */
const nameIn = (base, name) => (name.endsWith(".bin") ? name : `${base}${name.slice(name.lastIndexOf("."))}`);

// Two files of the same name come from two folders.
/** @type {(base: string, taken: Set<string>) => string} */
function free(base, taken) {
  let name = base;
  for (let n = 2; taken.has(name); n += 1) name = `${base} (${n})`;
  taken.add(name);
  return name;
}

/** The bytes of a converted file.
 *  @type {(url: string) => Promise<Bytes>} */
export const bytesOf = async (url) => new Uint8Array(await (await blob(url)).arrayBuffer());

/** A file name without its extension.
 *  @type {(name: string) => string} */
const baseOf = (name) => name.replace(MODEL, "");
