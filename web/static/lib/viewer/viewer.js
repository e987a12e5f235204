// The picture of a model. It is drawn when something has changed, and while the model turns by
// itself.

import { Camera } from "./camera.js";
import { ACTIONS, control } from "./controls.js";
import { canWire, Renderer } from "./renderer.js";
import { gridOf, Ruler, stepOf } from "./scale.js";

const MOST_DENSITY = 2; // pixels of the picture for a CSS pixel; more costs much and shows little
const TURN = 0.3; // radians a second
const ROOM = 1.18; // how much larger the picture is for lengths beside the model
const LONGEST_STEP = 0.1; // seconds; after a pause, a turning model goes on where it was

/** @import { Action } from "./controls.js" */
/** @import { Model } from "./model.js" */

/**
 * What the viewer does: `step` is the side of a square of the grid in metres, or 0 if there is none.
 * @typedef {{ turning: boolean, wires: boolean, scale: boolean, lost: boolean, step: number }} State
 */

/** @typedef {(state: State) => void} Changed */

/**
 * Shows models in a canvas inside the element `stage`, which takes the input. Calls changed(state)
 * at every change. Returns null if the browser has no WebGL2.
 * @type {(stage: HTMLElement, canvas: HTMLCanvasElement, changed: Changed) => Viewer | null}
 */
export function createViewer(stage, canvas, changed) {
  const renderer = Renderer.on(canvas);
  return renderer && new Viewer(renderer, stage, canvas, changed);
}

class Viewer {
  /**
   * @param {Renderer} renderer
   * @param {HTMLElement} stage
   * @param {HTMLCanvasElement} canvas
   * @param {Changed} changed
   */
  constructor(renderer, stage, canvas, changed) {
    this.renderer = renderer;
    this.canvas = canvas;
    this.changed = changed;
    /** @type {Camera | null} */
    this.camera = null;
    this.frame = 0;
    this.last = 0;
    this.onScreen = true;
    /** @type {Ruler | null} */
    this.ruler = null;
    /** @type {State} */
    this.state = { turning: false, wires: false, scale: false, lost: false, step: 0 };
    control(stage, () => this.camera, () => this.moved());
    stage.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      if (key.toLowerCase() === "w" && !ctrlKey && !metaKey && !altKey) this.toggleWires();
    });
    this.watch();
  }

  /** Gives every model a scale: a grid on the ground, and its lengths in a second canvas over the
   *  first. `words(metres)` is a length as people read it.
   *  @type {(canvas: HTMLCanvasElement, words: (metres: number) => string) => void} */
  measure(canvas, words) {
    this.ruler = new Ruler(canvas, words);
    this.set({ scale: true });
  }

  /** Shows a model. It turns unless the person has asked for little motion.
   *  @type {(model: Model) => void} */
  show(model) {
    this.renderer.show(model);
    this.camera = new Camera(model.bounds, this.ruler ? ROOM : 1);
    if (this.state.scale) this.renderer.showLines("grid", gridOf(model.bounds));
    const turning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.set({ turning, wires: this.state.wires && canWire(model), step: stepOf(model.bounds) });
  }

  /** Forgets the model. */
  clear() {
    this.renderer.clear();
    this.ruler?.clear();
    this.camera = null;
    this.set({ turning: false, step: 0 });
  }

  /** Does what ACTIONS lists, by its name.
   *  @type {(name: Action) => void} */
  act(name) {
    if (!this.camera) return;
    ACTIONS[name](this.camera);
    this.moved();
  }

  /** Lets the model turn by itself, or stops it. */
  toggleTurning() {
    if (this.camera) this.set({ turning: !this.state.turning });
  }

  /** Shows the edges of the facets, or hides them. */
  toggleWires() {
    const { model } = this.renderer;
    if (model && canWire(model)) this.set({ wires: !this.state.wires });
  }

  /** Shows the scale, or hides it. */
  toggleScale() {
    const { model } = this.renderer;
    if (!model || !this.ruler) return;
    const scale = !this.state.scale;
    this.renderer.showLines("grid", scale ? gridOf(model.bounds) : null);
    this.ruler.clear();
    this.set({ scale });
  }

  /** Marks lines on the model: pairs of points in metres, Y up. Null takes the marks away.
   *  @type {(lines: number[][][] | null) => void} */
  mark(lines) {
    if (!this.camera) return;
    const origin = this.camera.centre;
    const points = lines?.flatMap((ends) => ends.flatMap((end) => end.map((v, axis) => v - origin[axis])));
    this.renderer.showLines("marks", points ? { points: Float32Array.from(points), origin } : null);
    this.redraw();
  }

  // A person who moves the model does not want it to turn by itself.
  moved() {
    if (this.state.turning) this.set({ turning: false });
    else this.redraw();
  }

  /** @type {(change: Partial<State>) => void} */
  set(change) {
    Object.assign(this.state, change);
    this.changed({ ...this.state });
    this.redraw();
  }

  // Draws again when the size, colours or context of the picture change, but only while it is on
  // the screen.
  watch() {
    const { canvas } = this;
    new ResizeObserver(() => this.redraw()).observe(canvas);
    new IntersectionObserver((entries) => {
      this.onScreen = entries[entries.length - 1].isIntersecting;
      this.redraw();
    }).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // says that the context may come back
      this.set({ lost: true });
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.renderer.restore();
      this.set({ lost: false });
    });
  }

  redraw() {
    if (this.frame === 0 && this.onScreen && !this.state.lost)
      this.frame = requestAnimationFrame((time) => this.draw(time));
  }

  /** @type {(time: number) => void} */
  draw(time) {
    const { camera, canvas, state } = this;
    this.frame = 0;
    if (!camera || canvas.clientWidth === 0) return;
    if (state.turning) camera.orbit(TURN * Math.min((time - this.last) / 1000, LONGEST_STEP), 0);
    this.last = time;
    const { width, height, density } = fill(canvas);
    camera.shape(width, height);
    this.renderer.draw(camera, { width, height, density, wires: state.wires, ...themeOf(canvas) });
    if (this.ruler && state.scale)
      this.ruler.draw(camera, camera.bounds, width, height, { density, ...inkOf(this.ruler.canvas) });
    if (state.turning) this.redraw();
  }
}

