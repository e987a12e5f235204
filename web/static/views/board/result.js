// The result, once the ballots are counted. It comes from the bundle, which the browser counts
// again. A cancelled election has a bundle too, without a count.
//
// keys: board.bundle.* board.hash.*

import { groupTurnouts } from "../../lib/manifest.js";
import { blob } from "../../lib/api.js";
import { checkAside } from "../../lib/bundle_check.js";
import { custodyOf } from "../../lib/custody.js";
import { announce, h, refill } from "../../lib/dom.js";
import { bytes } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { noticeWords } from "../../lib/news.js";
import { explain, notice } from "../../lib/states.js";
import { traitsOf } from "../../lib/tally/rules.js";
import { resultInVotes } from "../../lib/votes.js";
import { againWords } from "../result/again.js";
import { resultView } from "../result/view.js";
import { faceOf } from "./candidates.js";
import { stepList, tone } from "./steps.js";

/** @import { Bundle, Check, Checked, CheckName } from "../../lib/bundle.js" */
/** @import { Answer } from "../../lib/bundle_worker.js" */
/** @import { Recounted } from "../../lib/recounts.js" */
/** @import { Asked } from "../result/words.js" */
/** @import { Board } from "./election.js" */

/**
 * A bundle, what its checks found, and its second counts.
 * @typedef {{ bundle: Bundle, checks: Check[], recounts: Recounted[] }} Counted
 */

const FEW = 6; // options of a question whose figures are shown at once

/**
 * The result, what auditors see of the bundle once they look, and a promise of it. The promise
 * gives null if the bundle cannot be read; before the count there is no promise.
 * @type {(board: Board) => { node: HTMLElement, audit: () => HTMLElement,
 *   counted: Promise<Counted | null> | null }}
 */
export function resultSection(board) {
  const { status, resultsCalculated, cancelled } = board.election;
  const [node, audit] = [h("div", {}), h("div", {})];
  if (status === "ACTIVE" || !(resultsCalculated || cancelled)) {
    refill(node, h("p", {}, t(status === "ACTIVE" ? "board.result.open" : "board.result.waiting")));
    return { node, audit: () => audit, counted: null };
  }
  let fillAudit = () => {}; // auditors see what there is when they look, and what comes later
  let looked = false;
  /** @type {() => Promise<Counted | null>} */
  const load = async () => {
    node.setAttribute("aria-busy", "true"); // what is below appears with the result, and does not jump
    refill(node, h("p", { class: "muted" }, t(resultsCalculated ? "board.result.counting" : "board.result.checking")));
    try {
      const zipped = await blob(`${board.path}/bundle`, board.signal);
      const checkpoints = board.checkpoints.items.map(({ checkpoint }) => checkpoint);
      return show(zipped.size, await checkAside({ zipped, manifestText: board.manifestText, checkpoints },
        board.signal));
    } catch (error) {
      const again = h("button", { type: "button", class: "button", on: { click: load } }, t("shell.again"));
      refill(node, notice("problem", h("p", {}, explain(error))), h("p", {}, again));
      return null;
    } finally {
      node.removeAttribute("aria-busy");
    }
  };
  /** @type {(size: number, answer: Answer) => Counted | null} */
  const show = (size, answer) => {
    fillAudit = () => refill(audit, answer && bundleChecks(board, answer.checked), bundleFile(board, size));
    if (looked) fillAudit();
    if (answer) {
      refill(node, content(board, answer.checked));
      const { checks, recounts } = answer.checked;
      return { bundle: answer.bundle, checks, recounts };
    }
    const words = t("board.result.unreadable");
    refill(node, notice("problem", h("p", {}, words)));
    announce(words);
    return null;
  };
  return {
    node, counted: load(),
    audit() {
      looked = true;
      fillAudit();
      return audit;
    },
  };
}

/** @type {(board: Board, checked: Checked) => Child} */
function content(board, { checks, result: counted, cancelled, notices, recounts }) {
  const { manifest } = board;
  const result = counted && resultInVotes(manifest, counted);
  const { questions } = manifest;
  const state = tone(...checks.map((check) => check.state));
  const proved = checks.some(({ state: own, values }) => values.proved !== undefined && own === "passed");
  /** @type {(question: Asked) => boolean} */
  const isFolded = ({ method, options }) => options.length > FEW || traitsOf(method).by === "transfers";
  return [
    state === "failed" && notice("problem", h("p", {}, t("board.result.failed"))),
    result && resultView(questions, result.questions,
      { ...result, turnouts: groupTurnouts(manifest, result.groups) }, { ...manifest, proof: proved },
      { level: 3, isFolded, face: faceOf(board) }),
    notices.map((one) => h("p", {}, noticeWords(one, manifest.timeZone))),
    recounts.map((one) => notice(one.same ? "info" : "problem", h("p", {}, againWords(one, manifest.timeZone)))),
    h("p", { class: "muted" }, t(cancelled && state === "passed" ? "board.bundle.cancelled" : `board.bundle.${state}`)),
    h("p", { class: "no-print" }, h("a", { href: "#minutes" }, t("board.minutes"))),
  ];
}

/** @type {(board: Board, checked: Checked) => Child} */
function bundleChecks(board, { checks, seal, cancelled, hashes }) {
  const state = tone(...checks.map((check) => check.state));
  return [
    h("h3", {}, t(cancelled ? "board.bundle.cancelled.title" : "board.bundle.title")),
    h("details", { class: "about", open: state !== "passed" },
      h("summary", {}, t("board.bundle.checks", { n: checks.length })),
      stepList(checks.map(({ name, state: own, values }) => ({
        title: t(`board.bundle.${name}.title`), text: checkWords(board.manifest, name, values, cancelled !== null),
        state: own, values,
      })))),
    h("details", { class: "about" }, h("summary", {}, t("board.hashes")),
      h("p", {}, t("board.hashes.hint")),
      h("dl", { class: "facts facts-small" }, /** @type {const} */ (["bundle", "manifest", "seal"]).map((name) =>
        [h("dt", {}, t(`board.hash.${name}`)), h("dd", { class: "hash" }, hashes[name])]))),
    seal && h("details", { class: "about" }, h("summary", {}, t("board.seal")),
      h("dl", { class: "facts facts-small" }, Object.entries(seal).map(([name, value]) =>
        [h("dt", {}, name), h("dd", { class: "hash" }, value)]))),
  ];
}

// What a check is of.
/** @type {(manifest: Api.Manifest, name: CheckName, values: Check["values"], cancelled: boolean) => string} */
function checkWords({ witnesses, pollBook, custody, threshold, holders }, name, values, cancelled) {
  if (name === "witnesses" && !witnesses) return t("board.bundle.witnesses.none");
  if (name === "pollBook" && !pollBook) return t("board.bundle.pollBook.none");
  if (cancelled && name === "seal") return t("board.bundle.seal.cancelled");
  if (cancelled && ["codes", "counts", "proof", "result", "recounts"].includes(name))
    return t("board.bundle.notCounted");
  if (name === "proof" && !values.proved) {
    return custodyOf({ custody }).serverKey ? t("board.bundle.proof.server")
      : t("board.bundle.proof.none", { n: threshold, of: holders.length });
  }
  return t(`board.bundle.${name}`);
}

/** @type {(board: Board, size: number) => Child} */
function bundleFile({ id, path }, size) {
  return [
    h("p", {}, t("board.result.bundle")),
    h("p", { class: "actions" }, h("a", { class: "button", href: `${path}/bundle`, download: `ostrakon-${id}.zip` },
      t("board.result.download", { size: bytes(size) }))),
  ];
}
