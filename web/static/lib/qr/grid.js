// Where the modules of a QR code are in a photo that was taken from anywhere: a perspective transform, which is
// moved until the patterns that each code has are in their places.

import { across } from "./finders.js";
import { valueAt } from "./image.js";
import { drawPatterns, sizeOf } from "./symbol.js";

/** @import { Corners, Finder } from "./finders.js" */
/** @import { Image, Relief } from "./image.js" */
/** @import { Rows } from "./symbol.js" */

/** The middles of the three finders, and where a fourth would be: x and y of the corner, right, opposite, below.
 *  @typedef {number[]} Quad */

/** Where to look, in the unit square of the four middles, and 1 for dark or -1 for light: u, v and that of each.
 *  @typedef {Float64Array} Marks */

const EDGE = 3.5; // modules from the edge of a code to the middle of a finder
const LIKELY = 0.1; // of 1: how well the patterns must fit before any quad is tried
const GOOD = 0.4; // the same before a code is read
const CLEAR = 8; // levels of brightness from which a pixel is as dark or light as can be
const SPREAD = 12; // steps that the fourth corner is looked for to each side
const ROUNDS = 40;
const NEAR = 5; // modules around one that it is compared with
const AROUND = [[-0.25, -0.25], [0.25, -0.25], [-0.25, 0.25], [0.25, 0.25]]; // in modules, from the middle of one
const WITHIN = [...AROUND, [0, 0]];

/** The transform from the unit square to a quad, as eight numbers.
 *  @type {(quad: Quad) => number[]} */
function transformTo([x0, y0, x1, y1, x2, y2, x3, y3]) {
  const [px, py] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const whole = ax * by - bx * ay;
  const g = (px * by - bx * py) / whole;
  const h = (ax * py - px * ay) / whole;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h];
}

/** How well a quad fits: 1 where each mark has its colour, about 0 anywhere else.
 *  @type {(relief: Relief, marks: Marks, quad: Quad) => number} */
function fitness(relief, marks, quad) {
  const [a, b, c, d, e, f, g, h] = transformTo(quad);
  let sum = 0;
  for (let i = 0; i < marks.length; i += 3) {
    const [u, v] = [marks[i], marks[i + 1]];
    const w = g * u + h * v + 1;
    const value = valueAt(relief.depth, relief, (a * u + b * v + c) / w, (d * u + e * v + f) / w, -CLEAR);
    sum += marks[i + 2] * Math.max(-1, Math.min(1, value / CLEAR));
  }
  return (3 * sum) / marks.length;
}

/** The marks of a version: one in the middle of each module of its patterns, or four around it.
 *  @type {(version: number, offsets: number[][]) => Marks} */
function marksOf(version, offsets) {
  const side = sizeOf(version) - 2 * EDGE;
  /** @type {number[]} */
  const marks = [];
  drawPatterns(version, (r, c, dark) => {
    for (const [right, down] of offsets)
      marks.push((c + 0.5 + right - EDGE) / side, (r + 0.5 + down - EDGE) / side, dark ? 1 : -1);
  });
  return Float64Array.from(marks);
}

/** Where the code between three finders is; null if there is none. It has the version that is given, or the one that
 *  fits best.
 *  @type {(relief: Relief, corners: Corners, version?: number) => { version: number, quad: Quad } | null} */
export function place(relief, corners, version) {
  const { versions, quad } = guess(relief, corners);
  const likely = (version ? [version] : versions)
    .map((one) => ({ one, marks: marksOf(one, [[0, 0]]) }))
    .map(({ one, marks }) => ({ one, marks, fit: fitness(relief, marks, quad) }))
    .filter(({ fit }) => fit > LIKELY)
    .sort((a, b) => b.fit - a.fit);
  let best = { version: 0, quad, fit: 0 };
  for (const { one, marks } of likely.slice(0, 2)) {
    const module = Math.hypot(quad[2] - quad[0], quad[3] - quad[1]) / (sizeOf(one) - 2 * EDGE);
    const tried = turned(relief, marks, quad, module * Math.max(0.5, one / 12));
    if (tried.fit > best.fit) best = { version: one, ...tried };
  }
  if (best.fit < GOOD / 2) return null;
  const { fit, quad: placed } = climbed(relief, marksOf(best.version, AROUND), best.quad);
  return fit < GOOD ? null : { version: best.version, quad: placed };
}

/** The versions that a code between three finders may have, and its quad as their lengths tell it.
 *  @type {(relief: Relief, corners: Corners) => { versions: number[], quad: Quad }} */
