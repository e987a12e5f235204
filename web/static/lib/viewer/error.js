// What can be wrong with a model. The page finds its words by the code.

/** @typedef {"no_gltf" | "truncated" | "damaged" | "unsupported" | "missing" | "too_large" |
 *   "empty"} ModelFault */

/**
 * A model that cannot be shown. Codes: "no_gltf" (not glTF 2.0 at all), "truncated" (it ends too
 * early), "damaged" (its parts contradict each other), "unsupported" (it needs what this viewer
 * does not know), "missing" (a file beside it), "too_large" and "empty". The message has details
 * for debugging.
 */
export class ModelError extends Error {
  /**
   * @param {ModelFault} code
   * @param {string} detail
   */
  constructor(code, detail) {
    super(detail);
    this.name = "ModelError";
    this.code = code;
  }
}

/** Throws a ModelError unless a condition holds.
 *  @type {(condition: unknown, code: ModelFault, detail: string) => asserts condition} */
export function must(condition, code, detail) {
  if (!condition) throw new ModelError(code, detail);
}
