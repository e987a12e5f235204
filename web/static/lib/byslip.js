// Signing in with a slip. A slip has a member key, which the server gets, or the code of a poll book, which no server
// gets: the page derives a member key from it, and the keys that sign stubs.

import { ApiError, get, post } from "./api.js";
import { base64 } from "./bytes.js";
import { t } from "./i18n.js";
import { later } from "./later.js";

const slipCodes = () => later(() => import("./slipcode.js"));

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
 * in its assembly. `said` is what the person says of themselves, where the slip asks for it.
 * @type {(text: string, said: Api.SaidFacts) => Promise<KeptSession>}
 */
export async function sessionBySlip(text, said) {
  const { answer, code } = await firstKnown(text, (key) => post("/api/auth/key", { key, ...said }));
  return sessionOf(text, answer, code);
}

/**
 * Whose slip was typed or scanned, and what it asks for. Looking at a slip changes nothing: signIn() gives the session,
 * which has not begun.
 * @type {(text: string, signal?: AbortSignal) => Promise<Api.KeyPerson & {
 *   signIn: (said: Api.SaidFacts) => Promise<KeptSession> }>}
 */
export async function lookAtSlip(text, signal) {
  const { answer, key, code } =
    await firstKnown(text, (tried) => post("/api/auth/key/person", { key: tried }, signal), signal);
  return { ...answer, signIn: async (said) => sessionOf(text, await post("/api/auth/key", { key, ...said }), code) };
}

/** @type {(text: string, session: Api.Session, code?: string) => KeptSession} */
function sessionOf(text, session, code) {
  const [, keyNumber] = /[#&]n=([A-Z2-7]{32})$/.exec(text) ?? [];
  return { ...session, byKey: true, ...code && { code }, ...keyNumber && { keyNumber } };
}

// What the server answers to the member key of a slip. The key of a code depends on the assembly: without the QR code
// nobody knows which it is, and the newest are tried. What is neither a member key nor a code is not sent: it may be a
// code with a slip of the pen.
/** @type {<Answer>(text: string, send: (key: string) => Promise<Answer>, signal?: AbortSignal) =>
 *   Promise<{ answer: Answer, key: string, code?: string }>} */
async function firstKnown(text, send, signal) {
  const letters = lettersIn(text);
  const { isKey, keyOf, loginOf, parseCode } = await slipCodes();
  const symbols = parseCode(letters);
  if (!symbols) {
    if (!isKey(letters)) throw new ApiError({ code: "mistyped", error: t("shell.slip.mistyped") });
    return { answer: await send(letters), key: letters };
  }
  const { assembly } = namedIn(text);
  const assemblies = assembly ? [assembly] : (await get("/api/board/slips", signal)).assemblies;
  /** @type {unknown} */
  let refused = new ApiError({ code: "no_poll_book", error: t("shell.slip.noPollBook") });
  for (const one of assemblies) {
    const code = keyOf(symbols, one);
    const key = loginOf(code);
    try {
      return { answer: await send(key), key, code: base64(code) };
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
  const { keyOf, parseCode } = await slipCodes();
  const symbols = parseCode(lettersIn(text));
  const assembly = symbols && (namedIn(text).assembly ?? (await get("/api/board/slips")).assemblies[0]);
  return symbols && assembly ? base64(keyOf(symbols, assembly)) : "";
}
