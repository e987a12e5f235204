// The count of an election whose keys people hold: on their own devices, or at a table.

import { del, download, get, post, upload } from "../../lib/api.js";
import { copyable } from "../../lib/copy.js";
import { confirm } from "../../lib/dialog.js";
import { announce, h, refill } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { filePicker } from "../../lib/pick.js";
import { go, notify } from "../../lib/router.js";
import { explain, notice } from "../../lib/states.js";
import { countWords, follow } from "../board/count_words.js";
import { linkChoice, reachable } from "./key.js";

/** @type {(label: string, click: () => unknown, kind?: string) => HTMLElement} */
const button = (label, click, kind = "") =>
  h("button", { type: "button", class: `button ${kind}`, on: { click } }, label);

/** The count from the pages: start it, give out its address, see who has opened and signed.
 *  @type {(election: Api.Election, signal: AbortSignal) => Promise<HTMLElement>} */
export async function sheetsCount(election, signal) {
  const { id, holders = [], resultsCalculated } = election;
  const seen = /** @type {const} */ (`/api/board/elections/${id}/count`);
  const own = /** @type {const} */ (`/api/admin/elections/${id}/count`);
  const [first, addresses] = await Promise.all([get(seen, signal), reachable(signal)]);
  const links = linkChoice(addresses);
  const [words, actions, problem] = [h("div", {}), h("div", {}), h("div", { role: "alert" })];
  /** @type {Api.CountState | null} */
  let state = null;

  /** @type {(fresh: Api.CountState) => void} */
  function show(fresh) {
    if (fresh.state === "done" && (state ? state.state !== "done" : !resultsCalculated)) {
      finish(id);
      return;
    }
    const given = state && (fresh.given.length > state.given.length || fresh.signed.length > state.signed.length);
    refill(words, countWords(fresh, holders));
    if (fresh.state !== state?.state) refill(actions, actionsOf(fresh.state));
    if (state && (given || fresh.state !== state.state)) announce(words.textContent ?? "");
    state = fresh;
  }

  /** @type {(now: Api.CountState["state"]) => Child[]} */
  const actionsOf = (now) => (["waiting", "counting", "signing"].includes(now) ? [
    now !== "counting" && [links.node, links.link(`/board#/count/${id}`, t("holder.count.qr"))],
    h("p", { class: "actions" }, button(t("holder.count.stop"), stop, "button-quiet button-risky")),
  ] : [h("p", { class: "actions" },
    button(t(now === "done" ? "holder.again.start" : now === "failed" ? "holder.count.restart" : "holder.count.start"),
      () => attempt(async () => show(await post(own, {})))))]);

  /** @type {(act: () => Promise<void>) => Promise<void>} */
  async function attempt(act) {
    problem.replaceChildren();
    try {
      await act();
    } catch (error) {
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
    }
  }

  async function stop() {
    await confirm({
      title: t("holder.count.stop"), body: t("holder.count.stop.lead"), yes: t("holder.count.stop"),
      doing: t("holder.count.stopping"), danger: true,
      act: () => del(own),
    });
    state = null;
    await attempt(async () => show(await get(seen, signal)));
  }

  show(first);
  follow(signal, async () => show(await get(seen, signal)), words, () => false);
  return h("div", {}, words, problem, actions);
}

/** @type {(id: string) => void} */
function finish(id) {
  notify("success", t("admin.count.done"));
  go(`elections/${id}/results`);
}

/** The second count of an election whose ballot box stays.
 *  @type {(election: Api.Election, signal: AbortSignal) => Promise<HTMLElement>} */
export async function againSection(election, signal) {
  return h("section", {},
    h("h2", {}, t("holder.again.title")),
    h("p", { class: "prose" }, t("holder.again.hint")),
    await sheetsCount(election, signal),
    tableSection(election));
}

/** The count on a computer without a network.
 *  @type {(election: Api.Election) => HTMLElement} */
export function tableSection({ id, threshold = 1 }) {
  const problem = h("div", { role: "alert" });
  const box = `ostrakon-box-${id}.zip`;
  /** @type {(act: () => Promise<void>) => Promise<void>} */
  const attempt = async (act) => {
    problem.replaceChildren();
    try {
      await act();
    } catch (error) {
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
    }
  };
  return h("section", {},
    h("h2", {}, t("holder.table.title")),
    h("p", { class: "prose" }, t("holder.table.lead")),
    problem,
    h("ol", { class: "points points-numbered" },
      h("li", {}, t("holder.table.box"),
        h("p", {}, button(t("holder.table.download"),
          () => attempt(() => download(`/api/admin/elections/${id}/box`, box)), "button-quiet"))),
      h("li", {}, t("holder.table.checkpoint")),
      h("li", {}, t("holder.table.run", { n: threshold }),
        copyable(`ostrakon count -checkpoint saved.txt -out count.zip ${box}`, t("holder.table.command"))),
      h("li", {}, t("holder.table.upload"), filePicker({
        label: t("holder.table.choose"), accept: ".zip,application/zip",
        onFiles: ([file]) => attempt(async () => {
          await upload(`/api/admin/elections/${id}/count/upload`, new Blob([file], { type: "application/zip" }));
          finish(id);
        }),
      }))));
}
