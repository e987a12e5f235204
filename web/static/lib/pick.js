// Choosing a file: a real file input, a label that looks like a button, and a place to drop a file
// on.

import { h, uniqueId } from "./dom.js";

/**
 * A frame in which people choose files with a button or drop them. It calls onFiles(files).
 * `content` goes above the button, and `describedBy` is the id of its description. `camera` is the
 * name of a second button, on phones alone, which opens the phone's own camera: that needs no secure
 * connection, as a camera within the page would.
 * @type {(options: { label: string, camera?: string, accept: string, multiple?: boolean,
 *   content?: Child, describedBy?: string, onFiles: (files: File[]) => void }) => HTMLElement &
 *   { input: HTMLInputElement, setLabel(text: string): void }}
 */
export function filePicker({ label, camera, accept, multiple = false, content = [], describedBy, onFiles }) {
  const id = uniqueId("file");
  /** @type {(event: Event) => void} */
  const change = ({ currentTarget }) => {
    const from = /** @type {HTMLInputElement} */ (currentTarget);
    const files = [...from.files ?? []];
    from.value = ""; // the same file may be chosen again
    if (files.length > 0 && !input.disabled) onFiles(files);
  };
  const input = h("input", { type: "file", id, accept, multiple, class: "picker-input", "aria-describedby": describedBy,
    on: { change } });
  const button = h("label", { for: id, class: "button button-quiet" }, label);
  const taken = camera && h("div", { class: "picker-camera" },
    h("input", { type: "file", id: `${id}-camera`, accept, capture: "environment", class: "picker-input",
      "aria-describedby": describedBy, on: { change } }),
    h("label", { for: `${id}-camera`, class: "button" }, camera));
  /** @type {(on: boolean) => (event: DragEvent) => void} */
  const over = (on) => (event) => {
    event.preventDefault();
    frame.classList.toggle("picker-over", on);
  };
  /** @type {(event: DragEvent) => void} */
  const drop = (event) => {
    over(false)(event);
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length > 0 && !input.disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  const frame = h("div", { class: "picker",
    on: { dragenter: over(true), dragover: over(true), dragleave: over(false), drop } },
    content, taken, input, button);
  return Object.assign(frame, { input, setLabel(/** @type {string} */ text) { button.textContent = text; } });
}
