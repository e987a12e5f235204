// The screen of the hall: what is being decided, how to vote, how many have voted and how much time is
// left; then the result. In letters that can be read from the last row, without scrolling.

import { get, text } from "../../lib/api.js";
import { readFrozen } from "../../lib/ballot.js";
import { turnoutBar } from "../../lib/bar.js";
import { hex } from "../../lib/bytes.js";
import { custodyOf } from "../../lib/custody.js";
import { announce, h, refill } from "../../lib/dom.js";
import { turnoutWords } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { keyNumberOf, shortNumber } from "../../lib/keynumber.js";
import { checkLog, checkpointName, rootWords } from "../../lib/log.js";
import { newsOf } from "../../lib/news.js";
import { poll } from "../../lib/poll.js";
import { qrCode } from "../../lib/qr.js";
import { translated } from "../../lib/translated.js";
import { partedBar } from "../result/bars.js";
import { figuresOf, hasWon, orderOf } from "../result/figures.js";
import { decisionWords } from "../result/minutes.js";
import { loadRecord } from "../result/record.js";
import { endingWords, nameOf } from "../result/words.js";
import { findOnBoard } from "./list.js";

/** @import { Closed } from "../../lib/log.js" */
/** @import { PublicRecord } from "../result/record.js" */

const PACE = 3_000; // milliseconds between two looks at the board
const MOST_BARS = 6; // of a question alone; more do not fit
const SMALLER = 0.95; // from one size of letters to the next
const SMALLEST = 0.1; // of the largest size

/** The screen of one election, or of the one that opened last if `id` is "".
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function hallView(signal, info, id) {
  await loadMessages("outcome", "minutes");
  const place = h("div", { class: "hall-place" });
  let shown = "";
  /** @type {(now: Api.BoardElection) => void} */
  let update = () => {};

  const look = async () => {
    const found = id ? await findOnBoard(id, signal)
      : (await get("/api/board/elections?newest=true", signal)).items[0];
    const phase = !found ? "none" : `${found.id} ${found.status} ${found.resultsCalculated}`;
    if (found && phase === shown) return update(found);
    const [node, follow] = !found ? [h("h1", { class: "hall-words" }, t("board.hall.none")), () => {}]
      : found.status === "ACTIVE" ? openScreen(info, found,
        translated(JSON.parse(await text(`/api/board/elections/${found.id}/manifest`, signal))))
        : closedScreen(found, await loadRecord(signal, info, found.id), await boxOf(found, signal));
    refill(place, h("p", { class: "hall-organisation" }, info.organisation), node);
    if (shown) announce(place.textContent ?? "");
    shown = phase;
    update = follow;
  };
  await look();

  poll(signal, look, PACE);
  const clock = setInterval(() => tick(place), 1000);
  signal.addEventListener("abort", () => clearInterval(clock));
  return h("article", { class: "hall" }, place, full());
}

/** @typedef {[node: HTMLElement, update: (now: Api.BoardElection) => void]} Screen */

/** @type {(info: Api.Info, election: Api.BoardElection, manifest: Api.Manifest) => Screen} */
function openScreen(info, election, manifest) {
  const { questions, description, closesAt, timeZone } = manifest;
  const keyNumber = keyNumberOf(manifest);
  const address = `${(info.address || location.origin).replace(/\/$/, "")}/`;
  const [only, second] = questions;
  const words = second ? description : only.text || description;
  const news = h("div", { class: "hall-news" });
  const turnout = h("div", { class: "hall-turnout" });
  const left = h("p", { class: "hall-left" });
  /** @type {(now: Api.BoardElection) => void} */
  const update = (now) => {
    refill(news, newsWords({ ...now, timeZone }));
    refill(turnout, h("p", {}, turnoutWords(now.turnout)), turnoutBar(now.turnout));
    left.dataset.end = now.notices.findLast((notice) => notice.closesAt)?.closesAt ?? closesAt;
  };
  const node = h("div", { class: "hall-open" },
    fitting("hall-motion",
      h("h1", {}, election.title),
      words && h("p", { class: "hall-text" }, words),
      second && h("ul", { class: "hall-questions" }, questions.map(({ title }) => h("li", {}, title)))),
    h("div", { class: "hall-vote" },
      qrCode(`${address}#elections/${election.id}`, t("board.hall.qr", { address })),
      h("p", { class: "hall-address" }, address.replace(/^https?:\/\/|\/$/g, "")),
      keyNumber && h("p", { class: "hall-address" }, t("board.keyNumber", { number: shortNumber(keyNumber) }))),
    h("div", { class: "hall-foot" }, news, turnout, left));
  update(election);
  tick(node);
  return [node, update];
}

/** What happened to the election that is not in its rules.
 *  @type {(election: Parameters<typeof newsOf>[0]) => HTMLElement[]} */
