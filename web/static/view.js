// Starts the page that shows one model and nothing else, so that pages of other sites can frame it. It knows no
// session: neither lib/api.js nor what imports it belongs here.

import { announce, element, h, refill, uniqueId } from "./lib/dom.js";
import { loadMessages, t } from "./lib/i18n.js";
import { createTurner } from "./lib/turner.js";
import { readModel } from "./lib/viewer/model.js";
import { createViewer } from "./lib/viewer/viewer.js";

const NAME = /^[a-z2-7]{26}\.glb$/;

/** @import { Model } from "./lib/viewer/model.js" */

/** The model that the address of the page names, with its title; null if it is gone.
 *  @type {() => Promise<{ title: string, model: Model } | null>} */
async function load() {
  const name = new URLSearchParams(location.search).get("file") ?? "";
  if (!NAME.test(name)) return null;
  const response = await fetch(`/api/files/${name}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`status ${response.status}`);
  const title = titleOf(response.headers.get("Content-Disposition") ?? "");
  return { title, model: await readModel(new Uint8Array(await response.arrayBuffer()), () => null) };
}

// The name to save the model under, without its extension (RFC 6266).
/** @type {(disposition: string) => string} */
function titleOf(disposition) {
  const [, encoded, plain] = /filename(?:\*=utf-8''([^;]+)|="?([^";]+))/i.exec(disposition) ?? [];
  return (encoded ? decodeURIComponent(encoded) : plain ?? "").replace(/\.glb$/, "");
}

async function open() {
  await loadMessages("solid");
  const help = uniqueId("help");
  const title = h("h1", { class: "view-title" });
  const canvas = h("canvas", { class: "model-picture", role: "img", hidden: true });
  const message = h("div", { class: "model-message" });
  const frame = h("div", { class: "model-frame", role: "group", tabindex: "0", "aria-describedby": help },
    canvas, message);
  const words = h("p", { class: "visually-hidden", id: help }, t("solid.help"));
  const viewer = createViewer(frame, canvas, ({ turning }) => turner.press(turning));
  const turner = createTurner((action) => viewer?.act(action), () => viewer?.toggleTurning());
  turner.node.hidden = true;

  /** @type {(text: string) => void} */
  function say(text) {
    refill(message, h("p", {}, text));
    announce(text);
  }

  frame.setAttribute("aria-label", t("solid.loading"));
  refill(message, h("p", {}, t("solid.loading")));
  refill(element("main"), title, frame, words, turner.node);
  try {
    const found = await load();
    document.title = title.textContent = found?.title ?? t("solid.gone");
    frame.setAttribute("aria-label", t("solid.view", { name: title.textContent }));
    frame.hidden = !found;
    if (!found) return announce(t("solid.gone"));
    if (!viewer) return end(t("solid.unseen"));
    message.hidden = true;
    canvas.hidden = turner.node.hidden = false;
    canvas.setAttribute("aria-label", found.title);
    viewer.show(found.model);
    announce(t("solid.shown"));
  } catch {
    end(t("solid.failed"));
  }

  // There is nothing to turn.
  /** @type {(text: string) => void} */
  function end(text) {
    frame.removeAttribute("tabindex");
    say(text);
  }
}

open();
