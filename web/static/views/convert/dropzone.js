// Where files come in: dropped anywhere on the page, chosen, or pasted.

import { h, svg, uniqueId } from "../../lib/dom.js";
import { bytes, duration } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { ENDINGS } from "../../lib/models.js";

// Phones do not know a type for models. For them it is a file like any other.
const TYPES = `${ENDINGS},model/stl,model/3mf,model/obj,application/sla,application/vnd.ms-pki.stl,` +
  "application/octet-stream";

/** @typedef {{ node: HTMLElement, shrink(on: boolean): void }} DropZone */

/** The zone. It calls add(files). shrink(on) makes it one line, once there are files; `beside` then
 *  goes next to the button.
 *  @type {(limits: Api.ConversionMethods, beside: Node, add: (files: File[]) => void) =>
 *   DropZone} */
export function dropZone(limits, beside, add) {
  const id = uniqueId("files");
  const input = h("input", {
    type: "file", id, class: "visually-hidden", multiple: true, accept: TYPES, "aria-describedby": `${id}-hint`,
    on: {
      change() {
        add([...input.files ?? []]);
        input.value = ""; // so that the same file can be chosen again
      },
    },
  });
  const label = h("label", { for: id, class: "button" });
  const node = h("div", { class: "drop-zone" },
    drawing(), h("p", { class: "drop-words", "aria-hidden": "true" }, t("convert.drop")),
    input, label,
    h("p", { class: "hint", id: `${id}-hint` },
      t("convert.drop.hint", { limit: bytes(limits.max_file_size), kept: duration(limits.kept_seconds) })),
    h("p", { class: "drop-also", "aria-hidden": "true" }, t("convert.drop.also")), beside);
  listen(node, add);

  /** @type {(on: boolean) => void} */
  function shrink(on) {
    node.classList.toggle("drop-zone-small", on);
    label.className = on ? "button button-quiet button-small" : "button";
    label.textContent = t(on ? "convert.more" : "convert.choose");
  }
  shrink(false);
  return { node, shrink };
}

// A cube with the lengths of its sides.
function drawing() {
  return svg("svg", { class: "drop-drawing", viewBox: "0 0 120 104", "aria-hidden": "true" },
    svg("path", { class: "drop-faces", d: "M60 8 100 28V70L60 92 20 70V28Z" }),
    svg("path", { class: "drop-lines", d: "M20 28 60 50 100 28M60 50V92M60 8 100 28V70L60 92 20 70V28Z" }),
    svg("path", { class: "drop-lengths",
      d: "M10 28V70M7 28h6M7 70h6M16 78 54 99M14.5 81l3-6M52.5 102l3-6M104 78 66 99M105.5 81l-3-6M67.5 102l-3-6" }));
}

// The browser would open a file that misses the zone in place of the page, so the whole page takes
// files.
/** @type {(zone: HTMLElement, add: (files: File[]) => void) => void} */
function listen(zone, add) {
  /** @type {(event: DragEvent) => boolean | undefined} */
  const carriesFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  let depth = 0;
  /** @type {(change: number) => void} */
  const show = (change) => {
    depth = Math.max(depth + change, 0);
    zone.classList.toggle("drop-zone-over", depth > 0);
  };
  window.addEventListener("dragenter", (event) => { if (carriesFiles(event)) show(1); });
  window.addEventListener("dragleave", (event) => { if (carriesFiles(event)) show(-1); });
  window.addEventListener("dragover", (event) => { if (carriesFiles(event)) event.preventDefault(); });
  window.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    show(-depth);
    add([...event.dataTransfer?.files ?? []]);
  });
  window.addEventListener("paste", ({ clipboardData }) => {
    if (clipboardData && clipboardData.files.length > 0) add([...clipboardData.files]);
  });
}
