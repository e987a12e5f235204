// Choosing a file: a real file input under a label that looks like a button, and a place to drop a file on.

import { h, uniqueId } from "./dom.js";

/**
 * A frame to choose files with, by its button or by dropping them on it: onFiles(files) is told. `content` stands above the
 * button, and `describedBy` is the id of what describes it.
 */
export function filePicker({ label, accept, multiple = false, content = [], describedBy, onFiles }) {
  const id = uniqueId("file");
  const change = () => {
    const files = [...input.files];
    input.value = ""; // the same file may be chosen again
    if (files.length > 0) onFiles(files);
  };
  const input = h("input", { type: "file", id, accept, multiple, class: "picker-input", "aria-describedby": describedBy, on: { change } });
  const over = (on) => (event) => {
    event.preventDefault();
    frame.classList.toggle("picker-over", on);
  };
  const drop = (event) => {
    over(false)(event);
    const files = [...event.dataTransfer.files];
    if (files.length > 0 && !input.disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  const frame = h("div", { class: "picker", on: { dragenter: over(true), dragover: over(true), dragleave: over(false), drop } },
    content, input, h("label", { for: id, class: "button button-quiet" }, label));
  return Object.assign(frame, { input });
}
