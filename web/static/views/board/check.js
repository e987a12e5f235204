// Checking a receipt that is pasted, in a file, or in the link of its QR code. The check runs in
// the browser, and the server learns nothing of the receipt.
//
// keys: board.step.* board.verdict.* board.fault.*

import { whileBusy } from "../../lib/busy.js";
import { announce, h, refill, uniqueId } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { numberWords } from "../../lib/leaf.js";
import { LONGEST, readReceipt, receiptText } from "../../lib/receipt.js";
import { explain, notice } from "../../lib/states.js";
import { checkReceipt, findTyped } from "./proof.js";
import { stepList, tone } from "./steps.js";

/** @import { Given } from "../../lib/receipt.js" */
/** @import { Board } from "./election.js" */
/** @import { ReceiptStep } from "./proof.js" */
/** @import { Counted } from "./result.js" */

/** The form and, below it, the result. A leaf in the page's address is checked at once.
 *  @type {(board: Board & { counted: Promise<Counted | null> | null }, leaf?: string) =>
 *   { node: HTMLElement }} */
export function checkSection(board, leaf) {
  const id = uniqueId("receipt");
  const problem = h("p", { class: "field-error", id: `${id}-error`, hidden: true });
  const input = h("textarea", {
    class: "input receipt-input", id, rows: "1", spellcheck: "false", autocapitalize: "none", autocomplete: "off",
    "aria-describedby": `${id}-hint ${id}-error`,
  });
  const button = h("button", { type: "submit", class: "button" }, t("board.check.run"));
  const outcome = h("div", { class: "check-outcome" });

  /** @type {(text: string) => void} */
  const complain = (text) => {
    problem.textContent = text;
    problem.hidden = !text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };

  async function run() {
    outcome.replaceChildren(); // what it said was of another receipt
    complain("");
    announce(t("board.check.running"));
    try {
      await whileBusy(button, check);
    } catch (error) {
      if (board.signal.aborted) return;
      const words = explain(error);
      outcome.replaceChildren(notice("problem", h("p", {}, t("board.check.unreachable")), h("p", {}, words)));
      announce(words);
    }
  }

  async function check() {
    const read = readReceipt(input.value);
    const found = read ? [read] : await findTyped(input.value, board);
    const [given] = found ?? [];
    if (found?.length !== 1 || "fault" in given) {
      complain(faultOf(found));
      input.focus();
      return;
    }
    const heading = h("h3", { tabindex: "-1" });
    refill(outcome,
      !read && given.leaf && h("p", {}, t("board.check.meant", { number: numberWords(given.leaf) })),
      report(await checkReceipt(given, board), heading, given, board));
    heading.focus();
  }

  /** @type {(event: { currentTarget: HTMLInputElement }) => Promise<void>} */
  async function read({ currentTarget: picker }) {
    const file = picker.files?.[0];
    if (!file) return;
    const tooLarge = file.size > LONGEST;
    input.value = tooLarge ? "" : receiptText(new Uint8Array(await file.arrayBuffer()));
    picker.value = "";
    if (tooLarge) complain(t("board.fault.none"));
    else run();
  }

  if (leaf) {
    input.value = leaf;
    setTimeout(run); // once the page is shown
  }
  /** @type {(event: Event) => void} */
  const submit = (event) => {
    event.preventDefault();
    if (!button.disabled) run();
  };
  const file = h("input", { type: "file", class: "visually-hidden", id: `${id}-file`,
    accept: ".json,.txt,application/json,text/plain", on: { change: read } });
  return {
    node: h("div", {},
      h("p", { class: "no-print" }, t("board.check.lead")),
      h("form", { class: "no-print", novalidate: true, on: { submit } },
        h("div", { class: "field" },
          h("label", { for: id }, t("board.check.label")),
          h("p", { class: "hint", id: `${id}-hint` }, t("board.check.hint")),
          problem, input),
        h("p", { class: "actions" }, button, file,
          h("label", { class: "button button-quiet", for: `${id}-file` }, t("board.check.file")))),
      outcome),
  };
}

