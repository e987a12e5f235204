// A list with a search as people type. The latest words win, and screen readers hear the number of
// hits.

import { get } from "../../lib/api.js";
import { announce, h, uniqueId } from "../../lib/dom.js";
import { setRoute } from "../../lib/router.js";
import { explain, growingList, notice } from "../../lib/states.js";

const PAUSE = 250; // milliseconds after the last key

/**
 * A search field above a growing list. `path` is the path of the list. `route` is the route of the
 * view, which keeps the words so that Back finds them again. sort() is the order to ask for, "" for
 * the usual one. shown(n, more) says how many entries are shown, and answered(answer) gets every
 * answer before its entries are shown. The rest is for growingList.
 * @template Entry
 * @template {Api.List<Entry>} Page
 * @param {{ path: string, route: string, query: string, label: string, hint: string,
 *   sort?: () => string, signal: AbortSignal, shown: (n: number, more: boolean) => string, answered?: (answer: Page) =>
 *   void, item: (entry: Entry) => HTMLElement, list: HTMLElement, none: Child }} options
 */
export async function searchList(
  { path, route, query, label, hint, signal, sort = () => "", shown, answered = () => {}, ...rest }) {
  const id = uniqueId("search");
  /** @type {(words: string) => string} */
  const addressOf = (words) => {
    const more = [words && `query=${encodeURIComponent(words)}`, sort() && `sort=${sort()}`].filter(Boolean).join("&");
    return more ? `${path}${path.includes("?") ? "&" : "?"}${more}` : path;
  };
  /** @type {(words: string, until: AbortSignal) => Promise<Page>} */
  const load = async (words, until) => {
    const answer = /** @type {Page} */ (await get(addressOf(words), until));
    answered(answer);
    return answer;
  };
  const first = await load(query, signal);
  const list = growingList({ path: addressOf(query), page: first, signal, ...rest });
  const count = h("p", { class: "muted" });
  const problem = h("div", {});
  const input = h("input", {
    class: "input", type: "search", id, value: query, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    maxlength: "254", "aria-describedby": `${id}-hint`, on: { input: wait },
  });
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let asking = new AbortController();

  /** @type {(answer: Page) => void} */
  function tell(answer) {
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
      const answer = await load(words, mine);
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
  /** @type {(event: Event) => void} */
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
