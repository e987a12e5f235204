// The camera: it circles around a point, with Y up.

import { apply, multiply, perspective } from "./matrix.js";
import { cornersOf } from "./model.js";

const ANGLE = 0.55; // vertical field of view in radians
const STEEPEST = 1.5; // radians above and below; at the poles, up would have no meaning
const MARGIN = 1.08;
const TURNS = 24; // directions that fit() checks, so that a turning model stays in the picture
const FIRST = { azimuth: 0.7, elevation: 0.42 };

/** @import { Matrix } from "./matrix.js" */
/** @import { Box } from "./model.js" */

/** A camera in front of a box. All lengths are the model's. */
export class Camera {
  /**
   * `room` is how much more than the box is in the picture at first, as a factor.
   * @param {Box} bounds
   * @param {number} room
   */
  constructor(bounds, room = 1) {
    this.bounds = bounds;
    this.room = room;
    this.centre = bounds.min.map((low, axis) => (low + bounds.max[axis]) / 2);
    const diagonal = Math.hypot(...bounds.max.map((high, axis) => high - bounds.min[axis]));
    // A model without extent needs a distance too.
    this.radius = diagonal / 2 || Math.max(...this.centre.map(Math.abs)) * 1e-3 || 1;
    this.aspect = 1;
    this.azimuth = 0;
    this.elevation = 0;
    this.target = this.centre;
    this.distance = 0;
    this.farthest = 0;
    this.fitted = true;
    this.reset();
  }

  /**
   * Goes back to the first view: from the side and a little from above, with all of the model in
   * the picture.
   */
  reset() {
    Object.assign(this, FIRST);
    this.fit();
  }

  /** Changes the distance so that all of the model is in the picture. */
  fit() {
    this.target = [...this.centre];
    const tanY = Math.tan(ANGLE / 2);
    const tanX = tanY * this.aspect;
    let distance = this.radius * 1e-3;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const view = this.rotation(this.azimuth + (2 * Math.PI * turn) / TURNS);
      for (const corner of cornersOf(this.bounds)) {
        const [x, y, z] = apply(view, corner.map((v, axis) => v - this.centre[axis]));
        distance = Math.max(distance, z + Math.abs(x) / tanX, z + Math.abs(y) / tanY);
      }
    }
    this.distance = distance * MARGIN * this.room;
    this.farthest = Math.max(this.distance * 8, this.radius * 20);
    this.fitted = true;
  }

  /** Takes the proportions of the picture. A fitted model stays fitted.
   *  @type {(width: number, height: number) => void} */
  shape(width, height) {
    const aspect = width / height;
    if (aspect === this.aspect) return;
    this.aspect = aspect;
    if (this.fitted) this.fit();
  }

  /** Circles by angles in radians.
   *  @type {(sideways: number, upwards: number) => void} */
  orbit(sideways, upwards) {
    this.azimuth += sideways;
    this.elevation = Math.min(Math.max(this.elevation + upwards, -STEEPEST), STEEPEST);
  }

  /** Comes nearer by a factor, or goes away by one below 1.
   *  @type {(factor: number) => void} */
  zoom(factor) {
    this.distance = Math.min(Math.max(this.distance / factor, this.radius * 0.01), this.farthest);
    this.fitted = false;
  }

  /** Moves the model in the picture, by shares of the picture's height.
   *  @type {(right: number, down: number) => void} */
  pan(right, down) {
    const height = 2 * this.distance * Math.tan(ANGLE / 2);
    const turned = this.rotation();
    for (let axis = 0; axis < 3; axis += 1) {
      // The rows of a rotation are the directions of the picture.
      this.target[axis] += (-right * turned[4 * axis] + down * turned[4 * axis + 1]) * height;
      const reach = 2 * this.radius;
      this.target[axis] = Math.min(Math.max(this.target[axis], this.centre[axis] - reach), this.centre[axis] + reach);
    }
    this.fitted = false;
  }

  /** Whether the camera is above a height.
   *  @type {(height: number) => boolean} */
  isAbove(height) {
    return this.target[1] + this.distance * Math.sin(this.elevation) > height;
  }

  /** @type {(azimuth?: number) => Matrix} */
  rotation(azimuth = this.azimuth) {
    const [sa, ca] = [Math.sin(azimuth), Math.cos(azimuth)];
    const [se, ce] = [Math.sin(this.elevation), Math.cos(this.elevation)];
    return [ca, -sa * se, sa * ce, 0, 0, ce, se, 0, -sa, -ca * se, ca * ce, 0, 0, 0, 0, 1];
  }

  /** The matrix from the scene to the camera's coordinates.
   *  @type {() => Matrix} */
  view() {
    const move = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...this.target.map((v) => -v), 1];
    const back = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -this.distance, 1];
    return multiply(back, multiply(this.rotation(), move));
  }

  /** The matrix from the camera's coordinates to the picture.
   *  @type {() => Matrix} */
  projection() {
    const off = Math.hypot(...this.target.map((v, axis) => v - this.centre[axis]));
    const far = this.distance + off + 3 * this.radius;
    const near = Math.max(this.distance - off - 3 * this.radius, far * 2e-4);
    return perspective(ANGLE, this.aspect, near, far);
  }
}
