// What a browser keeps for the pages, as JSON: `tab` until the tab is closed, `browser` until its owner deletes it. A
// browser may refuse to keep anything, and what is there may be from something else: then nothing is there.

/** @typedef {{ read(key: string): any, write(key: string, value: unknown): boolean, drop(key: string): void,
 *   keys(): string[] }} Kept */

/** @type {(storage: () => Storage) => Kept} */
function kept(storage) {
  /** @type {<Value>(use: (storage: Storage) => Value) => Value | null} */
  const within = (use) => {
    try {
      return use(storage());
    } catch {
      return null;
    }
  };
  return {
    read: (key) => within((place) => JSON.parse(place.getItem(key) ?? "null")),
    write: (key, value) => within((place) => { place.setItem(key, JSON.stringify(value)); return true; }) ?? false,
    drop: (key) => { within((place) => place.removeItem(key)); },
    keys: () => within((place) => Object.keys(place)) ?? [],
  };
}

export const tab = kept(() => sessionStorage);
export const browser = kept(() => localStorage);
