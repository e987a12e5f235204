// Parts of a page that few people need at once come in files of their own.

import { ApiError } from "./api.js";

/** Loads such a part.
 *  @type {<Part>(load: () => Promise<Part>) => Promise<Part>} */
export async function later(load) {
  try {
    return await load();
  } catch {
    throw new ApiError({ code: "unreachable" });
  }
}