// Gives the picture as many pixels as it has on the screen.
/** @type {(canvas: HTMLCanvasElement) => { width: number, height: number, density: number }} */
function fill(canvas) {
  const density = Math.min(devicePixelRatio, MOST_DENSITY);
  const width = Math.max(Math.round(canvas.clientWidth * density), 1);
  const height = Math.max(Math.round(canvas.clientHeight * density), 1);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return { width, height, density };
}

// The background comes from the stylesheet. The grid has the text colour, and on a dark background a
// shadow must be darker to show.
/** @type {(canvas: HTMLCanvasElement) => { ink: number[], line: number[], mark: number[],
 *   shadow: number }} */
function themeOf(canvas) {
  const line = (getComputedStyle(canvas).color.match(/[\d.]+/g) ?? []).slice(0, 3).map((v) => Number(v) / 255);
  const dark = line[0] + line[1] + line[2] > 1.5;
  // Edges and marks are drawn on the model, which is light in both schemes.
  return { ink: dark ? [0.1, 0.07, 0.06] : line, line, mark: [0.9, 0.02, 0.08], shadow: dark ? 0.75 : 0.38 };
}

// The look of the lengths, which the stylesheet gives to their canvas. Its outline has the colour
// behind the words.
/** @type {(canvas: HTMLCanvasElement) => { ink: string, ground: string, font: string }} */
function inkOf(canvas) {
  const { color: ink, outlineColor: ground, font } = getComputedStyle(canvas);
  return { ink, ground, font };
}
