// A button that asks the server to do something, once at a time, and says what went wrong.

import { announce, h } from "../../lib/dom.js";
import { explain, notice } from "../../lib/states.js";

/** The button, below a place for what goes wrong. While it works, it says `busy`.
 *  @type {(options: { label: string, busy: string, kind?: string,
 *   act: () => Promise<unknown> }) => Child[]} */
export function actButton({ label, busy, kind = "", act }) {
  const problem = h("div", { role: "alert" });
  const click = async () => {
    button.disabled = true;
    button.textContent = busy;
    announce(busy);
    problem.replaceChildren();
    try {
      await act();
    } catch (error) {
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
    } finally {
      button.disabled = false;
      button.textContent = label;
    }
  };
  const button = h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);
  return [problem, button];
}
