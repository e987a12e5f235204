// The scale of a model: a grid on the ground, and the length, width and height beside the model.
// Lengths are metres, as in glTF.

import { multiply } from "./matrix.js";

/** @import { Camera } from "./camera.js" */
/** @import { Box } from "./model.js" */
/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ density: number, ink: string, ground: string, font: string }} Look */

const SQUARES = 10; // about as many along the longest side
const AROUND = 1.1; // how far the grid goes beyond the model, in longest sides
const OFF = 0.07; // how far a length is from the model, in longest sides
const TICK = 5; // pixels
const SHORTEST = 5; // pixels of a length that is worth a line
const BESIDE = 10; // pixels between an upright length and its words

/** The longest side of a box.
 *  @type {(box: Box) => number} */
const longestOf = ({ min, max }) => Math.max(...max.map((high, axis) => high - min[axis]));

/** The side of a square of the grid: 1, 2 or 5 times a power of ten, or 0 if the box has no extent.
 *  @type {(box: Box) => number} */
export function stepOf(box) {
  const rough = longestOf(box) / SQUARES;
  if (!(rough > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((times) => times * power >= rough * 0.999) ?? 10);
}

/**
 * The grid below a box: its lines from an origin, each as two points, and the distance from there at
 * which it has faded. One corner of a square is at the corner of the box, so that squares can be
 * counted.
 * @type {(box: Box) => { points: Float32Array<ArrayBuffer>, origin: number[], fade: number } | null}
 */
export function gridOf(box) {
  const step = stepOf(box);
  if (step === 0) return null;
  const { min, max } = box;
  const longest = longestOf(box);
  const origin = [(min[0] + max[0]) / 2, min[1] - longest * 1e-3, (min[2] + max[2]) / 2];
  const reach = Math.hypot(max[0] - min[0], max[2] - min[2]) / 2 + longest * AROUND;
  /** @type {number[]} */
  const points = [];
  for (const [axis, other] of [[0, 2], [2, 0]]) {
    const first = min[axis] - origin[axis];
    const from = Math.ceil((-reach - first) / step);
    const to = Math.floor((reach - first) / step);
    for (let i = from; i <= to; i += 1) {
      const ends = [[0, 0, 0], [0, 0, 0]];
      for (const [side, end] of ends.entries()) {
        end[axis] = first + i * step;
        end[other] = side === 0 ? -reach : reach;
      }
      points.push(...ends.flat());
    }
  }
  return { points: Float32Array.from(points), origin, fade: reach };
}

/** Draws the lengths of the sides beside a model, into a canvas over its picture. */
export class Ruler {
  /** `words(metres)` is a length as people read it.
   *  @param {HTMLCanvasElement} canvas
   *  @param {(metres: number) => string} words */
  constructor(canvas, words) {
    this.canvas = canvas;
    this.words = words;
  }

  /** Takes away what was drawn. */
  clear() {
    this.canvas.getContext("2d")?.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** Draws the three lengths as a camera sees them.
   *  @type {(camera: Camera, box: Box, width: number, height: number, look: Look) => void} */
  draw(camera, box, width, height, { density, ink, ground, font }) {
    const { canvas, words } = this;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(density, 0, 0, density, 0, 0);
    pen.clearRect(0, 0, width, height);
    Object.assign(pen, { font, textAlign: "center", textBaseline: "middle", lineJoin: "round", strokeStyle: ink,
      fillStyle: ink });
    const project = projection(camera, width / density, height / density);
    for (const { from, to, length } of sidesOf(camera, box)) {
      const [a, b] = [project(from), project(to)];
      if (length > 0 && a && b && Math.hypot(b.x - a.x, b.y - a.y) >= SHORTEST)
        drawLength(pen, a, b, words(length), ground, width / density);
    }
  }
}

// From a point of the scene to a place in the picture, in CSS pixels, or to null if it is behind the
// camera.
/** @type {(camera: Camera, width: number, height: number) => (point: number[]) => Place | null} */
function projection(camera, width, height) {
  const m = multiply(camera.projection(), camera.view());
  return ([x, y, z]) => {
    const [right, up, , w] = [0, 1, 2, 3].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
    return w > 0 ? { x: (right / w + 1) * width / 2, y: (1 - up / w) * height / 2 } : null;
  };
}

// Where the lengths go: on the ground along the two sides that are nearer, and upright at the corner
// that is furthest to the right.
/** @type {(camera: Camera, box: Box) => { from: number[], to: number[], length: number }[]} */
function sidesOf(camera, box) {
  const { min, max } = box;
  const off = longestOf(box) * OFF;
  const turned = camera.rotation();
  // The third row of a rotation is the direction to the eye, and the first is that to the right.
  const nearX = turned[2] > 0;
  const nearZ = turned[10] > 0;
  const x = nearX ? max[0] + off : min[0] - off;
  const z = nearZ ? max[2] + off : min[2] - off;
  const rightX = turned[0] > 0 ? max[0] : min[0];
  const rightZ = turned[8] > 0 ? max[2] : min[2];
  const outX = rightX + Math.sign(turned[0]) * off * Math.abs(turned[0]);
  const outZ = rightZ + Math.sign(turned[8]) * off * Math.abs(turned[8]);
  return [
    { from: [min[0], min[1], z], to: [max[0], min[1], z], length: max[0] - min[0] },
    { from: [x, min[1], min[2]], to: [x, min[1], max[2]], length: max[2] - min[2] },
    { from: [outX, min[1], outZ], to: [outX, max[1], outZ], length: max[1] - min[1] },
  ];
}

// The words of an upright length are beside it, and those of others on it.
/** @type {(pen: CanvasRenderingContext2D, a: Place, b: Place, words: string, ground: string,
 *   width: number) => void} */
function drawLength(pen, a, b, words, ground, width) {
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  const across = { x: -(b.y - a.y) / long * TICK, y: (b.x - a.x) / long * TICK };
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(a.x, a.y);
  pen.lineTo(b.x, b.y);
  for (const { x, y } of [a, b]) {
    pen.moveTo(x - across.x, y - across.y);
    pen.lineTo(x + across.x, y + across.y);
  }
  pen.stroke();
  const half = pen.measureText(words).width / 2 + 5;
  const upright = Math.abs(b.x - a.x) < long / 3;
  const x = Math.min(Math.max((a.x + b.x) / 2 + (upright ? half + BESIDE : 0), half), width - half);
  const y = (a.y + b.y) / 2;
  const ink = pen.fillStyle;
  pen.fillStyle = ground;
  pen.beginPath();
  pen.roundRect(x - half, y - 10, 2 * half, 20, 5);
  pen.fill();
  pen.fillStyle = ink;
  pen.fillText(words, x, y);
}
