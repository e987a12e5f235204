// Modal dialogs on the browser's own <dialog>: the page behind is inert, Esc closes, and the focus returns.

import { announce, h, uniqueId } from "./dom.js";
import { t } from "./i18n.js";
import { explain, notice } from "./states.js";

/**
 * Opens a dialog with a heading and content, and answers a promise of what it is closed with (null by Esc). content(close)
 * gives the nodes below the heading. While busy() is true, Esc does nothing.
 */
export function openDialog({ title, content, busy = () => false, wide = false }) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const id = uniqueId("dialog");
    let answer = null;
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
          dialog.remove();
          if (before?.isConnected) before.focus();
          else document.getElementById("main").focus();
          resolve(answer);
        },
      },
    }, heading, content(close));
    document.body.append(dialog);
    dialog.showModal();
    // The first field, or else the heading: never a button that does something for good.
    (dialog.querySelector("[autofocus], input:not([readonly]), select, textarea") ?? heading).focus();
  });
}

/**
 * Asks before something is done that matters. `body` (text or nodes) says what it does and what cannot be undone; `act` does
 * it, and while it runs nothing can be pressed. Answers whether it was done. A failure is shown in the dialog, which stays.
 * With `typed` the person has to type that text first.
 */
export async function confirm({ title, body, yes, doing, act = async () => {}, danger = false, typed }) {
  let working = false;
  const done = await openDialog({
    title,
    busy: () => working,
    content: (close) => {
      const problem = h("div", { role: "alert" });
      const id = uniqueId("typed");
      const input = typed && h("input", { class: "input", id, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
      const go = h("button", { type: "submit", class: danger ? "button button-danger" : "button" }, yes);
      const leave = h("button", { type: "button", class: "button button-quiet", on: { click: () => close(false) } }, t("shell.cancel"));
      const submit = async (event) => {
        event.preventDefault();
        if (working) return;
        if (typed && input.value.trim() !== typed) {
          problem.replaceChildren(notice("problem", h("p", {}, t("shell.typed.wrong", { text: typed }))));
          input.focus();
          return;
        }
        working = true;
        go.disabled = true;
        leave.disabled = true;
        if (doing) {
          go.textContent = doing;
          announce(doing);
        }
        problem.replaceChildren();
        try {
          await act();
          close(true);
        } catch (error) {
          problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
          go.textContent = yes;
          go.disabled = false;
          leave.disabled = false;
          go.focus();
        } finally {
          working = false;
        }
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
