// Reads a QR code in a photo, for browsers that cannot (ISO/IEC 18004): the finder patterns tell where a code is, the
// patterns of its version where its modules are, and its error correction which of them are wrong.

import { cornersOf, findersIn } from "./finders.js";
import { place, sample } from "./grid.js";
import { halved, imageOf, inverted, reliefOf, softened } from "./image.js";
import { read, versionIn } from "./words.js";

/** @import { Corners } from "./finders.js" */
/** @import { Image } from "./image.js" */

/** The longest side of a photo that is read. More pixels take time, and tell no more of a code that fills a hand. */
export const LONGEST = 1600;

const SHORTEST = 100; // of a photo that is made smaller once more

/** What the code in a photo says; null where there is none that can be read.
 *  @type {(pixels: { width: number, height: number, data: Uint8ClampedArray }) => string | null} */
export function readCode(pixels) {
  if (Math.max(pixels.width, pixels.height) > LONGEST || Math.min(pixels.width, pixels.height) < 21) return null;
  const images = [imageOf(pixels)];
  while (images.length < 3 && Math.max(images[0].width, images[0].height) > SHORTEST) images.unshift(halved(images[0]));
  const [small, half, whole] = [images[0], images.at(-2) ?? images[0], images[images.length - 1]];
  return readIn(half, 1 / 8) ?? readIn(softened(whole), 1 / 16) ?? readIn(whole, 1 / 8) ?? readIn(small, 1 / 3) ??
    readIn(inverted(half), 1 / 8);
}

/** The same, with thresholds for a share of the image.
 *  @type {(image: Image, share: number) => string | null} */
function readIn(image, share) {
  const relief = reliefOf(image, share);
  for (const corners of cornersOf(findersIn(relief))) {
    let placed = place(relief, corners);
    let rows = placed && sample(image, placed.quad, placed.version);
    const said = rows && versionIn(rows);
    if (said && said !== placed?.version) {
      placed = place(relief, corners, said);
      rows = placed && sample(image, placed.quad, placed.version);
    }
    const text = rows && read(rows);
    if (text !== null) return text;
  }
  return null;
}
