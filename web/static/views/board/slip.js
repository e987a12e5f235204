// "Was my slip used?": looks for the lines of a slip in the poll book of an election, and in those of the other closed
// elections of its assembly. The code of the slip stays in the page: all is computed from public files, and nothing is
// sent.
//
// keys: board.slip.used board.slip.usedOther board.slip.unused board.slip.barred board.slip.unlisted

import { ApiError, get, text } from "../../lib/api.js";
import { lettersIn, namedIn } from "../../lib/byslip.js";
import { concat, hex, same } from "../../lib/bytes.js";
import { announce, h, refill } from "../../lib/dom.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { keyNumberOf } from "../../lib/keynumber.js";
import { readManifest } from "../../lib/manifest.js";
import { readCredential, readStub } from "../../lib/pollbook.js";
import { scanner } from "../../lib/scanner.js";
import { isRole } from "../../lib/session.js";
import { sha256 } from "../../lib/sha256.js";
import { slipField } from "../../lib/signin.js";
import { keyOf, parseCode, voteKey } from "../../lib/slipcode.js";
import { notice } from "../../lib/states.js";

/** @import { Credential, Stub } from "../../lib/pollbook.js" */
/** @import { Board } from "./election.js" */
/** @import { Counted } from "./result.js" */

const LONGEST_ASSEMBLY = 15 * 24 * 3_600_000; // milliseconds between the openings of its elections

/** A paper that somebody may look for: the id of the person whose paper it is and, of somebody else's, the name.
 *  @typedef {{ owner: string, name?: string }} Wanted
 *  @typedef {{ state: "used" | "usedOther" | "unused" | "barred" | "unlisted", line?: number }} Found */

/** The section of an election with a poll book.
 *  @type {(board: Board, counted: Promise<Counted | null> | null) => HTMLElement} */
export function slipSection(board, counted) {
  if (board.election.status === "ACTIVE") return h("p", {}, t("board.slip.later"));
  // asked for before anybody types, so that no request tells of a slip
  const known = knownOf(board);
  const outcome = h("div", { class: "after-form", role: "status" });
  const typing = form({
    fields: [slipField()],
    submit: t("board.slip.look"),
    busy: t("board.slip.looking"),
    quiet: true,
    send: async ({ key }) => {
      refill(outcome);
      const slip = slipOf(await known, key);
      const own = { ...board, title: "" };
      const found = [answer(own, await bookOf(board, counted), slip)];
      for (const other of await othersOf(board)) found.push(answer(other, await bookOf(other, null), slip));
      refill(outcome, found);
      announce(outcome.textContent);
    },
  });
  const input = /** @type {HTMLInputElement} */ (typing.querySelector("input"));
  return h("div", { class: "narrow no-print" },
    h("p", {}, t("board.slip.lead")),
    scanner(board.signal, (address) => {
      input.value = address;
      typing.requestSubmit();
    }),
    typing, outcome);
}

/** @typedef {{ assemblies: string[], papers: Wanted[] }} Known */

/** The newest assemblies with a poll book, and the papers of the voter who is signed in in this tab.
 *  @type {(board: Board) => Promise<Known>} */
async function knownOf({ id, signal }) {
  const [slips, election] = await Promise.all([
    get("/api/board/slips", signal).catch(() => null),
    isRole("USER") ? get(`/api/user/elections/${id}`, signal).catch(() => null) : null,
  ]);
  return {
    assemblies: slips?.assemblies ?? [],
    papers: (election?.papers ?? []).map(({ id: paper, owner, name }) => (paper ? { owner, name } : { owner })),
  };
}

/** The lines and the stubs, and whether they are what the manifest and, after the count, the seal promise.
 *  @typedef {{ credentials: (Credential | null)[], stubs: (Stub | null)[], holds: boolean }} Book */

/** An election with a poll book.
 *  @typedef {Pick<Board, "manifest" | "path" | "signal">} Case */

/** The poll book: of the bundle or, without one, as the server lists it.
 *  @type {(of: Case, counted: Promise<Counted | null> | null) => Promise<Book>} */
