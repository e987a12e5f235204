// After the vote: the receipt, which the server shows once.

import { codeFollows } from "../lib/code.js";
import { announce, h } from "../lib/dom.js";
import { notice } from "../lib/states.js";

/**
 * The receipt of a vote, with the nonce that this page sent, to save and to copy. Leaving asks first until one of the
 * two was done.
 */
export async function receiptView(signal, election, receipt) {
  const follows = await codeFollows(receipt).catch(() => false); // whatever it is, the receipt must be shown
  const guard = (event) => event.preventDefault();
  window.addEventListener("beforeunload", guard);
  const kept = () => window.removeEventListener("beforeunload", guard);
  signal.addEventListener("abort", kept);

  const said = h("p", { class: "muted" }, "Keep a copy before you go on: the code is not shown again.");
  const say = (text) => { said.textContent = text; announce(text); };
  const details = h("dl", { class: "facts" },
    h("dt", {}, "Election"), h("dd", {}, election.title),
    h("dt", {}, "Code"), h("dd", { class: "code" }, groups(receipt.code)),
    h("dt", {}, "Leaf, the name of your sealed ballot"), h("dd", { class: "hash" }, receipt.leaf),
    h("dt", {}, "Signature, the promise that it will be in the public log"),
    h("dd", { class: "hash" }, receipt.signature));

  const save = () => {
    download(`ostrakon-receipt-${election.id}.json`, receipt);
    kept();
    say("The receipt is saved with your downloads.");
  };
  const copy = async () => {
    const done = await copyText(
      `${election.title}\nCode: ${receipt.code}\nLeaf: ${receipt.leaf}\nSignature: ${receipt.signature}\n`);
    if (done) kept();
    say(done ? "The receipt is copied." : "Your browser does not let this page copy. Save the receipt as a file.");
  };

  return h("article", { class: "narrow" },
    h("h1", {}, "Your vote is cast"),
    h("p", { class: "lead" },
      "Thank you. This receipt is the trace of your ballot in the ballot box. It does not show whom you chose."),
    !follows && notice("problem", h("p", {},
      "The code below is not made the way it should be: the part of your browser is not in it. Your vote is cast. ",
      "Save the receipt, and show it to the people who run this election and to somebody you trust.")),
    h("section", { class: "receipt", "aria-label": "Receipt" }, details),
    said,
    h("p", { class: "actions" },
      h("button", { type: "button", class: "button", on: { click: save } }, "Save as a file"),
      h("button", { type: "button", class: "button button-quiet", on: { click: copy } }, "Copy")),
    h("p", { class: "muted" },
      "When the votes are counted, your code stands in the public list of all codes, and the saved file proves that ",
      "your ballot was in the ballot box. The results page tells how. Until then show the code to nobody."),
    h("p", {}, h("a", { href: "#" }, "All elections")));
}

/** The vote was taken, and the connection broke before its receipt arrived. */
export function recordedView(election) {
  return h("article", { class: "narrow" },
    h("h1", {}, "Your vote is cast"),
    h("p", { class: "lead" }, `Your vote in ${election.title} was taken. `,
      "The connection broke before the receipt arrived, and it cannot be shown again; your vote counts all the same."),
    h("p", { class: "actions" }, h("a", { class: "button", href: "#" }, "All elections")));
}

// Groups of four are easier to read out and to compare.
const groups = (code) => code.match(/.{1,4}/g).join(" ");

function download(name, content) {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// The clipboard needs HTTPS or localhost. A server in a club room has neither, so the older command is tried too.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "visually-hidden", readonly: true }, text);
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused.focus();
    return done;
  }
}
