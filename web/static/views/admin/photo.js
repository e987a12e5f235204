// Choosing the photo of a candidate: a file, and the square of it that voters see. People move the
// square with a pointer or with sliders. It is cut out here, so that no more is sent than is kept. Or
// a solid, which is sent as it is.

import { formOf, upload } from "../../lib/api.js";
import { announce, h, uniqueId } from "../../lib/dom.js";
import { bytes } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { likeness } from "../../lib/likeness.js";
import { ENDINGS, MODEL } from "../../lib/models.js";
import { penOf, removePhotoButton } from "../../lib/photo.js";
import { filePicker } from "../../lib/pick.js";

const TYPES = ["image/jpeg", "image/png", "image/webp"];
const SIDE = 800; // pixels of the square that is sent
const PREVIEW = 480; // pixels of the square that is shown
const ZOOM = 4; // how far the picture can be enlarged

/**
 * The field. `path` is that of the candidate in the API. send(to) uploads what was chosen, if anything,
 * for the candidate at a path, who may be new.
 * @type {(candidate: Api.Candidate | undefined, path: string, signal: AbortSignal) =>
 *   { node: HTMLElement, send(to: string): Promise<void> }}
 */
export function photoField(candidate, path, signal) {
  const errorId = uniqueId("photo-error");
  const error = h("p", { class: "field-error", id: errorId, hidden: true });
  const face = h("div", { class: "picker-face" }, candidate?.photo ? likeness(candidate, signal) : null);
  const drop = h("p", {}, t("admin.photo.drop"));
  const zone = filePicker({
    label: t(candidate?.photo ? "admin.photo.other" : "admin.photo.choose"), accept: [...TYPES, ENDINGS].join(","),
    describedBy: errorId,
    content: [face, drop], onFiles: ([file]) => take(file),
  });
  const place = h("div", {});
  const what = candidate?.solid ? "solid" : "photo";
  const remove = candidate?.photo && removePhotoButton(`${path}/${what}`, () => {
    face.replaceChildren();
    zone.setLabel(t("admin.photo.choose"));
    if (remove) remove.remove();
    zone.input.focus();
  }, what);
  if (remove) zone.append(remove);
  /** @type {ReturnType<typeof cropper> | null} */
  let crop = null;
  /** @type {File | null} */
  let solid = null;

  /** @type {(file: File) => Promise<void>} */
  async function take(file) {
    fail("");
    if (MODEL.test(file.name)) return takeSolid(file);
    let bitmap;
    try {
      if (!TYPES.includes(file.type)) throw new TypeError(file.type);
      bitmap = await createImageBitmap(file); // upright, as the camera noted
    } catch {
      return fail(t("admin.photo.unreadable"));
    }
    crop?.close();
    if (signal.aborted) return bitmap.close();
    crop = cropper(bitmap);
    solid = null;
    taken(crop.node);
    announce(t("admin.photo.chosen"));
    crop.focus();
    return undefined;
  }

  // What it is, the server finds out when it makes the picture.
  /** @type {(file: File) => void} */
  function takeSolid(file) {
    crop?.close();
    crop = null;
    solid = file;
    const words = t("admin.solid.chosen", { name: file.name, size: bytes(file.size) });
    taken(h("p", { class: "solid-file" }, words));
    announce(words);
  }

  /** @type {(node: HTMLElement) => void} */
  function taken(node) {
    face.replaceChildren();
    drop.hidden = true;
    zone.setLabel(t("admin.photo.other"));
    place.replaceChildren(node);
  }

  /** @type {(message: string) => void} */
  function fail(message) {
    error.textContent = message;
    error.hidden = !message;
    if (message) announce(message);
  }

  signal.addEventListener("abort", () => crop?.close());

  return {
    node: h("fieldset", { class: "field" },
      h("legend", {}, t("admin.photo"), h("span", { class: "optional" }, ` ${t("shell.optional")}`)),
      h("p", { class: "hint" }, t("admin.photo.hint")), error, zone, place),
    async send(to) {
      if (solid) await upload(`${to}/solid`, formOf(solid));
      const image = await crop?.cut();
      if (image) await upload(`${to}/photo`, formOf(image, "photo"));
    },
  };
}

