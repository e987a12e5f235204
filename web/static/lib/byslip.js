// Signing in with a slip. A slip has a member key, which the server gets, or the code of a poll book, which no server
// gets: the page derives a member key from it, and the keys that sign stubs.

import { ApiError, get, post } from "./api.js";
import { base64 } from "./bytes.js";
import { t } from "./i18n.js";
import { isKey, keyOf, loginOf, parseCode } from "./slipcode.js";

/** The letters and digits in what was typed or scanned: a QR code has the whole address.
 *  @type {(text: string) => string} */
export const lettersIn = (text) => /#(?:key|slip)=([^&]*)(?:&|$)/.exec(text)?.[1] ?? text;

/** The assembly and the owner that the QR code of a slip with a code has.
 *  @type {(text: string) => { assembly?: string, owner?: string }} */
export const namedIn = (text) => ({
  assembly: /&a=([a-z2-7]{26})(?:&|$)/.exec(text)?.[1], owner: /&o=([a-z2-7]{26})(?:&|$)/.exec(text)?.[1],
});

/**
 * The session of the person whose slip was typed or scanned; it has not begun. With a code it has what the code gives
 * in its assembly. What is neither a member key nor a code is not sent: it may be a code with a slip of the pen.
 * @type {(text: string, signal?: AbortSignal) => Promise<KeptSession>}
 */
export async function sessionBySlip(text, signal) {
  const letters = lettersIn(text);
  const [, keyNumber] = /[#&]n=([A-Z2-7]{32})$/.exec(text) ?? [];
  const common = { byKey: true, ...keyNumber && { keyNumber } };
  const symbols = parseCode(letters);
  if (symbols) return { ...await sessionByCode(symbols, namedIn(text).assembly, signal), ...common };
  if (!isKey(letters)) throw new ApiError({ code: "mistyped", error: t("shell.slip.mistyped") });
  return { ...await post("/api/auth/key", { key: letters }, signal), ...common };
}

// Without the QR code nobody knows the assembly: the newest are tried.
/** @type {(symbols: string, assembly?: string, signal?: AbortSignal) => Promise<KeptSession>} */
async function sessionByCode(symbols, assembly, signal) {
  const assemblies = assembly ? [assembly] : (await get("/api/board/slips", signal)).assemblies;
  /** @type {unknown} */
  let refused = new ApiError({ code: "no_poll_book", error: t("shell.slip.noPollBook") });
  for (const one of assemblies) {
    const code = keyOf(symbols, one);
    try {
      return { ...await post("/api/auth/key", { key: loginOf(code) }, signal), code: base64(code) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      refused = error;
    }
  }
  throw refused;
}

/**
 * What the code of a slip gives in its assembly, for somebody who is signed in; "" for other text. An earlier slip
 * signs nobody in any more, but elections that had opened before keep its keys in their poll books.
 * @type {(text: string) => Promise<string>}
 */
export async function codeIn(text) {
  const symbols = parseCode(lettersIn(text));
  const assembly = symbols && (namedIn(text).assembly ?? (await get("/api/board/slips")).assemblies[0]);
  return symbols && assembly ? base64(keyOf(symbols, assembly)) : "";
}
