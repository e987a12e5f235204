// How a person moves a camera: mouse, fingers, wheel and keys. Each tells `moved` afterwards.

const ORBIT = 2 * Math.PI; // radians for a drag over the height of the picture
const KEY_STEP = Math.PI / 24;
const ZOOM_STEP = 1.2;
const WHEEL = 0.0015; // zoom of a notch, by its pixels
const LINE = 16; // pixels of a line, for wheels that count those

/** What can be done to a camera by a button or a key. */
export const ACTIONS = {
  left: (camera) => camera.orbit(-KEY_STEP, 0),
  right: (camera) => camera.orbit(KEY_STEP, 0),
  up: (camera) => camera.orbit(0, KEY_STEP),
  down: (camera) => camera.orbit(0, -KEY_STEP),
  nearer: (camera) => camera.zoom(ZOOM_STEP),
  farther: (camera) => camera.zoom(1 / ZOOM_STEP),
  fit: (camera) => camera.reset(),
};

const KEYS = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", "+": "nearer", "=": "nearer", "-": "farther", 0: "fit",
};

/**
 * Listens on the element `stage` around the picture. camera() answers the camera, or null while there is none. A wheel zooms once
 * the stage has the focus, or with Ctrl (as a pinch on a touchpad comes): before, it scrolls the page.
 */
export function control(stage, camera, moved) {
  const fingers = new Map(); // pointers that are down, by id

  const act = (change) => {
    if (!camera()) return;
    change(camera());
    moved();
  };

  stage.addEventListener("pointerdown", (event) => {
    if (!camera() || event.button > 2 || event.target.closest("button")) return;
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
    if (fingers.size === 2) act((view) => pinch(view, fingers, event.pointerId, now, height));
    else if (event.shiftKey || event.buttons & 6) act((view) => view.pan(right, down));
    else act((view) => view.orbit(-right * ORBIT / 2, down * ORBIT / 2));
    fingers.set(event.pointerId, now);
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
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

const placeOf = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

// Two fingers: their distance zooms, their middle moves.
function pinch(view, fingers, id, now, height) {
  const [other] = [...fingers].filter(([key]) => key !== id).map(([, place]) => place);
  const before = fingers.get(id);
  const was = Math.hypot(before.x - other.x, before.y - other.y);
  const is = Math.hypot(now.x - other.x, now.y - other.y);
  if (was > 0 && is > 0) view.zoom(is / was);
  view.pan((now.x - before.x) / 2 / height, (now.y - before.y) / 2 / height);
}
