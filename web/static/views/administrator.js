// What an administrator sees on the voters' page: where administration happens, and how the elections stand.

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { turnoutWords } from "../lib/format.js";
import { growingList, notice } from "../lib/states.js";
import { turnoutBar } from "./results.js";

const PATH = "/api/admin/elections";

const BADGES = {
  DRAFT: { word: "Draft", tone: "quiet" },
  ACTIVE: { word: "Active", tone: "open" },
  COMPLETED: { word: "Completed", tone: "done" },
};

export async function administratorView(signal) {
  const page = await get(PATH, signal);
  return h("article", {},
    h("h1", {}, "Elections"),
    notice("info",
      h("p", {}, "You are signed in as an administrator. This page is for voters; elections are prepared, opened, ",
        "closed and counted through the API, which is described at ",
        h("a", { href: "/api/openapi.yaml" }, "/api/openapi.yaml"), ".")),
    page.items.length === 0
      ? h("p", { class: "empty" }, "There are no elections yet.")
      : growingList({ path: PATH, page, item: electionRow, noun: "election", signal }));
}

function electionRow({ title, status, turnout }) {
  const { word, tone } = BADGES[status];
  return h("li", { class: "card" },
    h("div", { class: "card-head" }, h("h2", {}, title), h("span", { class: `badge badge-${tone}` }, word)),
    status === "DRAFT"
      ? h("p", { class: "muted" }, "Not open for voting yet")
      : [h("p", { class: "muted" }, `Turnout: ${turnoutWords(turnout)}`), turnoutBar(turnout)]);
}
