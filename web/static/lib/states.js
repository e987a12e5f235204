// What a view shows besides its content: notices, failures, loading and the next part of a list.
//
// keys: shell.problem.*

import { ApiError, get } from "./api.js";
import { whileBusy } from "./busy.js";
import { announce, h } from "./dom.js";
import { has, t } from "./i18n.js";
import { said } from "./said.js";

/** @typedef {"info" | "success" | "problem"} NoticeKind */

/** A box with a message.
 *  @type {(kind: NoticeKind, ...content: Child[]) => HTMLElement} */
export function notice(kind, ...content) {
  return h("div", { class: `notice notice-${kind}` }, content);
}

/**
 * Says what went wrong and what to do. What the API answered has words of its own; the page says
 * what no answer came for.
 * @type {(error: unknown) => string}
 */
export function explain(error) {
  if (!(error instanceof ApiError)) return t("shell.problem.unexpected");
  const { code, requestId } = error;
  const key = `shell.problem.${code}`;
  const words = has(key) ? t(key) : said(error);
  const unknown = code === "internal" || code === "unexpected";
  return unknown && requestId ? `${words} ${t("shell.problem.reference", { id: requestId })}` : words;
}

/** Does something while a button is off, as whileBusy(). What goes wrong is said in a place, which is empty meanwhile.
 *  Answers whether all went well.
 *  @type {(button: HTMLButtonElement, place: HTMLElement, act: () => Promise<unknown>, words?: string) =>
 *   Promise<boolean>} */
export async function tryBusy(button, place, act, words) {
  place.replaceChildren();
  try {
    await whileBusy(button, act, words);
    return true;
  } catch (error) {
    place.replaceChildren(notice("problem", h("p", {}, explain(error))));
    return false;
  }
}

/** The view for content that could not be loaded; retry loads it again.
 *  @type {(error: unknown, retry?: () => void) => HTMLElement} */
export function failure(error, retry) {
  const missing = error instanceof ApiError && error.status === 404;
  return h("article", { class: "narrow" },
    h("h1", {}, missing ? t("shell.missing.title") : t("shell.failure.title")),
    h("p", { class: "lead" }, missing ? t("shell.missing.lead") : explain(error)),
    h("p", { class: "actions" },
      !missing && retry && h("button", { type: "button", class: "button", on: { click: retry } }, t("shell.again")),
      h("a", { class: missing ? "button" : "button button-quiet", href: "#" }, t("shell.home"))));
}

/** Grey shapes where the content will be. */
export function skeleton() {
  return h("div", { class: "skeleton", "aria-hidden": "true" },
    h("div", { class: "skeleton-title" }), h("div", { class: "skeleton-card" }), h("div", { class: "skeleton-card" }));
}

/** Says that a list is empty, and what to do about it.
 *  @type {(...content: Child[]) => HTMLElement} */
export function empty(...content) {
  return h("div", { class: "empty" }, content);
}

/**
 * A list that grows: it shows the first page and, while the API has a next one, a "Show more"
 * button. item(entry) makes the node of an entry, and `list` is the element that they go into.
 * show(page, path) puts another list in the place of this one, for a new search.
 * @type {<Entry>(options: { path: string, page: Api.List<Entry>, item: (entry: Entry) =>
 *   HTMLElement, signal: AbortSignal, list?: HTMLElement, none?: Child }) => HTMLElement &
 *   { show(page: Api.List<Entry>, path: string): void }}
 */
export function growingList({ path, page, item, signal, list = h("ul", { class: "cards" }), none }) {
  const problem = h("p", { class: "field-error", hidden: true });
  const button = h("button", { type: "button", class: "button button-quiet", on: { click: more } }, t("shell.more"));
  const footer = h("div", { class: "more" }, problem, button);
  const blank = h("div", {}, none);
  const frame = list.closest("table") ?? list;
  /** @type {string | undefined} */
  let next;
  /** @type {string} */
  let from;

  /** @type {(first: typeof page, address: string) => void} */
  function show(first, address) {
    from = address;
    next = first.next;
    list.replaceChildren(...first.items.map(item));
    blank.hidden = first.items.length > 0;
    frame.hidden = first.items.length === 0;
    footer.hidden = !next;
    problem.hidden = true;
  }

  async function more() {
    problem.hidden = true;
    try {
      const address = `${from}${from.includes("?") ? "&" : "?"}after=${encodeURIComponent(next ?? "")}`;
      const answer = /** @type {typeof page} */ (await whileBusy(button, () => get(address, signal)));
      const fresh = answer.items.map(item);
      next = answer.next;
      list.append(...fresh);
      footer.hidden = !next;
      if (fresh.length > 0) focusOn(fresh[0]);
      announce(t("shell.more.shown", { n: fresh.length }));
    } catch (error) {
      if (signal.aborted) return;
      problem.textContent = explain(error);
      problem.hidden = false;
      announce(problem.textContent);
    }
  }

  show(page, path);
  const node = h("div", {}, frame, blank, footer);
  return Object.assign(node, { show });
}

// The button that was pressed moves or disappears, so the focus goes to the first new entry.
/** @type {(node: HTMLElement) => void} */
function focusOn(node) {
  node.tabIndex = -1;
  node.focus();
}
