// A list that is searched while one types: the latest words win, and their number is said aloud.

import { get } from "../../lib/api.js";
import { announce, h, uniqueId } from "../../lib/dom.js";
import { setRoute } from "../../lib/router.js";
import { explain, growingList, notice } from "../../lib/states.js";

const PAUSE = 250; // milliseconds after the last key

/**
 * A search field above a growing list. `path` is the list's, `route` the view's, which keeps the words, so that Back finds
 * them again. shown(n, more) gives the words for what is shown, more being whether there is more of it; answered(answer) is told of every
 * answer. The rest is as growingList takes it.
 */
export async function searchList({ path, route, query, label, hint, signal, shown, answered = () => {}, ...rest }) {
  const id = uniqueId("search");
  const addressOf = (words) => (words ? `${path}${path.includes("?") ? "&" : "?"}query=${encodeURIComponent(words)}` : path);
  const first = await get(addressOf(query), signal);
  const list = growingList({ path: addressOf(query), page: first, signal, ...rest });
  const count = h("p", { class: "muted" });
  const problem = h("div", {});
  const input = h("input", {
    class: "input", type: "search", id, value: query, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    maxlength: "254", "aria-describedby": `${id}-hint`, on: { input: wait },
  });
  let timer;
  let asking = new AbortController();

  function tell(answer) {
    answered(answer);
    count.textContent = shown(answer.items.length, Boolean(answer.next));
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE);
  }

  async function search() {
    asking.abort();
    asking = new AbortController();
    const mine = asking.signal;
    const words = input.value.trim();
    setRoute(words ? `${route}?${encodeURIComponent(words)}` : route);
    try {
      const answer = await get(addressOf(words), mine);
      if (mine.aborted) return;
      problem.replaceChildren();
      list.show(answer, addressOf(words));
      tell(answer);
      announce(count.textContent);
    } catch (error) {
      if (mine.aborted) return;
      problem.replaceChildren(notice("problem", h("p", {}, explain(error))));
      announce(explain(error));
    }
  }

  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    asking.abort();
  });
  tell(first);
  const submit = (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search();
  };
  const node = h("div", {},
    h("form", { class: "search", role: "search", on: { submit } },
      h("label", { for: id }, label), h("p", { class: "hint", id: `${id}-hint` }, hint), input),
    count, problem, list);
  return Object.assign(node, { search });
}
