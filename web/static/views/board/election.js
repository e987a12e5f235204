// One election on the board. What members come for is first: the result, and where their ballot is.
// Everything else that is public is below, for auditors.

import { ApiError, get, text } from "../../lib/api.js";
import { turnoutBar } from "../../lib/bar.js";
import { announce, h } from "../../lib/dom.js";
import { attendanceWords, turnoutWords } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { lazy } from "../../lib/lazy.js";
import { newsOf, untriedWords } from "../../lib/news.js";
import { poll } from "../../lib/poll.js";
import { refresh } from "../../lib/router.js";
import { roundLinks } from "../../lib/rounds.js";
import { notice } from "../../lib/states.js";
import { translated } from "../../lib/translated.js";
import { ballotsSection } from "./ballots.js";
import { candidatesPart } from "./candidates.js";
import { checkSection } from "./check.js";
import { badge, findOnBoard } from "./list.js";
import { logSection } from "./log.js";
import { manifestSection } from "./manifest.js";
import { resultSection } from "./result.js";
import { slipSection } from "./slip.js";
import { verifySection } from "./verify.js";

/**
 * What the page knows of the election.
 * @typedef {{ id: string, path: `/api/board/elections/${string}`, signal: AbortSignal,
 *   manifestText: string, checkpoints: Api.List<Api.SignedCheckpoint>, manifest: Api.Manifest,
 *   election: Api.BoardElection, publishedKey: string }} Board
 */

const LEAF = /^receipt=([0-9a-f]{64})$/;
const PACE = 30_000; // milliseconds between two updates of a running election

/** @type {(signal: AbortSignal, id: string, info: Api.Info, route: string) =>
 *   Promise<HTMLElement>} */
export async function electionView(signal, id, info, route) {
  const path = /** @type {const} */ (`/api/board/elections/${id}`);
  /** @type {string} */
  let manifestText;
  try {
    manifestText = await text(`${path}/manifest`, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return missing();
    throw error;
  }
  const [found, checkpoints] = await Promise.all([
    findOnBoard(id, signal), get(`${path}/checkpoints`, signal), loadMessages("outcome"),
  ]);
  if (!found) return missing();
  /** @type {Board} */
  const board = {
    id, path, signal, manifestText, checkpoints, manifest: translated(JSON.parse(manifestText)),
    election: found,
    publishedKey: info.signingKey,
  };
  const head = headOf(board);
  const result = resultSection(board);
  const check = checkSection({ ...board, counted: result.counted }, LEAF.exec(route)?.[1]);
  /** @type {ReturnType<typeof logSection> | null} */
  let log = null;
  if (board.election.status === "ACTIVE") {
    watch(board, head, (page) => {
      board.checkpoints = page;
      log?.show(page);
    });
  }
  const find = section(t("board.check.title"), check.node, ballotsSection(board, result.counted));
  const outcome = section(t("board.result.title"), result.node);
  const news = board.election.resultsCalculated || board.election.cancelled;
  const slip = board.manifest.pollBook && section(t("board.slip.title"), slipSection(board, result.counted));
  if (slip && route === "slip") Promise.resolve(result.counted).then(() => slip.scrollIntoView());
  return h("article", { class: "board" },
    h("p", { class: "back" }, h("a", { href: "/board" }, t("board.back"))),
    h("h1", {}, board.election.title),
    head.node,
    news ? [outcome, find] : [find, outcome],
    slip,
    !news && candidatesPart(board),
    lazy({ class: "auditors no-print" }, t("board.auditors"), () => {
      log = logSection(board);
      return [
        h("p", {}, t("board.auditors.lead")),
        h("p", {}, h("a", { href: `/board#/watch/${board.id}` }, t("board.watch.link"))),
        result.counted && section(t("board.bundle"), result.audit()),
        section(t("board.manifest.title"), manifestSection(board)),
        section(t("board.log.title"), log.node),
        section(t("board.verify.title"), verifySection(board, info.version)),
      ];
    }));
}

/** @type {(title: string, ...content: Child[]) => HTMLElement} */
const section = (title, ...content) => h("section", { class: "board-section" }, h("h2", {}, title), content);

function missing() {
  return h("article", { class: "narrow" },
    h("h1", {}, t("board.missing.title")),
    h("p", { class: "lead" }, t("board.missing.lead")),
    h("p", { class: "actions" }, h("a", { class: "button", href: "/board" }, t("board.back"))));
}

/** @typedef {{ node: HTMLElement, show(now: Api.Turnout): void, showChange(): void }} Head */

/** @type {(board: Board) => Head} */
function headOf({ election, manifest }) {
  const turnout = h("div", {});
  const changed = h("div", { class: "board-changed" });
  /** @type {(now: Api.Turnout) => void} */
  const show = (now) => turnout.replaceChildren(
    h("p", { class: "muted board-standing" }, badge(election), t("board.turnout", { turnout: turnoutWords(now) })),
    turnoutBar(now));
  show(election.turnout);
  return {
    show,
    node: h("div", {},
      newsOf({ ...election, timeZone: manifest.timeZone }).map((words) => notice("info", h("p", {}, words))),
      manifest.description && h("p", { class: "prose" }, manifest.description),
      roundLinks(election, (id) => `/board/${id}`),
      turnout,
      election.attendance && h("p", { class: "muted" }, attendanceWords(election.attendance)),
      election.untried && h("p", { class: "muted" }, untriedWords(election.untried)),
      changed),
    showChange() {
      const words = t("board.changed");
      changed.replaceChildren(notice("info", h("p", {}, words),
        h("p", {}, h("button", { type: "button", class: "button button-quiet", on: { click: refresh } },
          t("board.changed.show")))));
      announce(words);
    },
  };
}

/** Updates a running election.
 *  @type {(board: Board, head: Head, showLog: (page: Api.List<Api.SignedCheckpoint>) => void) => void} */
function watch({ id, path, signal }, head, showLog) {
  poll(signal, async () => {
    const found = await findOnBoard(id, signal);
    if (found?.status !== "ACTIVE") {
      head.showChange();
      return true;
    }
    head.show(found.turnout);
    showLog(await get(`${path}/checkpoints`, signal));
  }, PACE);
}