function guess(relief, [corner, right, below]) {
  /** The modules from the corner to another finder, and how much nearer to the camera the other one is.
   *  @type {(to: Finder) => { modules: number, nearer: number }} */
  const measure = (to) => {
    const distance = Math.hypot(to.x - corner.x, to.y - corner.y);
    const [dx, dy] = [(to.x - corner.x) / distance, (to.y - corner.y) / distance];
    const [here, there] = [corner, to].map((one) =>
      across(relief, one.x, one.y, dx, dy)?.length ?? one.length * Math.max(Math.abs(dx), Math.abs(dy)));
    return { modules: (7 * distance) / Math.sqrt(here * there), nearer: Math.sqrt(there / here) };
  };
  const [first, second] = [measure(right), measure(below)];
  const version = ((first.modules + second.modules) / 2 - 10) / 4;
  const near = Math.max(1, Math.min(40, Math.round(version)));
  const [w1, w3] = [1 / first.nearer, 1 / second.nearer];
  const w2 = Math.max(0.3, w1 + w3 - 1);
  const [x, y] = /** @type {const} */ (["x", "y"]).map((axis) =>
    (w1 * right[axis] + w3 * below[axis] - corner[axis]) / w2);
  return { versions: [near - 1, near, near + 1].filter((one) => one >= 1 && one <= 40),
    quad: [corner.x, corner.y, right.x, right.y, x, y, below.x, below.y] };
}

/** A quad, and how well it fits.
 *  @typedef {{ quad: Quad, fit: number }} Placed */

/** Looks for the fourth corner around where it is thought to be.
 *  @type {(relief: Relief, marks: Marks, quad: Quad, step: number) => Placed} */
function turned(relief, marks, quad, step) {
  let best = { quad, fit: 0 };
  for (let down = -SPREAD; down <= SPREAD; down++) {
    for (let right = -SPREAD; right <= SPREAD; right++) {
      const tried = quad.with(4, quad[4] + step * right).with(5, quad[5] + step * down);
      const fit = fitness(relief, marks, tried);
      if (fit > best.fit) best = { quad: tried, fit };
    }
  }
  return best;
}

/** Moves the corners in ever smaller steps as long as the quad fits better.
 *  @type {(relief: Relief, marks: Marks, from: Quad) => Placed} */
function climbed(relief, marks, from) {
  let best = { quad: from, fit: fitness(relief, marks, from) };
  let step = Math.hypot(from[2] - from[0], from[3] - from[1]) / 32;
  for (let round = 0; round < ROUNDS && step > 0.05; round++) {
    const before = best.fit;
    for (let i = 0; i < 8; i++) {
      for (const sign of [1, -1]) {
        const quad = best.quad.with(i, best.quad[i] + sign * step);
        const fit = fitness(relief, marks, quad);
        if (fit > best.fit) best = { quad, fit };
      }
    }
    if (best.fit === before) step /= 2;
  }
  return best;
}

/** The modules of a code, each compared with those around it.
 *  @type {(image: Image, quad: Quad, version: number) => Rows} */
export function sample(image, quad, version) {
  const [size, side] = [sizeOf(version), sizeOf(version) - 2 * EDGE];
  const [a, b, c, d, e, f, g, h] = transformTo(quad);
  const values = new Float64Array(size * size);
  for (let i = 0; i < values.length; i++) {
    for (const [right, down] of WITHIN) {
      const [u, v] = [((i % size) + 0.5 + right - EDGE) / side, (Math.floor(i / size) + 0.5 + down - EDGE) / side];
      const w = g * u + h * v + 1;
      values[i] += valueAt(image.grey, image, (a * u + b * v + c) / w, (d * u + e * v + f) / w, 255) / WITHIN.length;
    }
  }
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => values[row * size + column] < middle(values, size, row, column)));
}

/** What is between the dark modules around a module and the light ones.
 *  @type {(values: Float64Array, size: number, row: number, column: number) => number} */
function middle(values, size, row, column) {
  const [top, bottom] = [Math.max(0, row - NEAR), Math.min(size - 1, row + NEAR)];
  const [left, right] = [Math.max(0, column - NEAR), Math.min(size - 1, column + NEAR)];
  let between = Infinity; // at first: all count as dark
  for (let round = 0; round < 3; round++) {
    let [dark, light, darks, lights] = [0, 0, 0, 0];
    for (let r = top; r <= bottom; r++) {
      for (let at = r * size + left; at <= r * size + right; at++) {
        if (values[at] < between) {
          dark += values[at];
          darks++;
        } else {
          light += values[at];
          lights++;
        }
      }
    }
    between = lights === 0 || darks === 0 ? (dark + light) / (darks + lights) : (dark / darks + light / lights) / 2;
  }
  return between;
}
