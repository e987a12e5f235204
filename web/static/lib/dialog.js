// Modal dialogs on the browser's own <dialog>: the page behind is inert, Esc closes, and the focus
// returns. A dialog goes with its view: Back closes it.

import { element, focusedElement, h, uniqueId } from "./dom.js";
import { t } from "./i18n.js";
import { notice, tryBusy } from "./states.js";

/** @typedef {(answer?: unknown) => void} Close */

/**
 * Opens a dialog with a heading and, below it, the nodes that content(close) returns. Resolves to
 * what close is called with, or to null for Esc and Back. While busy() is true, Esc does nothing.
 * @type {(options: { title: string, content: (close: Close) => Child, busy?: () => boolean,
 *   wide?: boolean }) => Promise<unknown>}
 */
export function openDialog({ title, content, busy = () => false, wide = false }) {
  return new Promise((resolve) => {
    const before = focusedElement();
    const leaving = new AbortController();
    const id = uniqueId("dialog");
    /** @type {unknown} */
    let answer = null;
    /** @type {Close} */
    const close = (value = null) => {
      answer = value;
      dialog.close();
    };
    const heading = h("h2", { id, tabindex: "-1" }, title);
    const dialog = h("dialog", {
      class: wide ? "dialog dialog-wide" : "dialog", "aria-labelledby": id,
      on: {
        cancel: (event) => { if (busy()) event.preventDefault(); },
        close: () => {
          leaving.abort();
          dialog.remove();
          if (before?.isConnected) before.focus();
          else element("main").focus();
          resolve(answer);
        },
      },
    }, heading, content(close));
    window.addEventListener("hashchange", () => close(), { signal: leaving.signal });
    document.body.append(dialog);
    dialog.showModal();
    // The focus goes to the first field or else to the heading, never to a button that does
    // something for good.
    /** @type {HTMLElement | null} */
    const field = dialog.querySelector("[autofocus], input:not([readonly]), select, textarea");
    (field ?? heading).focus();
  });
}

/**
 * Asks before something that matters. `body` says what happens and what cannot be undone. `act`
 * does it; while it runs, the buttons are off. If it fails, the dialog stays and shows why. With
 * `typed`, the person must type that text first. Resolves to whether it was done.
 * @type {(options: { title: string, body: Child, yes: string, doing?: string, act?: () =>
 *   Promise<unknown>, danger?: boolean, typed?: string }) => Promise<boolean>}
 */
export async function confirm({ title, body, yes, doing, act = async () => {}, danger = false, typed }) {
  let working = false;
  const done = await openDialog({
    title,
    busy: () => working,
    content: (close) => {
      const problem = h("div", { role: "alert" });
      const id = uniqueId("typed");
      const input = typed && h("input",
        { class: "input", id, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
      const go = h("button", { type: "submit", class: danger ? "button button-danger" : "button" }, yes);
      const leave = h("button", { type: "button", class: "button button-quiet", on: { click: () => close(false) } },
        t("shell.cancel"));
      /** @type {(event: Event) => Promise<void>} */
      const submit = async (event) => {
        event.preventDefault();
        if (working) return;
        if (typed && input && input.value.trim() !== typed) {
          problem.replaceChildren(notice("problem", h("p", {}, t("shell.typed.wrong", { text: typed }))));
          input.focus();
          return;
        }
        working = leave.disabled = true;
        const done = await tryBusy(go, problem, act, doing);
        working = leave.disabled = false;
        if (done) close(true);
        else go.focus();
      };
      return h("form", { novalidate: true, on: { submit } },
        h("div", { class: "dialog-body" }, typeof body === "string" ? h("p", {}, body) : body,
          typed && h("p", {}, h("label", { for: id }, t("shell.typed.label", { text: typed })), input)),
        problem,
        h("p", { class: "actions" }, go, leave));
    },
  });
  return done === true;
}
