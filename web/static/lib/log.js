// The log of an election as the board lists it: a signed checkpoint, an empty line, and the leaves
// that the checkpoint covers.

const LEAF = /^[0-9a-f]{64}$/;

/**
 * Reads the list, with leaf hashes as hexadecimal text. Returns null for any other text. It checks
 * neither the signature nor the root.
 * @type {(text: string) => { checkpoint: string, leaves: string[] } | null}
 */
export function readLog(text) {
  const end = text.indexOf("\n\n", text.indexOf("\n\n") + 2); // the first ends the text of the checkpoint
  const leaves = text.slice(end + 2).split("\n");
  return end > 0 && leaves.pop() === "" && leaves.every((leaf) => LEAF.test(leaf))
    ? { checkpoint: text.slice(0, end + 1), leaves } : null;
}
