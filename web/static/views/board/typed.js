// Ballot numbers and codes as people type them from paper.

/**
 * Reads a ballot number, at least 8 characters from its beginning, or a code. Neither has a 0, an 8 or a 1: the first
 * two were an O and a B, and a 1 was an I or an L. Spaces, dots and hyphens do not matter. `pattern` matches what the
 * text may mean, and `whole` is one of these if nothing is missing. null for any other text.
 * @type {(text: string) => { pattern: RegExp, whole?: { number: string } | { code: string } } | null}
 */
export function readTyped(text) {
  const symbols = text.replace(/[\s.·\-‐‑–]/g, "").toUpperCase().replaceAll("0", "O").replaceAll("8", "B");
  if (!/^[A-Z1-7]{8,26}$/.test(symbols)) return null;
  const one = symbols.replaceAll("1", "I");
  return {
    pattern: new RegExp(`^${symbols.replaceAll("1", "[IL]")}`),
    whole: symbols.length === 26 ? { number: one } : symbols.length === 16 ? { code: one } : undefined,
  };
}
