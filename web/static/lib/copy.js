// Copying to the clipboard.

import { announce, focusedElement, h, hiddenText } from "./dom.js";
import { t } from "./i18n.js";

/** Copies text. Resolves to whether that was possible.
 *  @type {(text: string) => Promise<boolean>} */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard needs HTTPS or localhost. A server in a club room has neither, so try the older
    // command too.
    const area = h("textarea", { class: "visually-hidden", readonly: true }, text);
    const focused = focusedElement();
    (focused?.closest("dialog") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return done;
  }
}

/**
 * A command or other text for a program, with a button that copies it. `name` is its name for
 * screen readers.
 * @type {(text: string, name: string) => HTMLElement}
 */
export function copyable(text, name) {
  const word = h("span", {}, t("shell.copy"));
  const click = async () => {
    word.textContent = (await copyText(text)) ? t("shell.copied") : t("shell.notCopied");
    announce(word.textContent);
    setTimeout(() => { word.textContent = t("shell.copy"); }, 3_000);
  };
  return h("div", { class: "copyable" },
    h("pre", { tabindex: "0", "aria-label": name },
      h("code", {}, text.split(/(?<=\s)(-[\w-]+)/).map((piece, i) =>
        (i % 2 === 1 ? h("span", { class: "flag" }, piece) : piece)))),
    h("button", { type: "button", class: "copy", on: { click } }, word, hiddenText(`: ${name}`)));
}
