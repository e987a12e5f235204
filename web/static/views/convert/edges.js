// The open edges of a solid, which the server finds in the file.

import { formOf, upload } from "../../lib/api.js";
import { millimetresOf } from "./measures.js";

/**
 * The open edges of a file, each as its two ends in metres with Y up, as the model has them. `up` is
 * the axis of the file that points up, and `unit` the unit that people chose, if they did.
 * @type {(file: File, options: { unit?: string, up: string }, signal: AbortSignal) =>
 *   Promise<number[][][]>}
 */
export async function openEdges(file, { unit, up }, signal) {
  const { report } = await upload("/api/inspect", formOf(file, "file", { ...unit && { unit }, edges: "1" }), { signal });
  const metres = millimetresOf(report.unit) / 1000;
  /** @type {(end: number[]) => number[]} */
  const place = ([x, y, z]) => (up === "z" ? [x, z, -y] : [x, y, z]).map((v) => v * metres);
  return (report.edges ?? []).map((ends) => ends.map(place));
}
