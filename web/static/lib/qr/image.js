// Photos as the reader of QR codes works on them: brightness, and how much darker a pixel is than what is around it.

const CELL = 8; // pixels that share a threshold, along a side

/** Brightness from 0 to 255, row by row.
 *  @typedef {{ width: number, height: number, grey: Uint8Array }} Image */

/** An image with what each pixel is darker than its threshold, negative for light ones.
 *  @typedef {Image & { depth: Int16Array }} Relief */

/** The brightness of pixels of red, green, blue and alpha.
 *  @type {(pixels: { width: number, height: number, data: Uint8ClampedArray }) => Image} */
export function imageOf({ width, height, data }) {
  const grey = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < grey.length; i++, at += 4)
    grey[i] = (77 * data[at] + 151 * data[at + 1] + 28 * data[at + 2]) >> 8;
  return { width, height, grey };
}

/** The image with half as many pixels along each side, which have less noise.
 *  @type {(image: Image) => Image} */
export function halved({ width, height, grey }) {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h);
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0, from = 2 * y * width; x < w; x++, to++, from += 2)
      half[to] = (grey[from] + grey[from + 1] + grey[from + width] + grey[from + width + 1]) >> 2;
  }
  return { width: w, height: h, grey: half };
}

/** @type {(image: Image) => Image} */
export const inverted = (image) => ({ ...image, grey: image.grey.map((value) => 255 - value) });

/** The image with a part of each pixel's neighbours in it, which hides noise.
 *  @type {(image: Image) => Image} */
export function softened({ width, height, grey }) {
  const soft = grey.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const [above, below] = [at - width, at + width];
      soft[at] = (grey[above - 1] + grey[above + 1] + grey[below - 1] + grey[below + 1] +
        2 * (grey[above] + grey[below] + grey[at - 1] + grey[at + 1]) + 4 * grey[at]) >> 4;
    }
  }
  return { width, height, grey: soft };
}

/** Compares each pixel with a window around it, whose sides are `share` of the long side of the image. The threshold is
 *  between what is darker there than the mean, and what is lighter.
 *  @type {(image: Image, share: number) => Relief} */
export function reliefOf(image, share) {
  const { width, height, grey } = image;
  const reach = Math.ceil((Math.max(width, height) * share) / 2 / CELL);
  const columns = Math.ceil(width / CELL);
  const all = windowsOf(image, reach, new Int16Array(columns * Math.ceil(height / CELL)).fill(256));
  const means = all.sums.map((sum, i) => sum / all.counts[i]);
  const dark = windowsOf(image, reach, means);
  const thresholds = means.map((mean, i) => {
    const lights = all.counts[i] - dark.counts[i];
    if (dark.counts[i] === 0 || lights === 0) return mean - 1;
    return (dark.sums[i] / dark.counts[i] + (all.sums[i] - dark.sums[i]) / lights) / 2;
  });
  const depth = new Int16Array(grey.length);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / CELL) * columns;
    for (let x = 0; x < width; x++, at++) depth[at] = Math.round(thresholds[row + (x >> 3)] - grey[at]);
  }
  return { ...image, depth };
}

/** For each cell, of the window up to `reach` cells away: the sum and the number of the pixels that are darker than the
 *  limit of their cell.
 *  @type {(image: Image, reach: number, limits: ArrayLike<number>) => { sums: Float64Array, counts: Float64Array }} */
function windowsOf({ width, height, grey }, reach, limits) {
  const [rows, columns] = [Math.ceil(height / CELL), Math.ceil(width / CELL)];
  const stride = columns + 1;
  const totals = [new Float64Array((rows + 1) * stride), new Float64Array((rows + 1) * stride)]; // above, to the left
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const [right, bottom] = [Math.min(width, (c + 1) * CELL), Math.min(height, (r + 1) * CELL)];
      const limit = limits[r * columns + c];
      let [sum, count] = [0, 0];
      for (let y = r * CELL; y < bottom; y++) {
        for (let at = y * width + c * CELL; at < y * width + right; at++) {
          if (grey[at] >= limit) continue;
          sum += grey[at];
          count++;
        }
      }
      const at = (r + 1) * stride + c + 1;
      for (const [i, own] of [sum, count].entries())
        totals[i][at] = own + totals[i][at - 1] + totals[i][at - stride] - totals[i][at - stride - 1];
    }
  }
  const [sums, counts] = totals.map((total) => Float64Array.from({ length: rows * columns }, (_, i) => {
    const [r, c] = [Math.floor(i / columns), i % columns];
    const [top, bottom] = [Math.max(0, r - reach) * stride, Math.min(rows, r + reach + 1) * stride];
    const [left, right] = [Math.max(0, c - reach), Math.min(columns, c + reach + 1)];
    return total[bottom + right] - total[bottom + left] - total[top + right] + total[top + left];
  }));
  return { sums, counts };
}

/** The value between four pixels; outside of the image it is `outside`.
 *  @type {(values: ArrayLike<number>, size: { width: number, height: number }, x: number, y: number,
 *    outside: number) => number} */
export function valueAt(values, { width, height }, x, y, outside) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) return outside;
  const [right, down, at] = [x - left, y - top, top * width + left];
  return (values[at] * (1 - right) + values[at + 1] * right) * (1 - down) +
    (values[at + width] * (1 - right) + values[at + width + 1] * right) * down;
}
