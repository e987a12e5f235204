// A solid in a dialog, to be turned: with a finger or a mouse, with arrow keys, or with buttons. Until
// it is here, and where the browser has no WebGL, its still picture is.

import { openDialog } from "./dialog.js";
import { announce, h, uniqueId } from "./dom.js";
import { loadMessages, t } from "./i18n.js";
import { look, showIn } from "./looks.js";
import { explain } from "./states.js";
import { createTurner } from "./turner.js";
import { readModel } from "./viewer/model.js";
import { createViewer } from "./viewer/viewer.js";

/** @import { Look } from "./looks.js" */
/** @import { State } from "./viewer/viewer.js" */
/** @typedef {{ name: string, photo?: Look, solid: Look }} Solid */

/** @type {ReturnType<typeof makeStage> | undefined} */
let stage; // one for all solids of a page: browsers have room for few

// The canvas, and what draws on it: null where there is no WebGL.
function makeStage() {
  const canvas = h("canvas", { class: "model-picture", role: "img" });
  const frame = h("div", { class: "model-frame", role: "group", tabindex: "0" });
  const made = { canvas, frame, changed: (/** @type {State} */ _) => {} };
  return { made, viewer: createViewer(frame, canvas, (state) => made.changed(state)) };
}

/** Shows a solid until the person closes the dialog.
 *  @type {(solid: Solid) => Promise<void>} */
export async function turntable({ name, photo, solid }) {
  await loadMessages("solid");
  stage ??= makeStage();
  const { made, viewer } = stage;
  const { canvas, frame } = made;
  const help = uniqueId("help");
  const words = h("p", { class: "hint", id: help }, viewer ? t("solid.loading") : t("solid.none"));
  const still = h("img", { class: "turntable-still", alt: "" });
  const { node: tools, press } = createTurner((action) => viewer?.act(action), () => viewer?.toggleTurning());

  /** @type {(isThere: boolean) => void} */
  function show(isThere) {
    canvas.hidden = tools.hidden = !isThere;
    still.hidden = isThere;
  }

  async function load() {
    if (!viewer) return;
    try {
      const model = await readModel(new Uint8Array(await (await look(solid)).arrayBuffer()), () => null);
      if (!frame.isConnected) return;
      show(true);
      viewer.show(model);
      words.textContent = t("solid.help");
      announce(t("solid.shown"));
    } catch (error) {
      words.textContent = explain(error);
      announce(words.textContent);
    }
  }

  made.changed = (state) => {
    press(state.turning);
    if (!canvas.hidden === state.lost) show(!state.lost);
  };
  frame.setAttribute("aria-label", t("solid.view", { name }));
  frame.setAttribute("aria-describedby", help);
  canvas.setAttribute("aria-label", name);
  frame.replaceChildren(still, canvas);
  show(false);
  if (photo) showIn(still, photo).catch(() => {}); // the solid itself may still come
  const closed = openDialog({
    title: name,
    content: (close) => [frame, words, tools,
      h("p", { class: "actions" }, h("button",
        { type: "button", class: "button button-quiet", on: { click: () => close() } }, t("solid.close")))],
  });
  frame.focus();
  load();
  await closed;
  viewer?.clear();
}
