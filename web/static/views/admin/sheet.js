// The recovery sheet of an election's key, for paper. It is shown after the password.
//
// keys: admin.sheet.DRAFT admin.sheet.COUNTED admin.sheet.CANCELLED

import { get, post } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { dateTime } from "../../lib/format.js";
import { form } from "../../lib/form.js";
import { t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { notice } from "../../lib/states.js";
import { electionTrail, ownPassword, page, standing } from "./frame.js";

const LINE = 24; // characters of the key on a line

/** The form that asks for the password, and then the sheet.
 *  @type {(signal: AbortSignal, info: Api.Info, id: string) => Promise<HTMLElement>} */
export async function sheetView(signal, info, id) {
  const election = await get(`/api/admin/elections/${id}`, signal);
  const at = standing(election);
  const place = h("div", {});
  /** @type {(...content: Child[]) => HTMLElement} */
  const frame = (...content) => page({
    info, section: "elections", trail: electionTrail(election), title: t("admin.sheet.title"), lead: t("admin.sheet.lead"),
  }, content);
  if (at === "DRAFT" || at === "COUNTED" || at === "CANCELLED") {
    return frame(notice("info", h("p", {}, t(`admin.sheet.${at}`))));
  }
  place.append(h("section", { class: "panel narrow" },
    notice("info", h("p", {}, t("admin.sheet.danger"))),
    form({
      fields: [ownPassword()],
      submit: t("admin.sheet.show"),
      busy: t("admin.sheet.busy"),
      send: async (values) => {
        const { line } = await post(`/api/admin/elections/${id}/key`, values);
        if (signal.aborted) return;
        const shown = sheet(info, election, line);
        place.replaceChildren(shown);
        shown.querySelector("h2")?.focus();
        announce(t("admin.sheet.shown"));
      },
    })));
  return frame(place);
}

/** @type {(info: Api.Info, election: Api.Election, line: string) => HTMLElement} */
function sheet(info, { id, title }, line) {
  const lines = line.match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
  return h("div", { class: "narrow" },
    h("p", { class: "actions no-print" },
      h("button", { type: "button", class: "button", on: { click: () => window.print() } }, t("admin.print"))),
    h("section", { class: "receipt sheet" },
      h("h2", { tabindex: "-1" }, t("admin.sheet.heading")),
      h("dl", { class: "facts" },
        info.organisation && [h("dt", {}, t("admin.setup.organisation")), h("dd", {}, info.organisation)],
        h("dt", {}, t("admin.sheet.election")), h("dd", {}, title, h("br"), h("span", { class: "hash" }, id)),
        h("dt", {}, t("admin.sheet.printed")), h("dd", {}, dateTime(Date.now()))),
      h("p", {}, t("admin.sheet.keep")),
      h("div", { class: "sheet-key" },
        h("p", { class: "sheet-lines" }, lines.map((part) => [part, h("br")])),
        qrCode(line, t("admin.sheet.qr"))),
      h("p", { class: "muted" }, t("admin.sheet.use")),
      h("p", { class: "hash" }, "ostrakon key import")),
    h("p", { class: "muted no-print" }, t("admin.sheet.after")));
}
