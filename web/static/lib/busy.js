// A button that waits while something is done.

import { announce } from "./dom.js";

/** Does something while a button is off. The button and screen readers say `words` meanwhile, if there are any.
 *  @type {<Result>(button: HTMLButtonElement, act: () => Promise<Result>, words?: string) => Promise<Result>} */
export async function whileBusy(button, act, words = "") {
  const label = [...button.childNodes];
  button.disabled = true;
  if (words) {
    button.textContent = words;
    announce(words);
  }
  try {
    return await act();
  } finally {
    button.disabled = false;
    if (words) button.replaceChildren(...label);
  }
}
