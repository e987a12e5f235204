// Second counts: what holders found who counted again the box that a seal names. They and the installation sign it, and
// the seal stays.

import { base32, compare, concat, hex, unbase32, unhex } from "./bytes.js";
import { leafHash, merkleRoot } from "./merkle.js";
import { holdersOf, noteText, openSigned, readSeal } from "./note.js";
import { sha256 } from "./sha256.js";

/** @import { Seal } from "./note.js" */

const TITLES = ["ostrakon/recount/4", "ostrakon/seal/4"];
const FOUND = ["counts", "proof", "codesRoot", "result", "countedAt", "countedBy"]; // where it may differ from the seal

/** A second count: the SHA-256 of the text of the seal, what a seal of this count would say, and the codes that it has
 *  and the seal has not, and the other way round.
 *  @typedef {{ sealed: string, found: Seal, missing: string[], extra: string[] }} Recount
 *
 *  Who counted again, when and how, and what they found.
 *  @typedef {{ countedAt: string, countedBy: string, holders: string[], same: boolean, missing: string[],
 *   extra: string[] }} Recounted */

/** Reads the text of a second count of an election with this manifest, or returns null.
 *  @type {(text: string, manifest: Pick<Api.Manifest, "pollBook" | "proof">) => Recount | null} */
export function readRecount(text, manifest) {
  const lines = text.split("\n");
  /** @type {(kind: string) => string[]} */
  const codes = (kind) => {
    const first = lines.findIndex((line) => line.startsWith(`${kind} `));
    return first < 0 ? [] : lines.splice(first, lines.length - 1 - first)
      .map((line) => (line.startsWith(`${kind} `) ? line.slice(kind.length + 1) : ""));
  };
  const [extra, missing] = [codes("extra"), codes("missing")];
  const [title, named, ...rest] = lines;
  const sealed = named?.startsWith("seal ") ? named.slice(5) : "";
  const found = readSeal([TITLES[1], ...rest].join("\n"), manifest);
  return title === TITLES[0] && unhex(sealed, 32) && found && [missing, extra].every((list) =>
    isSorted(list.map((code) => unbase32(code, 10)))) ? { sealed, found, missing, extra } : null;
}

/** The second counts of a bundle, or null if one is not signed, or not of its seal, whose text is given.
 *  @type {(bundle: { seal: string, recounts: string[], codes: Bytes[] }, manifest: Api.Manifest,
 *   sealed: string) => Recounted[] | null} */
export function recountsOf({ recounts, codes }, manifest, sealed) {
  /** @type {Recounted[]} */
  const all = [];
  for (const signed of recounts) {
    const note = openSigned(manifest, signed, holdersOf(manifest));
    const again = note && note.by.length >= manifest.threshold ? readRecount(note.text, manifest) : null;
    const seal = readSeal(sealed, manifest);
    if (!note || !again || !seal || !fits(again, seal, sealed, codes)) return null;
    const { found, missing, extra } = again;
    const same = FOUND.slice(0, 4).every((name) => valueOf(found, name) === valueOf(seal, name));
    const { countedAt, countedBy } = found;
    all.push({ countedAt, countedBy, holders: namesIn(manifest, note.by), same, missing, extra });
  }
  return all;
}

/** Whether a second count is of a seal and its box, and its codes follow from those of the seal.
 *  @type {(again: Recount, seal: Seal, text: string, codes: Bytes[]) => boolean} */
function fits({ sealed, found, missing, extra }, seal, text, codes) {
  const left = new Map();
  for (const code of extra) left.set(code, (left.get(code) ?? 0) + 1);
  const kept = codes.filter((code) => {
    const n = left.get(base32(code)) ?? 0;
    if (n > 0) left.set(base32(code), n - 1);
    return n === 0;
  });
  if ([...left.values()].some((n) => n > 0)) return false;
  const all = [...kept, ...missing.map((code) => unbase32(code, 10) ?? new Uint8Array())].sort(compare);
  return sealed === hex(sha256(concat(text))) && found.codesRoot === hex(rootOfCodes(all)) &&
    Object.keys(seal).every((name) => FOUND.includes(name) || valueOf(seal, name) === valueOf(found, name));
}

/** @type {(seal: Seal, name: string) => string | undefined} */
const valueOf = (seal, name) => seal[/** @type {keyof Seal} */ (name)];

/** The names of the holders among those who signed a note.
 *  @type {(manifest: Api.Manifest, by: string[]) => string[]} */
export const namesIn = (manifest, by) =>
  manifest.holders.filter((_, i) => by.includes(holdersOf(manifest)[i].name)).map(({ name }) => name);

/** @type {(codes: Bytes[]) => Bytes} */
export const rootOfCodes = (codes) =>
  merkleRoot(codes.map((code) => leafHash(concat("ostrakon/codes/4\0", code))));

/** Whether all are codes, and sorted.
 *  @type {(codes: (Bytes | null)[]) => boolean} */
export const isSorted = (codes) => codes.every((code, i) =>
  code !== null && (i === 0 || compare(codes[i - 1] ?? code, code) <= 0));
