// The poll book of an assembly, on the page of a draft: the file for the registrar, who makes the slips, the
// credentials that the registrar brings back, and the way to do without.

import { del, download, get, upload } from "../../lib/api.js";
import { custodyOf } from "../../lib/custody.js";
import { confirm } from "../../lib/dialog.js";
import { announce, h, uniqueId } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { notify, refresh } from "../../lib/router.js";
import { explain, notice } from "../../lib/states.js";
import { actButton } from "./act.js";

/** The section of a draft whose keys people hold and whose voters are on the roll; nothing for other elections.
 *  @type {(election: Api.Election, signal: AbortSignal) => Promise<Child>} */
export async function pollBookSection({ id, status, custody, settings }, signal) {
  if (status !== "DRAFT" || !custodyOf({ custody }).sheets || settings.electorate === "open") return null;
  const { assembly } = await get(`/api/admin/elections/${id}/holders`, signal);
  const path = /** @type {const} */ (`/api/admin/elections/${id}/slips`);
  const { pollBook, keyNumber } = assembly ?? {};
  const [saveProblem, save] = actButton({
    label: t("roll.book.save"), busy: t("roll.book.saving"), kind: "button-quiet",
    act: () => download(`${path}?address=${encodeURIComponent(location.origin)}`, "slips-people.json", signal),
  });
  const [uploadProblem, ...picker] = uploadButton(path, pollBook !== undefined);
  return h("section", { id: "poll-book" },
    h("h2", {}, t("roll.book.title")),
    h("p", { class: "prose" }, t("roll.book.lead")),
    pollBook
      ? notice("success", h("p", {}, t("roll.book.state", { n: pollBook.people, first: pollBook.first,
        last: pollBook.last })))
      : h("p", { class: "prose" }, t("roll.book.steps")),
    !keyNumber && !pollBook && notice("info", h("p", {}, t("roll.book.early"))),
    saveProblem, uploadProblem,
    h("div", { class: "actions" }, save,
      h("a", { class: "button button-quiet", href: "/registrar.html", download: true }, t("roll.book.page")), picker,
      pollBook && h("button", { type: "button", class: "button button-quiet button-risky",
        on: { click: () => doWithout(path) } }, t("roll.book.drop"))));
}

/** The button that takes the registrar's file, after a place for what goes wrong.
 *  @type {(path: `/api/admin/elections/${string}/slips`, again: boolean) => Child[]} */
function uploadButton(path, again) {
  const id = uniqueId("credentials");
  const problem = h("div", { role: "alert" });
  const label = h("label", { class: "button button-quiet", for: id }, t("roll.book.upload"));
  /** @type {(event: { currentTarget: HTMLInputElement }) => Promise<void>} */
  const send = async ({ currentTarget: picker }) => {
    const file = picker.files?.[0];
    picker.value = "";
    if (!file) return;
    problem.replaceChildren();
    label.textContent = t("roll.book.uploading");
    announce(label.textContent);
    try {
      const body = new Blob([file], { type: "application/json" });
      const { people } = await upload(path, body, { method: "PUT" });
      notify("success", t(again ? "roll.book.replaced" : "roll.book.done", { n: people }));
      refresh();
    } catch (error) {
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
      label.textContent = t("roll.book.upload");
    }
  };
  const picker = h("input", { type: "file", class: "visually-hidden", id, accept: ".json,application/json",
    on: { change: send } });
  return [problem, picker, label];
}

/** @type {(path: string) => Promise<void>} */
async function doWithout(path) {
  const done = await confirm({
    title: t("roll.book.drop.title"), body: t("roll.book.drop.lead"), yes: t("roll.book.drop"),
    doing: t("admin.saving"), danger: true, act: () => del(path),
  });
  if (!done) return;
  notify("success", t("roll.book.dropped"));
  refresh();
}
