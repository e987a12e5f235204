// What can be wrong with a model. The codes are stable; whoever shows one finds the words by it.

/**
 * A model that cannot be shown. `code` is one of "no_gltf" (no glTF 2.0 at all), "truncated" (it ends too early), "damaged" (its
 * parts contradict each other), "unsupported" (it needs what this viewer does not know), "missing" (a file beside it), "too_large"
 * and "empty". The message tells more, for whoever looks for the cause.
 */
export class ModelError extends Error {
  constructor(code, detail) {
    super(detail);
    this.name = "ModelError";
    this.code = code;
  }
}

/** Throws a ModelError unless a condition holds. */
export function must(condition, code, detail) {
  if (!condition) throw new ModelError(code, detail);
}
