// Reads the code in a photo or in what a camera sees just now, with as many pixels as are needed.

import { LONGEST, readCode } from "./read.js";

const LARGEST = 64 << 20; // bytes of a photo's file
const FRAME = 640; // pixels of the long side of a frame: there is another one soon

/** What the code in a photo says; null for a file that is no photo, too.
 *  @type {(file: Blob) => Promise<string | null>} */
export async function readPhoto(file) {
  const bitmap = file.size > LARGEST ? null : await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  try {
    return readSource(bitmap, bitmap, LONGEST);
  } finally {
    bitmap.close();
  }
}

/** What the code says that a camera sees.
 *  @type {(video: HTMLVideoElement) => string | null} */
export const readFrame = (video) =>
  readSource(video, { width: video.videoWidth, height: video.videoHeight }, FRAME);

/** @type {(source: CanvasImageSource, size: { width: number, height: number }, longest: number) => string | null} */
function readSource(source, { width, height }, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen || canvas.width === 0 || canvas.height === 0) return null;
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = "#fff"; // under transparent parts
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  return readCode(pen.getImageData(0, 0, canvas.width, canvas.height));
}