const newsWords = (election) => newsOf(election).map((words) => h("p", {}, words));

/** A part of the screen whose letters are as large as they can be for all of it to be seen, so that it fills the wall.
 *  @type {(name: string, ...content: Child[]) => HTMLElement} */
function fitting(name, ...content) {
  const part = h("div", { class: name }, content);
  new ResizeObserver(() => {
    for (let size = 1; size > SMALLEST; size *= SMALLER) {
      part.style.setProperty("--fit", String(size));
      if (part.scrollHeight <= part.clientHeight && part.scrollWidth <= part.clientWidth) return;
    }
  }).observe(part);
  return part;
}

/** Writes how much time is left.
 *  @type {(place: HTMLElement) => void} */
function tick(place) {
  /** @type {HTMLElement | null} */
  const left = place.querySelector(".hall-left");
  if (!left?.dataset.end) return;
  const seconds = Math.max(0, Math.ceil((Date.parse(left.dataset.end) - Date.now()) / 1000));
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const clock = [...(hours > 0 ? [hours] : []), minutes,
    seconds % 60].map((n, i) => (i === 0 ? String(n) : String(n).padStart(2, "0"))).join(":");
  left.textContent = t("board.hall.left", { time: clock });
}

/** The log of an election that waits for its count, with which key holders compare theirs.
 *  @type {(election: Api.BoardElection, signal: AbortSignal) => Promise<Closed | null>} */
async function boxOf({ id, resultsCalculated, cancelled }, signal) {
  if (resultsCalculated || cancelled) return null;
  const path = `/api/board/elections/${id}`;
  const [manifest, log] = await Promise.all([text(`${path}/manifest`, signal), text(`${path}/leaves`, signal)]);
  const frozen = readFrozen(manifest);
  return frozen && custodyOf(frozen.manifest).sheets ? checkLog(log, frozen) : null;
}

/** @type {(election: Api.BoardElection, record: PublicRecord | null, box: Closed | null) => Screen} */
function closedScreen(election, record, box) {
  const heading = h("h1", {}, election.title);
  /** @type {(...more: Child[]) => HTMLElement} */
  const foot = (...more) => h("div", { class: "hall-foot" },
    h("div", { class: "hall-news" }, more),
    h("p", {}, turnoutWords(election.turnout)));
  if (!record?.result) {
    return [h("div", { class: "hall-closed" }, heading, fitting("hall-result",
      h("p", { class: "hall-words" }, t(election.cancelled ? "board.hall.cancelled" : "board.hall.counting")),
      box && h("p", {}, t("board.hall.box", { n: box.size - 1 })),
      box && h("p", { class: "code" }, rootWords(hex(box.root))),
      box && h("p", { class: "hall-address" }, h("a", {
        href: `/api/board/elections/${election.id}/checkpoint`, download: checkpointName(election.id, box.size),
      }, t("board.log.save")))), foot(newsWords(election))), () => {}];
  }
  const { manifest, result, holds } = record;
  const several = manifest.questions.length > 1;
  return [h("div", { class: "hall-closed" }, heading,
    fitting(several ? "hall-result hall-several" : "hall-result", manifest.questions.map((question, i) =>
      h("section", { class: "hall-question" },
        several && h("h2", {}, question.title),
        decision(question, result.questions[i]),
        !several && bars(question, result.questions[i])))),
    foot(newsWords({ ...election, timeZone: manifest.timeZone }),
      !holds && h("p", {}, t("minutes.failed")))), () => {}];
}

// The seats of lists are larger than the names of those elected, of whom there may be many.
/** @type {(question: Api.FrozenQuestion, outcome: Api.Outcome) => Child} */
function decision(question, outcome) {
  const [first, ...more] = question.lists ? endingWords(question, outcome) : [decisionWords(question, outcome)];
  return [h("p", { class: "hall-decision" }, first), more.map((words) => h("p", {}, words))];
}

/** @type {(question: Api.FrozenQuestion, outcome: Api.Outcome) => HTMLElement} */
function bars(question, outcome) {
  const { figures } = figuresOf(question, outcome);
  const full = Math.max(1, ...figures);
  return h("ul", { class: "hall-bars" }, orderOf(question, figures).slice(0, MOST_BARS).map((option) => h("li", {},
    h("span", {}, nameOf(question, option)),
    partedBar([[figures[option - 1] / full, hasWon(outcome, option) ? "bar-fill-winner" : ""]]),
    h("strong", {}, figures[option - 1]))));
}

/** @type {() => Child} */
function full() {
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (document.fullscreenElement ? document.exitFullscreen()
    : document.documentElement.requestFullscreen());
  return h("p", { class: "hall-tools" },
    h("button", { type: "button", class: "button button-quiet button-small", on: { click: toggle } },
      t("board.hall.full")),
    h("a", { href: "#" }, t("board.hall.leave")));
}
