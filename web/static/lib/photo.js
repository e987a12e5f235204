// Makes photos smaller before the upload, because phones take larger ones than any page needs. And
// removes them from the server.
//
// keys: shell.photo.remove* admin.solid.remove*

import { del } from "./api.js";
import { confirm } from "./dialog.js";
import { announce, h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * The photo as an upright JPEG whose long side has at most so many pixels. A file that the browser
 * cannot read as an image stays as it is: the server says what is wrong with it.
 * @type {(file: Blob, longSide: number) => Promise<Blob>}
 */
export async function shrink(file, longSide) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return file;
  }
  const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = penOf(canvas);
  pen.fillStyle = "#fff"; // under transparent parts of a PNG
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => { canvas.toBlob((made) => resolve(made ?? file), "image/jpeg", 0.9); });
}

/** The 2D context of a canvas, which every browser has.
 *  @type {(canvas: HTMLCanvasElement) => CanvasRenderingContext2D} */
export const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** A button that asks, removes the photo or the solid at a path of the API and then calls done().
 *  @type {(path: string, done: () => void, what?: "photo" | "solid") => HTMLButtonElement} */
export function removePhotoButton(path, done, what = "photo") {
  /** @type {(end: "" | ".title" | ".lead" | "d") => string} */
  const words = (end) => (what === "photo" ? t(`shell.photo.remove${end}`) : t(`admin.solid.remove${end}`));
  const remove = async () => {
    const removed = await confirm({
      title: words(".title"),
      body: words(".lead"),
      yes: words(""),
      doing: t("shell.photo.removing"),
      danger: true,
      act: () => del(path),
    });
    if (!removed) return;
    done();
    announce(words("d"));
  };
  return h("button", { type: "button", class: "plain", on: { click: remove } }, words(""));
}
