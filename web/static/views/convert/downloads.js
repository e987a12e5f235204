// The files of a conversion, to be saved one by one or, where there are two, in one zip.

import { blob, save } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { bytes } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { problemWords } from "./words.js";

/** @type {Record<string, string>} */
const KINDS = { "model/gltf-binary": "GLB", "model/gltf+json": "glTF" };

/** Links to the files of a result. `base` is the name of the STL file without its extension.
 *  @type {(result: Api.Conversion, base: string) => Child} */
export function downloads(result, base) {
  const links = result.files.map(({ url, size, media_type: type }, i) =>
    h("a", { class: i === 0 ? "button" : "button button-quiet", href: url, download: true },
      t("convert.download", { kind: KINDS[type] ?? "BIN", size: bytes(size) })));
  return result.files.length === 1 ? links : [links, zipButton(result, base)];
}

/** @type {(result: Api.Conversion, base: string) => Child[]} */
function zipButton(result, base) {
  const problem = h("div", { class: "download-problem", role: "alert" });
  const button = h("button", { type: "button", class: "button button-quiet", on: { click: make } }, t("convert.download.zip"));

  async function make() {
    if (button.disabled) return;
    button.disabled = true;
    problem.replaceChildren();
    try {
      save(`${base}.zip`, await zipOf(result, base), "application/zip");
      announce(t("convert.download.saved"));
    } catch (error) {
      refill(problem, problemWords(error));
    } finally {
      button.disabled = false;
      button.focus();
    }
  }
  return [button, problem];
}

/** @type {(result: Api.Conversion, base: string) => Promise<Blob>} */
async function zipOf({ files }, base) {
  const { zip } = await import("../../lib/zipwriter.js");
  const entries = files.map(async ({ name, url }) => ({
    // The .gltf gets the name of the STL file. The .bin keeps the name by which the .gltf finds it.
    name: name.endsWith(".gltf") ? `${base}.gltf` : name,
    bytes: new Uint8Array(await (await blob(url)).arrayBuffer()),
  }));
  return zip(await Promise.all(entries), new Date());
}
