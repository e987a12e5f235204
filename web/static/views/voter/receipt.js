// After the vote: the receipt.

import { save } from "../../lib/api.js";
import { copyText } from "../../lib/copy.js";
import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { numberWords } from "../../lib/leaf.js";
import { qrCode } from "../../lib/qr.js";
import { forgetCode } from "../../lib/session.js";
import { isSaved, noteSaved } from "./kept.js";
import { doneButton, isKiosk } from "./kiosk.js";
import { nextVote } from "./next.js";
import { openPapers, paperLink } from "./papers.js";

/** @import { KeptReceipt } from "../../lib/receipt.js" */

/**
 * The receipt of a vote, to save, print or copy. Until the voter has done one of these, the browser
 * asks before the page is left.
 * @type {(signal: AbortSignal, election: Api.VoterElection, paperId: string,
 *   receipt: KeptReceipt) => Promise<HTMLElement>}
 */
export async function receiptView(signal, election, paperId, receipt) {
  /** @type {(event: Event) => void} */
  const guard = (event) => event.preventDefault();
  if (isKiosk() && openPapers(election).length === 0) forgetCode();
  const asking = new AbortController();
  signal.addEventListener("abort", () => asking.abort());
  if (!isSaved(receipt) && !isKiosk()) window.addEventListener("beforeunload", guard, { signal: asking.signal });
  const next = nextVote(signal, election.id, { held: !isSaved(receipt) });
  const kept = () => {
    asking.abort();
    noteSaved(receipt);
    next.free();
  };

  const said = h("p", { class: "muted no-print" }, isKiosk() ? t("voter.kiosk.keep") : t("voter.receipt.keep"));
  /** @type {(text: string) => void} */
  const say = (text) => { said.textContent = text; announce(text); };
  const onSave = () => {
    save(`ostrakon-receipt-${paperId || election.id}.json`, `${JSON.stringify(receipt, null, 2)}\n`,
      "application/json");
    kept();
    say(t("voter.receipt.saved"));
  };
  const onPrint = () => {
    kept();
    window.print();
  };
  const onCopy = async () => {
    const { code, leaf, signature } = receipt;
    const done = await copyText(t("voter.receipt.text",
      { title: election.title, code, leaf: numberWords(leaf), signature, link: checkLink(receipt) }));
    if (done) kept();
    say(done ? t("voter.receipt.copied") : t("voter.receipt.notCopied"));
  };
  /** @type {(words: string, click: () => void, quiet?: boolean) => HTMLElement} */
  const action = (words, click, quiet = true) =>
    h("button", { type: "button", class: quiet ? "button button-quiet" : "button", on: { click } }, words);

  const ways = isKiosk()
    ? [said, h("p", { class: "actions" }, doneButton(), action(t("voter.receipt.print"), onPrint))]
    : [said, h("p", { class: "actions" },
      action(t("voter.receipt.save"), onSave, false),
      action(t("voter.receipt.print"), onPrint),
      action(t("voter.receipt.copy"), onCopy))];
  return h("article", { class: "narrow" },
    next.node,
    h("h1", {}, t("voter.receipt.title")),
    h("p", { class: "lead" }, t("voter.receipt.lead")),
    isKiosk() && ways,
    h("section", { class: "receipt", "aria-label": t("voter.receipt") }, details(signal, election, paperId, receipt)),
    !isKiosk() && ways,
    h("p", { class: "muted" }, t("voter.receipt.later")),
    election.settings.proof && h("p", { class: "muted" }, t("voter.receipt.proved")),
    nextPaper(election, paperId),
    h("p", { class: "no-print" }, h("a", { href: "#" }, t("voter.back"))));
}

/** The way to the next paper that the voter can cast after the one that they have just cast.
 *  @type {(election: Api.VoterElection, paperId: string) => Child} */
function nextPaper(election, paperId) {
  const next = openPapers(election).find(({ id }) => id !== paperId);
  return next && h("div", { class: "next no-print" },
    h("p", {}, next.id ? t("voter.paper.also", { names: next.name }) : t("voter.paper.own")),
    h("p", { class: "actions" }, paperLink(election, next, "button button-quiet")));
}

/** @type {(signal: AbortSignal, election: Api.VoterElection, paperId: string,
 *   receipt: KeptReceipt) => Child} */
function details(signal, election, paperId, receipt) {
  const link = checkLink(receipt);
  const giver = election.papers.find(({ id }) => id !== "" && id === paperId);
  const more = h("details", { class: "about" }, h("summary", {}, t("voter.receipt.details")),
    h("dl", { class: "facts facts-small" },
      h("dt", {}, t("voter.receipt.hash")), h("dd", { class: "hash" }, receipt.leaf),
      h("dt", {}, t("voter.receipt.signature")), h("dd", { class: "hash" }, receipt.signature)));
  window.addEventListener("beforeprint", () => { more.open = true; }, { signal }); // paper has all of it
  return [
    h("dl", { class: "facts" },
      h("dt", {}, t("voter.receipt.election")), h("dd", {}, election.title),
      giver && [h("dt", {}, t("voter.receipt.for")), h("dd", {}, giver.name)],
      receipt.code && [h("dt", {}, t("voter.receipt.code")), h("dd", { class: "code" }, groups(receipt.code))],
      h("dt", {}, t("voter.receipt.leaf")), h("dd", { class: "code" }, numberWords(receipt.leaf))),
    more,
    h("div", { class: "receipt-check" },
      qrCode(link, t("voter.receipt.qr")),
      h("p", {}, t("voter.receipt.scan"), h("br"), 
        h("a", { class: "no-print", href: link }, t("voter.receipt.check")),
        h("span", { class: "paper-address" }, link))),
  ];
}

/**
 * The address at which the receipt can be checked later. The leaf is in the fragment, which no
 * server sees.
 * @type {(receipt: { electionId: string, leaf: string }) => string}
 */
export const checkLink = ({ electionId, leaf }) => new URL(`/board/${electionId}#receipt=${leaf}`, location.href).href;

// Groups of four are easier to read aloud and to compare.
/** @type {(code: string) => string} */
const groups = (code) => code.replace(/.{4}(?=.)/g, "$& ");
