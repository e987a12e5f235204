// Canonical JSON (RFC 8785) of what manifests and results hold: texts, whole numbers, booleans,
// lists and objects. A value has one form, so whoever reads JSON writes it again and compares.

const LIMIT = 2 ** 52; // of numbers

/** The one form of a value. Throws an error for a value that has none, such as a number that is not
 *  from 0 to 2^52 - 1.
 *  @type {(value: unknown) => string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "string" && !/\p{Surrogate}/u.test(value)) return JSON.stringify(value);
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value < LIMIT) return String(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null) throw new Error("a value that canonical JSON does not have");
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${canonical(name)}:${canonical(member)}`).join(",")}}`;
}

/** The value of a text that is its canonical form; undefined for any other text.
 *  @type {(text: string) => unknown} */
export function parseCanonical(text) {
  try {
    const value = JSON.parse(text);
    return canonical(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is an object with these members, perhaps some of the optional ones, and no other.
 *  @type {(value: unknown, names: string[], optional?: string[]) =>
 *   value is Record<string, unknown>} */
export function hasMembers(value, names, optional = []) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const known = [...names, ...optional];
  return names.every((name) => Object.hasOwn(value, name)) && Object.keys(value).every((name) => known.includes(name));
}
