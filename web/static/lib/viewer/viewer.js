// The picture of a model: it is drawn when something has changed, and while it turns by itself.

import { Camera } from "./camera.js";
import { ACTIONS, control } from "./controls.js";
import { canWire, Renderer } from "./renderer.js";

const MOST_DENSITY = 2; // pixels of the picture a CSS pixel; more costs much and shows little
const TURN = 0.3; // radians a second
const LONGEST_STEP = 0.1; // seconds; after a pause a turning model goes on where it was

/**
 * Shows models in a canvas inside the element `stage`, which takes the input. changed({turning, wires, lost}) is told whenever one
 * of the three changes. Answers null where the browser has no WebGL2.
 */
export function createViewer(stage, canvas, changed) {
  const renderer = Renderer.on(canvas);
  return renderer && new Viewer(renderer, stage, canvas, changed);
}

class Viewer {
  constructor(renderer, stage, canvas, changed) {
    Object.assign(this, { renderer, canvas, changed, camera: null, frame: 0, last: 0, onScreen: true });
    this.state = { turning: false, wires: false, lost: false };
    control(stage, () => this.camera, () => this.moved());
    stage.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      if (key.toLowerCase() === "w" && !ctrlKey && !metaKey && !altKey) this.toggleWires();
    });
    this.watch();
  }

  /** Shows a model, as readModel answers it, turning unless the person has asked for little motion. */
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

  /** Does what ACTIONS lists, by its name. */
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
    if (this.camera && canWire(this.renderer.model)) this.set({ wires: !this.state.wires });
  }

  // Who takes the model in hand does not want it to go on turning.
  moved() {
    if (this.state.turning) this.set({ turning: false });
    else this.redraw();
  }

  set(change) {
    Object.assign(this.state, change);
    this.changed({ ...this.state });
    this.redraw();
  }

  // Draws again when size, colours or context of the picture change, and not while nobody sees it.
  watch() {
    const { canvas } = this;
    new ResizeObserver(() => this.redraw()).observe(canvas);
    new IntersectionObserver((entries) => {
      this.onScreen = entries.at(-1).isIntersecting;
      this.redraw();
    }).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // says that it may come back
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

// Gives the picture as many pixels as its place on the screen has.
function fill(canvas) {
  const density = Math.min(devicePixelRatio, MOST_DENSITY);
  const width = Math.max(Math.round(canvas.clientWidth * density), 1);
  const height = Math.max(Math.round(canvas.clientHeight * density), 1);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return { width, height };
}

// The ground of the picture is the stylesheet's; edges have its text colour, and on a dark ground a shadow must be darker to show.
function themeOf(canvas) {
  const ink = getComputedStyle(canvas).color.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255);
  const dark = ink[0] + ink[1] + ink[2] > 1.5;
  // Edges lie on the model, which is light: they are dark in either scheme.
  return { ink: dark ? [0.1, 0.07, 0.06] : ink, shadow: dark ? 0.75 : 0.38 };
}
