// Reads zip files in the one form that bundles have: entries stored one after the other, then the
// directory, and nothing before, between or after them. To see that, it writes the file again. So
// no other program finds other files in the same bytes.

import { same } from "./bytes.js";
import { zip } from "./zipwriter.js";

const LONGEST = 512 * 2 ** 20; // bytes
const LOCAL_HEADER = 30; // bytes, before the name
const DATE = new Date(1980, 0, 1); // the first that a zip has, on every file

/**
 * The files of a zip, in the order of their names here. Throws an error for a file of any other
 * form.
 * @type {(bytes: Bytes, names: string[]) => Promise<Bytes[]>}
 */
export async function unzip(bytes, names) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const files = names.map((name) => {
    const start = at + LOCAL_HEADER + name.length;
    at = start + view.getUint32(at + 18, true); // past the end for a wrong size: the next read throws
    return { name, bytes: bytes.slice(start, at) };
  });
  const again = await zip(files, DATE).arrayBuffer();
  if (bytes.length > LONGEST || !same(bytes, new Uint8Array(again)))
    throw new Error("not a zip file in the form of a bundle");
  return files.map((file) => file.bytes);
}
