// Buttons that wait while something is done, and changes that wait for each other.

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

/** Makes what runs changes one after the other, so that each begins from what the last one left. None of them rejects.
 *  @type {() => (change: () => Promise<void>) => Promise<void>} */
export function turns() {
  let last = Promise.resolve();
  return (change) => { last = last.then(change); return last; };
}
