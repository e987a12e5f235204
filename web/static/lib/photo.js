// Photos on their way to the server: made smaller in the browser, since phones take larger ones than any page needs. And
// their removal from there.

import { del } from "./api.js";
import { confirm } from "./dialog.js";
import { announce, h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * The photo as a JPEG of at most so many pixels on its long side, upright. A file that the browser cannot read as an image is
 * answered as it is: the server says best what is wrong with it.
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
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff"; // what is transparent in a PNG
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => { canvas.toBlob((made) => resolve(made ?? file), "image/jpeg", 0.9); });
}

/** A button that removes the photo at a path of the API, after asking; done() is told when it is gone. */
export function removePhotoButton(path, done) {
  const remove = async () => {
    const removed = await confirm({
      title: t("shell.photo.remove.title"),
      body: t("shell.photo.remove.lead"),
      yes: t("shell.photo.remove"),
      doing: t("shell.photo.removing"),
      danger: true,
      act: () => del(path),
    });
    if (!removed) return;
    done();
    announce(t("shell.photo.removed"));
  };
  return h("button", { type: "button", class: "plain", on: { click: remove } }, t("shell.photo.remove"));
}
