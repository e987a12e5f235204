// Opens a holder's shares aside from the page.

/** @import { Answer, Question } from "./shares_worker.js" */

/** The shares, or null if the ballots are others than those in the log. told() hears how many were opened so far.
 *  @type {(question: Question, signal: AbortSignal, told: (opened: number) => void) => Promise<Bytes | null>} */
export function openAside(question, signal, told) {
  const worker = new Worker(new URL("./shares_worker.js", import.meta.url), { type: "module" });
  /** @type {Promise<Bytes | null>} */
  const answer = new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("message", (/** @type {MessageEvent<Answer>} */ { data }) =>
      ("opened" in data ? told(data.opened) : resolve(data.shares)));
    worker.addEventListener("error", () => reject(new Error("the worker that opens shares did not start")));
    worker.postMessage(question);
  });
  return answer.finally(() => worker.terminate());
}