async function bookOf({ manifest, path, signal }, counted) {
  const known = await counted;
  if (known) {
    const { bundle: { credentials, stubs }, checks } = known;
    return { credentials, stubs, holds: checks.some(({ name, state }) => name === "pollBook" && state === "passed") };
  }
  const whole = await text(`${path}/pollbook`, signal);
  const end = whole.indexOf("\n\n") + 1; // of the lines
  const [credentials, stubs] = [whole.slice(0, end).split("\n").slice(0, -1).map(readCredential),
    whole.slice(end + 1).split("\n").slice(0, -1).map(readStub)];
  const hash = hex(sha256(concat("ostrakon/credentials/4\0", whole.slice(0, end))));
  return { credentials, stubs, holds: hash === manifest.pollBook?.hash && !stubs.includes(null) };
}

/** The other closed elections with a poll book whose keys are those of the same assembly.
 *  @type {(board: Board) => Promise<(Case & { title: string })[]>} */
async function othersOf({ id, election, manifest, signal }) {
  const { items } = await get("/api/board/elections?limit=200", signal);
  const near = items.filter((one) => one.id !== id && one.status === "COMPLETED" &&
    Math.abs(Date.parse(one.activatedAt) - Date.parse(election.activatedAt)) < LONGEST_ASSEMBLY);
  const all = await Promise.all(near.map(async (one) => {
    const path = /** @type {const} */ (`/api/board/elections/${one.id}`);
    return { title: one.title, path, signal, manifest: readManifest(await text(`${path}/manifest`, signal)) };
  }));
  return all.flatMap((one) => (one.manifest?.pollBook && keyNumberOf(one.manifest) === keyNumberOf(manifest)
    ? [{ ...one, manifest: one.manifest }] : []));
}

/** A slip: what its code gives in the assembly, or in each that it may be of, and the papers to look for.
 *  @typedef {{ codes: Bytes[], wanted: Wanted[] }} Slip */

/** @type {(known: Known, typed: string) => Slip} */
function slipOf({ assemblies, papers }, typed) {
  const symbols = parseCode(lettersIn(typed));
  if (!symbols) throw new ApiError({ code: "mistyped", error: t("board.slip.noCode") });
  const { assembly, owner } = namedIn(typed);
  const wanted = papers.some((paper) => paper.owner === owner) || !owner ? papers : [{ owner }, ...papers];
  if (wanted.length === 0) throw new ApiError({ code: "unknown", error: t("board.slip.whose") });
  return { codes: (assembly ? [assembly] : assemblies).map((one) => keyOf(symbols, one)), wanted };
}

/** What the poll book says of each paper, below the title of an election that has one.
 *  @type {(of: Case & { title: string }, book: Book, slip: Slip) => Child} */
function answer({ title, manifest }, book, { codes, wanted }) {
  return [
    title && h("h3", {}, title),
    !book.holds && notice("problem", h("p", {}, t("board.slip.doubtful"))),
    wanted.map((paper) => {
      const keys = codes.map((code) => voteKey(code, manifest.number ?? 0, paper.owner));
      return verdict(paper, find(book, keys), title ? "h4" : "h3");
    }),
  ];
}

/** Where a paper is in the poll book, by the keys that may be its own.
 *  @type {(book: Book, keys: Bytes[]) => Found} */
function find({ credentials, stubs }, keys) {
  const isOwn = (/** @type {Bytes} */ key) => keys.some((own) => same(own, key));
  const line = credentials.findIndex((credential) => credential?.keys.some(isOwn)) + 1; // from 1
  const paper = credentials[line - 1];
  if (!paper) return { state: "unlisted" };
  const stub = stubs.find((one) => one?.line === line);
  if (stub) return { state: isOwn(paper.keys[stub.key - 1]) ? "used" : "usedOther", line };
  return { state: paper.class === 0 ? "barred" : "unused", line };
}

const TONES = /** @type {const} */ (
  { used: "open", usedOther: "open", unused: "passed", barred: "open", unlisted: "failed" });

/** @type {(paper: Wanted, found: Found, heading: "h3" | "h4") => HTMLElement} */
const verdict = ({ name }, { state, line }, heading) => h("div", { class: `verdict verdict-${TONES[state]}` },
  h(heading, {}, name ? t("board.slip.paperOf", { name }) : t("board.slip.own")),
  h("p", {}, t(`board.slip.${state}`)),
  line && h("p", { class: "muted" }, t("board.slip.line", { n: line })));
