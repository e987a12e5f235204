// The picture of a model. It is drawn when something has changed, and while the model turns by
// itself.

import { Camera } from "./camera.js";
import { ACTIONS, control } from "./controls.js";
import { canWire, Renderer } from "./renderer.js";

const MOST_DENSITY = 2; // pixels of the picture for a CSS pixel; more costs much and shows little
const TURN = 0.3; // radians a second
const LONGEST_STEP = 0.1; // seconds; after a pause, a turning model goes on where it was

/** @import { Action } from "./controls.js" */
/** @import { Model } from "./model.js" */
/** @typedef {{ turning: boolean, wires: boolean, lost: boolean }} State */
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
    /** @type {State} */
    this.state = { turning: false, wires: false, lost: false };
    control(stage, () => this.camera, () => this.moved());
    stage.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      if (key.toLowerCase() === "w" && !ctrlKey && !metaKey && !altKey) this.toggleWires();
    });
    this.watch();
  }

  /** Shows a model. It turns unless the person has asked for little motion.
   *  @type {(model: Model) => void} */
  show(model) {
    this.renderer.show(model);
    this.camera = new Camera(model.bounds);
    const turning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.set({ turning, wires: this.state.wires && canWire(model) });
  }

  /** Forgets the model. */
  clear() {
    this.renderer.clear();
    this.camera = null;
    this.set({ turning: false });
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
    if (this.frame === 0 && this.onScreen && !this.state.lost) this.frame = requestAnimationFrame((time) => this.draw(time));
  }

  /** @type {(time: number) => void} */
  draw(time) {
    const { camera, canvas, state } = this;
    this.frame = 0;
    if (!camera || canvas.clientWidth === 0) return;
    if (state.turning) camera.orbit(TURN * Math.min((time - this.last) / 1000, LONGEST_STEP), 0);
    this.last = time;
    const { width, height } = fill(canvas);
    camera.shape(width, height);
    this.renderer.draw(camera, { width, height, wires: state.wires, ...themeOf(canvas) });
    if (state.turning) this.redraw();
  }
}

// Gives the picture as many pixels as it has on the screen.
/** @type {(canvas: HTMLCanvasElement) => { width: number, height: number }} */
function fill(canvas) {
  const density = Math.min(devicePixelRatio, MOST_DENSITY);
  const width = Math.max(Math.round(canvas.clientWidth * density), 1);
  const height = Math.max(Math.round(canvas.clientHeight * density), 1);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return { width, height };
}

// The background comes from the stylesheet. Edges have the text colour, and on a dark background a
// shadow must be darker to show.
/** @type {(canvas: HTMLCanvasElement) => { ink: number[], shadow: number }} */
function themeOf(canvas) {
  const ink = (getComputedStyle(canvas).color.match(/[\d.]+/g) ?? []).slice(0, 3).map((v) => Number(v) / 255);
  const dark = ink[0] + ink[1] + ink[2] > 1.5;
  // Edges are drawn on the model, which is light, so they are dark in both schemes.
  return { ink: dark ? [0.1, 0.07, 0.06] : ink, shadow: dark ? 0.75 : 0.38 };
}
