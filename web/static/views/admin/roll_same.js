// "Perhaps this person is on the roll already": asked before somebody of a known name is added or renamed.

import { ApiError, codeOf, get } from "../../lib/api.js";
import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { day } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

/**
 * Sends the body of a person. If they resemble somebody, it asks who they are first. Resolves to the route of the entry
 * if it is the same person, or to "" once it is sent; it throws what the server said if nobody answers.
 * @template {object} Body
 * @param {Body} body
 * @param {(body: Body & { samePerson?: boolean }) => Promise<unknown>} send
 */
export async function sendPerson(body, send) {
  try {
    await send(body);
    return "";
  } catch (error) {
    if (codeOf(error) !== "perhaps_same_person" || !(error instanceof ApiError)) throw error;
    const ids = /** @type {string[]} */ (/** @type {unknown} */ (error.params.entries ?? []));
    const answer = await ask(await Promise.all(ids.map((id) => get(`/api/admin/roll/${id}`))));
    if (answer === null) throw error;
    if (answer !== "") return `roll/${answer}`;
    await send({ ...body, samePerson: false });
    return "";
  }
}

/** The id of the person that it is, "" for somebody else, or null without an answer.
 *  @type {(people: Api.RollEntry[]) => Promise<string | null>} */
const ask = async (people) => /** @type {string | null} */ (await openDialog({
  title: t("roll.same.title"),
  content: (close) => [
    h("ul", { class: "plain-list" }, people.map(({ id, fullName, dateOfBirth, member, email, address }) =>
      h("li", { class: "same-person" },
        h("p", {}, h("strong", {}, fullName)),
        h("p", { class: "muted" },
          [dateOfBirth && day(dateOfBirth), member, email, address].filter(Boolean).join(" · ")),
        h("button", { type: "button", class: "button button-quiet", on: { click: () => close(id) } },
          t("roll.same.open"))))),
    h("p", { class: "actions" }, h("button", { type: "button", class: "button button-quiet",
      on: { click: () => close("") } }, t("roll.same.another")),
    h("button", { type: "button", class: "plain", on: { click: () => close() } }, t("shell.cancel"))),
  ],
}));