// Why nothing can be checked: a damaged receipt, no receipt, or what no ballot or several ballots have.
/** @type {(found: ({ fault: string } | Given)[] | null) => string} */
function faultOf(found) {
  if (!found) return t("board.fault.none");
  if (found.length === 0) return t("board.check.noneSo");
  const [one] = found;
  return "fault" in one ? t("board.fault.member", { name: one.fault }) : t("board.check.several", { n: found.length });
}

/**
 * The one answer that comes first.
 * @typedef {"counted" | "inBox" | "cancelled" | "pending" | "unread" | "absentCode" | "absentNumber" |
 *   "notCounted" | "calledInvalid" | "foundAgain" | "brokenPromise" | "leftOut" | "elsewhere" | "failed"} Verdict
 */

/** What the steps say together.
 *  @type {(steps: ReceiptStep[]) => Verdict} */
function verdictOf(steps) {
  const state = tone(...steps.map((step) => step.state));
  if (state === "failed") return failureOf(steps);
  if (state === "pending") return "pending";
  const reached = steps.map(({ name, state: own }) => (own === "passed" || name === "cancelled" ? name : ""));
  if (reached.includes("counted")) return "counted";
  if (!reached.includes("path")) return "unread";
  return reached.includes("cancelled") ? "cancelled" : "inBox";
}

// A number or a code alone that is nowhere may be mistyped. A receipt that the server signed is not.
/** @type {(steps: ReceiptStep[]) => Verdict} */
function failureOf(steps) {
  const [first, last] = [steps[0], steps[steps.length - 1].name];
  if (first.name === "election" && first.state === "failed") return "elsewhere";
  if (last === "brokenPromise" || last === "leftOut") return last;
  if (steps.filter(({ state }) => state === "failed").length > 1) return "failed";
  if (last === "missing") return "absentNumber";
  if (last === "foundAgain" || last === "calledInvalid") return last;
  if (last === "notCounted") return first.name === "codeOnly" ? "absentCode" : "notCounted";
  return "failed";
}

/** @type {Record<Verdict, "passed" | "failed" | "pending" | "open">} */
const TONES = {
  counted: "passed", inBox: "passed", cancelled: "open", pending: "pending", unread: "open", absentCode: "failed",
  absentNumber: "failed", notCounted: "failed", calledInvalid: "failed", foundAgain: "failed",
  brokenPromise: "failed", leftOut: "failed",
  elsewhere: "failed", failed: "failed",
};

/** The answer, and below it what was checked, which only a failure that needs a look shows at once.
 *  @type {(steps: ReceiptStep[], heading: HTMLElement, given: Given, board: Board) => Child} */
function report(steps, heading, { electionId }, { signal, election }) {
  const verdict = verdictOf(steps);
  heading.textContent = t(`board.verdict.${verdict}.title`);
  const last = steps[steps.length - 1].name;
  const look = verdict === "failed" || last === "leftOut" || verdict === "brokenPromise" || last === "waitingOrLost";
  const details = h("details", { class: "about", open: look },
    h("summary", {}, t("board.check.details")),
    stepList(steps.map(({ name, state: own, values }) => ({
      title: t(`board.step.${name}.title`), text: t(`board.step.${name}`), state: own, values,
    }))));
  window.addEventListener("beforeprint", () => { details.open = true; }, { signal }); // paper has all of it
  return [
    h("div", { class: `verdict verdict-${TONES[verdict]}` },
      heading,
      verdict === "elsewhere"
        ? h("p", {}, h("a", { href: `/board/${electionId}` }, t("board.verdict.elsewhere.link")))
        : h("p", {}, t(verdict === "inBox" && election.resultsCalculated ? "board.verdict.inBox.counted"
          : `board.verdict.${verdict}`, { command: "ostrakon seal -keep" })),
      verdict === "counted" && steps[0].name === "codeOnly" && h("p", {}, t("board.verdict.counted.open"))),
    details,
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button button-quiet", on: { click: () => window.print() } },
        t("board.check.print"))),
  ];
}
