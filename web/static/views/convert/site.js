// A model of this visit on another site: an administrator keeps it, and gets the HTML for its page.

import { get, post } from "../../lib/api.js";
import { announce, h, refill } from "../../lib/dom.js";
import { embedding } from "../../lib/embed.js";
import { dateTime } from "../../lib/format.js";
import { loadMessages, t } from "../../lib/i18n.js";
import { isRole } from "../../lib/session.js";
import { tryBusy } from "../../lib/states.js";
import { filesOf } from "./downloads.js";

const PATH = "/api/admin/models";

/** What is to be done with a model, or how it is shown.
 *  @type {(result: Api.Conversion) => Promise<HTMLElement>} */
export async function siteOf(result) {
  await loadMessages("kept");
  if (!isRole("ADMIN")) return h("p", {}, t("kept.keep.others", { time: dateTime(result.expires_at) }));
  const [file, ...more] = filesOf(result);
  if (more.length > 0) return h("p", {}, t("kept.keep.pair"));
  const [{ items }, settings] = await Promise.all([get(PATH), get("/api/admin/settings")]);
  const kept = items.find(({ name }) => name === file.name);
  const node = h("div", {});
  if (kept) refill(node, embedding(kept, settings));
  else refill(node, keeping(file.name, result, (model) => {
    refill(node, h("p", { tabindex: "-1" }, t("kept.keep.done")), embedding(model, settings));
    node.querySelector("p")?.focus();
    announce(t("kept.keep.done"));
  }));
  return node;
}

/** @type {(file: string, result: Api.Conversion, done: (model: Api.KeptModel) => void) => Child[]} */
function keeping(file, result, done) {
  const problem = h("div", { role: "alert" });
  return [
    h("p", {}, t("kept.keep.lead", { time: dateTime(result.expires_at) })),
    problem,
    h("button", { type: "button", class: "button", on: { click: ({ currentTarget }) => tryBusy(currentTarget, problem,
      async () => done(await post(PATH, { file })), t("kept.keep.doing")) } }, t("kept.keep")),
  ];
}
