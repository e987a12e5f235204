// How people move a camera: with mouse, fingers, wheel and keys. Each calls moved() afterwards.

const ORBIT = 2 * Math.PI; // radians for a drag over the height of the picture
const KEY_STEP = Math.PI / 24;
const ZOOM_STEP = 1.2;
const WHEEL = 0.0015; // zoom for each pixel of a notch
const LINE = 16; // pixels of a line, for wheels that count lines

/** @import { Camera } from "./camera.js" */
/** @typedef {keyof typeof ACTIONS} Action */
/** @typedef {{ x: number, y: number }} Place */

/** What can be done to a camera by a button or a key. */
export const ACTIONS = {
  left: (/** @type {Camera} */ camera) => camera.orbit(-KEY_STEP, 0),
  right: (/** @type {Camera} */ camera) => camera.orbit(KEY_STEP, 0),
  up: (/** @type {Camera} */ camera) => camera.orbit(0, KEY_STEP),
  down: (/** @type {Camera} */ camera) => camera.orbit(0, -KEY_STEP),
  nearer: (/** @type {Camera} */ camera) => camera.zoom(ZOOM_STEP),
  farther: (/** @type {Camera} */ camera) => camera.zoom(1 / ZOOM_STEP),
  fit: (/** @type {Camera} */ camera) => camera.reset(),
};

/** @type {Record<string, Action>} */
const KEYS = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", "+": "nearer", "=": "nearer",
  "-": "farther", 0: "fit",
};

/**
 * Listens on the element around the picture. camera() returns null while there is no model. The
 * wheel scrolls the page; it zooms if the stage has the focus, or with Ctrl, which is how browsers
 * report a pinch on a touchpad.
 * @type {(stage: HTMLElement, camera: () => Camera | null, moved: () => void) => void}
 */
export function control(stage, camera, moved) {
  /** @type {Map<number, Place>} */
  const fingers = new Map(); // pointers that are down, by id

  /** @type {(change: (camera: Camera) => void) => void} */
  const act = (change) => {
    const view = camera();
    if (!view) return;
    change(view);
    moved();
  };

  /** @type {(id: number) => Place} */
  const otherThan = (id) => [...fingers].filter(([key]) => key !== id)[0][1];

  stage.addEventListener("pointerdown", (event) => {
    if (!camera() || event.button > 2 || event.target instanceof Element && event.target.closest("button")) return;
    stage.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, placeOf(event));
  });
  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = placeOf(event);
    const height = stage.clientHeight;
    const right = (now.x - before.x) / height;
    const down = (now.y - before.y) / height;
    if (fingers.size === 2) act((view) => pinch(view, otherThan(event.pointerId), before, now, height));
    else if (event.shiftKey || event.buttons & 6) act((view) => view.pan(right, down));
    else act((view) => view.orbit(-right * ORBIT / 2, down * ORBIT / 2));
    fingers.set(event.pointerId, now);
  });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
    stage.addEventListener(type, ({ pointerId }) => fingers.delete(pointerId));
  }
  stage.addEventListener("contextmenu", (event) => event.preventDefault()); // the right button moves the model
  stage.addEventListener("wheel", (event) => {
    if (!camera() || !(event.ctrlKey || stage.contains(document.activeElement))) return;
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * LINE;
    act((view) => view.zoom(Math.exp(-pixels * WHEEL * (event.ctrlKey ? 6 : 1))));
  }, { passive: false });
  stage.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act(ACTIONS[name]);
  });
}

/** @type {(event: PointerEvent) => Place} */
const placeOf = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

// Two fingers: their distance zooms, their middle moves the model.
/** @type {(view: Camera, other: Place, before: Place, now: Place, height: number) => void} */
function pinch(view, other, before, now, height) {
  const was = Math.hypot(before.x - other.x, before.y - other.y);
  const is = Math.hypot(now.x - other.x, now.y - other.y);
  if (was > 0 && is > 0) view.zoom(is / was);
  view.pan((now.x - before.x) / 2 / height, (now.y - before.y) / 2 / height);
}
