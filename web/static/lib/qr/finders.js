// The three finder patterns of a QR code in a photo: along any line through their middles, dark and light take turns
// as 1 : 1 : 3 : 1 : 1 (ISO/IEC 18004, section 12).

import { valueAt } from "./image.js";

/** @import { Relief } from "./image.js" */

/** The middle of a finder pattern, its length along rows and columns, and how many rows have found it.
 *  @typedef {{ x: number, y: number, length: number, rows: number }} Finder */

/** Three finders, of which the first is where the two sides meet.
 *  @typedef {[corner: Finder, right: Finder, below: Finder]} Corners */

const MOST_FINDERS = 200; // that are kept of a photo
const TRIED_FINDERS = 18; // those that most rows have found
const TRIED_CORNERS = 8;
const TOLERANCE = 0.7; // of a module, at each run
const DIAGONAL = Math.SQRT1_2;

/** Whether five runs, dark ones first, are those of a finder.
 *  @type {(a: number, b: number, c: number, d: number, e: number) => boolean} */
function isFinder(a, b, c, d, e) {
  const module = (a + b + c + d + e) / 7;
  const off = module * TOLERANCE;
  return module > 0.9 && Math.abs(a - module) < off && Math.abs(b - module) < off &&
    Math.abs(c - 3 * module) < 2 * off && Math.abs(d - module) < off && Math.abs(e - module) < off;
}

/** Where between two neighbours the colour changes, from 0 to 1.
 *  @type {(before: number, after: number) => number} */
const change = (before, after) => before / (before - after);

/**
 * How long a finder is along a direction, and how far its middle is from where somebody took it to
 * be; null where no finder is.
 * @type {(relief: Relief, x: number, y: number, dx: number, dy: number) => { length: number, off: number } | null}
 */
export function across(relief, x, y, dx, dy) {
  const most = relief.width + relief.height;
  /** @type {(at: number) => number} */
  const value = (at) => valueAt(relief.depth, relief, x + at * dx, y + at * dy, -1);
  /** @type {(sign: number) => number[]} */
  const walk = (sign) => {
    const ends = [];
    for (let step = 1, before = value(0); ends.length < 3 && step < most; step++) {
      const now = value(sign * step);
      if ((now > 0) !== (ends.length % 2 === 0)) ends.push(step - 1 + change(before, now));
      before = now;
    }
    return ends;
  };
  if (!(value(0) > 0)) return null;
  const [on, back] = [walk(1), walk(-1)];
  if (on.length < 3 || back.length < 3) return null;
  const isOne = isFinder(back[2] - back[1], back[1] - back[0], back[0] + on[0], on[1] - on[0], on[2] - on[1]);
  return isOne ? { length: on[2] + back[2], off: (on[2] - back[2]) / 2 } : null;
}

/** The finders of a photo, those that most rows have found first.
 *  @type {(relief: Relief) => Finder[]} */
export function findersIn(relief) {
  const { width, height, depth } = relief;
  /** @type {Finder[]} */
  const found = [];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let [a, b, c, d, e] = [-1, -1, -1, -1, -1]; // where the colour changed before
    for (let x = 1, dark = depth[row] > 0; x < width; x++) {
      if ((depth[row + x] > 0) === dark) continue;
      const at = x - 1 + change(depth[row + x - 1], depth[row + x]);
      if (dark && a >= 0 && isFinder(b - a, c - b, d - c, e - d, at - e)) add(found, relief, (c + d) / 2, y);
      dark = !dark;
      [a, b, c, d, e] = [b, c, d, e, at];
    }
  }
  return found.sort((one, other) => other.rows - one.rows);
}

/** Adds what a row has found, if other lines find it there as well.
 *  @type {(found: Finder[], relief: Relief, x: number, y: number) => void} */
function add(found, relief, x, y) {
  /** @type {ReturnType<typeof across>} */
  let row = null;
  /** @type {ReturnType<typeof across>} */
  let column = null;
  for (let round = 0; round < 2; round++) {
    column = across(relief, x, y, 0, 1);
    if (!column) return;
    row = across(relief, x, y += column.off, 1, 0);
    if (!row) return;
    x += row.off;
  }
  if (!row || !column || row.length > 3 * column.length || column.length > 3 * row.length) return;
  const at = { x, y, length: (row.length + column.length) / 2, rows: 1 };
  const near = found.find((one) => Math.hypot(one.x - x, one.y - y) < at.length / 4);
  if (near) {
    const rows = near.rows + 1;
    for (const key of /** @type {const} */ (["x", "y", "length"])) near[key] += (at[key] - near[key]) / rows;
    near.rows = rows;
    return;
  }
  if (found.length < MOST_FINDERS && across(relief, x, y, DIAGONAL, DIAGONAL) &&
    across(relief, x, y, DIAGONAL, -DIAGONAL)) found.push(at);
}

/** Threes of finders that may be those of a code, the most regular ones first.
 *  @type {(finders: Finder[]) => Corners[]} */
export function cornersOf(finders) {
  const tried = finders.slice(0, TRIED_FINDERS);
  /** @type {{ corners: Corners, odd: number }[]} */
  const all = [];
  for (const [i, one] of tried.entries()) {
    for (const [j, two] of tried.entries()) {
      for (const three of tried.slice(j + 1)) {
        if (j <= i) continue;
        for (const corners of /** @type {Corners[]} */ ([[one, two, three], [two, one, three], [three, one, two]])) {
          const odd = oddity(corners);
          if (odd < Infinity) all.push({ corners: upright(corners), odd });
        }
      }
    }
  }
  return all.sort((a, b) => a.odd - b.odd).slice(0, TRIED_CORNERS).map(({ corners }) => corners);
}

/** How far three finders are from being those of a code that is seen from above.
 *  @type {(corners: Corners) => number} */
function oddity([corner, right, below]) {
  const [ax, ay, bx, by] = [right.x - corner.x, right.y - corner.y, below.x - corner.x, below.y - corner.y];
  const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)];
  const lengths = [corner.length, right.length, below.length];
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const cosine = Math.abs((ax * bx + ay * by) / (a * b));
  const skew = Math.abs(Math.log(a / b));
  if (!(most < 2.5 * least) || !(cosine < 0.65) || !(skew < 0.9)) return Infinity;
  // the middles are 14 to 170 modules from each other, and a finder that stands askew looks longer
  if (Math.min(a, b) < 1.1 * least || Math.max(a, b) > 40 * most) return Infinity;
  return cosine + skew + Math.log(most / least);
}

/** Right and below as they are in a code that is not mirrored.
 *  @type {(corners: Corners) => Corners} */
const upright = ([corner, right, below]) =>
  ((right.x - corner.x) * (below.y - corner.y) > (right.y - corner.y) * (below.x - corner.x)
    ? [corner, right, below] : [corner, below, right]);
