// The next vote finds the voter: a bar over what they read, when another election is open for them.

import { announce, h, refill } from "../../lib/dom.js";
import { list } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { go } from "../../lib/router.js";
import { isKiosk } from "./kiosk.js";
import { openPapers } from "./papers.js";
import { watchOpen } from "./watch.js";

/**
 * A bar that says which other elections the voter can vote in now. While it is `held`, because there
 * is a receipt to keep, it offers no way on but by a press; free() ends that. On a `ballot`, it waits
 * until this election is over.
 * @type {(signal: AbortSignal, electionId: string, when?: { held?: boolean, ballot?: boolean }) =>
 *   { node: HTMLElement, free: () => void }}
 */
export function nextVote(signal, electionId, { held = false, ballot = false } = {}) {
  const node = h("aside", { class: "next-vote no-print", hidden: true });
  let said = "";
  /** @type {Api.ElectionOutline[]} */
  let others = [];
  let over = false;

  function show() {
    const words = [over && t("voter.next.over"),
      others.length > 0 && t("voter.next", { title: list(others.map(({ title }) => title)) })].filter((text) => text);
    node.hidden = words.length === 0 || ballot && !over;
    node.classList.toggle("next-vote-held", held);
    if (node.hidden) return;
    const to = others.length === 1 ? `elections/${others[0].id}` : others.length > 1 ? "" : `elections/${electionId}`;
    const button = held
      ? h("button", { type: "button", class: "button button-quiet", on: { click: free } }, t("voter.next.anyway"))
      : h("button", { type: "button", class: "button", on: { click: () => go(to) } },
        t(others.length > 0 ? "voter.card.vote" : "voter.card.details"));
    refill(node, h("p", {}, words.join(" "), held && ` ${t("voter.next.keep")}`), button);
    if (said === words.join()) return;
    said = words.join();
    announce(words.join(" "));
  }

  function free() {
    if (!held) return;
    const focused = node.contains(document.activeElement);
    held = false;
    show();
    if (focused) node.querySelector("button")?.focus();
  }

  if (!isKiosk()) {
    watchOpen(signal, ({ items, next }) => {
      others = items.filter((election) => election.id !== electionId && openPapers(election).length > 0);
      over = ballot && !next && !items.some(({ id }) => id === electionId);
      show();
    });
  }
  return { node, free };
}