// The three sliders, each from 0 to 100, say where the square is: how near, how far right, how far
// down.
/** @type {(bitmap: ImageBitmap) => { node: HTMLElement, focus(): void, close(): void,
 *   cut(): Promise<Blob | null> }} */
function cropper(bitmap) {
  const canvas = h("canvas", { class: "crop-canvas", width: PREVIEW, height: PREVIEW, role: "img",
    "aria-label": t("admin.photo.preview") });
  /** @type {(label: string, value: number) => { input: HTMLInputElement, node: HTMLElement }} */
  const slider = (label, value) => {
    const id = uniqueId("crop");
    const input = h("input", { type: "range", class: "slider", id, min: "0", max: "100", step: "1", value,
      on: { input: draw } });
    return { input, node: h("div", { class: "crop-slider" }, h("label", { for: id }, label), input) };
  };
  const near = slider(t("admin.photo.zoom"), 0);
  const right = slider(t("admin.photo.right"), 50);
  const down = slider(t("admin.photo.down"), bitmap.height > bitmap.width ? 25 : 50); // faces are in the upper part

  function square() {
    const side = Math.min(bitmap.width, bitmap.height) / ZOOM ** (near.input.valueAsNumber / 100);
    return {
      side,
      x: ((bitmap.width - side) * right.input.valueAsNumber) / 100,
      y: ((bitmap.height - side) * down.input.valueAsNumber) / 100,
    };
  }

  /** @type {(target: HTMLCanvasElement, size: number) => void} */
  function paint(target, size) {
    const { side, x, y } = square();
    const brush = penOf(target);
    brush.fillStyle = "#fff"; // under transparent parts, since JPEG has no transparency
    brush.fillRect(0, 0, size, size);
    brush.imageSmoothingQuality = "high";
    brush.drawImage(bitmap, x, y, side, side, 0, 0, size, size);
  }

  function draw() {
    const { side } = square();
    right.input.disabled = bitmap.width - side < 1;
    down.input.disabled = bitmap.height - side < 1;
    paint(canvas, PREVIEW);
  }

  // When people pull the picture, the point under the pointer stays there.
  /** @type {(event: PointerEvent) => void} */
  function pull(event) {
    if (!event.buttons) return;
    const scale = square().side / canvas.getBoundingClientRect().width;
    /** @type {(input: HTMLInputElement, room: number, pixels: number) => void} */
    const shift = (input, room, pixels) => {
      if (room >= 1) input.valueAsNumber -= (100 * pixels * scale) / room;
    };
    shift(right.input, bitmap.width - square().side, event.movementX);
    shift(down.input, bitmap.height - square().side, event.movementY);
    draw();
  }
  for (const { input } of [right, down]) input.step = "any"; // a pull is finer than an arrow key
  for (const { input } of [right, down]) input.addEventListener("keydown", (event) => {
    if (!/^Arrow(Right|Up|Left|Down)$/.test(event.key)) return;
    event.preventDefault();
    input.valueAsNumber += event.key === "ArrowRight" || event.key === "ArrowDown" ? 2 : -2;
    draw();
  });
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", pull);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    near.input.valueAsNumber -= Math.sign(event.deltaY) * 4;
    draw();
  }, { passive: false });

  draw();
  return {
    node: h("div", { class: "crop" }, canvas,
      h("div", { class: "crop-sliders" }, h("p", { class: "hint" }, t("admin.photo.crop.hint")), near.node, right.node,
        down.node)),
    focus: () => near.input.focus(),
    close: () => bitmap.close(),
    cut() {
      const size = Math.min(SIDE, Math.round(square().side));
      const cut = h("canvas", { width: size, height: size });
      paint(cut, size);
      return new Promise((resolve) => { cut.toBlob(resolve, "image/jpeg", 0.9); });
    },
  };
}
