// What a view shows besides its content: notices, failures, loading and the next part of a list.
//
// keys: shell.problem.*

import { get } from "./api.js";
import { announce, h } from "./dom.js";
import { duration } from "./format.js";
import { has, t } from "./i18n.js";

/** A box with a message; kind is "info", "success" or "problem". */
export function notice(kind, ...content) {
  return h("div", { class: `notice notice-${kind}` }, content);
}

/**
 * Says in words what went wrong and what to do, from an error of the API client. The words go by its code; for a code
 * without words of ours the server's own have to do.
 */
export function explain(error) {
  const { code = "internal" } = error;
  if (code === "rate_limited") return t("shell.problem.rate_limited", { wait: duration(error.retryAfter || 60) });
  if (code === "internal" || code === "unexpected") {
    return error.requestId ? t("shell.problem.internal_reference", { id: error.requestId }) : t("shell.problem.internal");
  }
  const key = `shell.problem.${code}`;
  return has(key) ? t(key) : error.message;
}

/** The view for content that could not be loaded; retry loads it again. */
export function failure(error, retry) {
  const missing = error.status === 404;
  return h("article", { class: "narrow" },
    h("h1", {}, missing ? t("shell.missing.title") : t("shell.failure.title")),
    h("p", { class: "lead" }, missing ? t("shell.missing.lead") : explain(error)),
    h("p", { class: "actions" },
      !missing && h("button", { type: "button", class: "button", on: { click: retry } }, t("shell.again")),
      h("a", { class: missing ? "button" : "button button-quiet", href: "#" }, t("shell.home"))));
}

/** Grey shapes where the content will be. */
export function skeleton() {
  return h("div", { class: "skeleton", "aria-hidden": "true" },
    h("div", { class: "skeleton-title" }), h("div", { class: "skeleton-card" }), h("div", { class: "skeleton-card" }));
}

/** Nothing in a list yet, and what to do about it: text or nodes. */
export function empty(...content) {
  return h("div", { class: "empty" }, content);
}

/**
 * A list that grows: shows the first page at once and, while the API names a next one, a "Show more" button.
 * item(entry) makes the node of an entry; `list` is the element that they go into, a <ul> of cards if none is given.
 * The node answered has show(page, path), which puts another list in place of this one (a new search).
 */
export function growingList({ path, page, item, signal, list = h("ul", { class: "cards" }), none }) {
  const problem = h("p", { class: "field-error", hidden: true });
  const button = h("button", { type: "button", class: "button button-quiet", on: { click: more } }, t("shell.more"));
  const footer = h("div", { class: "more" }, problem, button);
  const blank = h("div", {}, none);
  let next;
  let from;

  function show(first, address) {
    from = address;
    next = first.next;
    list.replaceChildren(...first.items.map(item));
    blank.hidden = first.items.length > 0;
    footer.hidden = !next;
    problem.hidden = true;
  }

  async function more() {
    button.disabled = true;
    problem.hidden = true;
    try {
      const answer = await get(`${from}${from.includes("?") ? "&" : "?"}after=${encodeURIComponent(next)}`, signal);
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
    } finally {
      button.disabled = false;
    }
  }

  show(page, path);
  const node = h("div", {}, list.tagName === "TBODY" ? list.closest("table") ?? list : list, blank, footer);
  return Object.assign(node, { show });
}

// The button that was pressed moves away or goes: the reader goes on at the first entry that is new.
function focusOn(node) {
  node.tabIndex = -1;
  node.focus();
}
