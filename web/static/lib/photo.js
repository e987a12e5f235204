// Photos on their way to the server: made smaller in the browser, since phones take larger ones than any page needs.

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
