// Has a worker check a bundle.

/** @import { Answer, Question } from "./bundle_worker.js" */

/**
 * Reads and checks a bundle beside the page. Resolves to null if it is no bundle, and rejects if the
 * worker cannot start.
 * @type {(question: Question, signal: AbortSignal) => Promise<Answer>}
 */
export function checkAside(question, signal) {
  const worker = new Worker(new URL("./bundle_worker.js", import.meta.url), { type: "module" });
  /** @type {Promise<Answer>} */
  const answer = new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", () => reject(new Error("the worker that checks bundles did not start")));
    worker.postMessage(question);
  });
  return answer.finally(() => worker.terminate());
}
