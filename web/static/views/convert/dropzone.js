// Where files come in: dropped anywhere on the page, chosen, or pasted.

import { h, uniqueId } from "../../lib/dom.js";
import { bytes, duration } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

// Phones do not know a type for STL. For them it is a file like any other.
const TYPES = ".stl,.stlb,.stla,.gz,.zip,model/stl,application/sla,application/vnd.ms-pki.stl,application/octet-stream";

/** The zone. It calls add(files). `note` goes below the words.
 *  @type {(limits: Api.ConversionMethods, note: Node, add: (files: File[]) => void) =>
 *   HTMLElement} */
export function dropZone(limits, note, add) {
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
  const zone = h("div", { class: "drop-zone" },
    h("p", { class: "drop-words", "aria-hidden": "true" }, t("convert.drop")),
    input,
    h("label", { for: id, class: "button" }, t("convert.choose")),
    h("p", { class: "hint", id: `${id}-hint` },
      t("convert.drop.hint", { limit: bytes(limits.max_file_size), kept: duration(limits.kept_seconds) })),
    note);
  listen(zone, add);
  return zone;
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
