// Canonical JSON (RFC 8785) of what manifests and results hold: texts, whole numbers, booleans,
// lists and objects. A value has one form, so whoever reads JSON writes it again and compares.

/** The one form of a value. Throws an error for a value that has none.
 *  @type {(value: unknown) => string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "string" && !/\p{Surrogate}/u.test(value)) return JSON.stringify(value);
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "object" || value === null) throw new Error("a value that canonical JSON does not have");
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${canonical(name)}:${canonical(member)}`).join(",")}}`;
}
