// What a view shows besides its content: notices, failures, loading and the next part of a list.

import { get } from "./api.js";
import { announce, h } from "./dom.js";
import { count, duration } from "./format.js";

/** A box with a message; kind is "info", "success" or "problem". */
export function notice(kind, ...content) {
  return h("div", { class: `notice notice-${kind}` }, content);
}

/** Says in words what went wrong and what to do, from an error of the API client. */
export function explain(error) {
  switch (error.code) {
    case "unreachable":
      return "The server could not be reached. Check your connection and try again.";
    case "rate_limited":
      return `There were too many attempts. Try again in ${duration(error.retryAfter || 60)}.`;
    case "busy":
    case "not_ready":
      return "The server is busy just now. Try again in a moment.";
    case "invalid_credentials":
      return "The e-mail address or the password is not right.";
    case "account_suspended":
      return "This account is suspended. Please ask the people who run your elections.";
    case undefined:
    case "internal":
    case "unexpected": {
      const reference = error.requestId ? ` If it happens again, quote the reference ${error.requestId}.` : "";
      return `Something went wrong that is not your doing. Try again in a moment.${reference}`;
    }
    default:
      return error.message;
  }
}

/** The way back to the list, at the top of what is one of it. */
export function backLink() {
  return h("p", { class: "back" }, h("a", { href: "#" }, "All elections"));
}

/** The view for content that could not be loaded; retry loads it again. */
export function failure(error, retry) {
  const missing = error.status === 404;
  const words = missing ? "What you are looking for does not exist, or is not open yet." : explain(error);
  return h("article", { class: "narrow" },
    h("h1", {}, missing ? "This is not here" : "This could not be loaded"),
    h("p", { class: "lead" }, words),
    h("p", { class: "actions" },
      !missing && h("button", { type: "button", class: "button", on: { click: retry } }, "Try again"),
      h("a", { class: missing ? "button" : "button button-quiet", href: "#" }, "All elections")));
}

/** Grey shapes where the content will be. */
export function skeleton() {
  return h("div", { class: "skeleton", "aria-hidden": "true" },
    h("div", { class: "skeleton-title" }), h("div", { class: "skeleton-card" }), h("div", { class: "skeleton-card" }));
}

/**
 * A list that grows: shows the first page at once and, while the API names a next one, a "Show more" button.
 * item(entry) makes the <li> of an entry; noun is what the entries are called ("election").
 */
export function growingList({ path, page, item, noun, signal }) {
  const items = h("ul", { class: "cards" }, page.items.map(item));
  const problem = h("p", { class: "field-error", hidden: true });
  const button = h("button", { type: "button", class: "button button-quiet", on: { click: more } }, "Show more");
  const footer = h("div", { class: "more", hidden: !page.next }, problem, button);
  let next = page.next;

  async function more() {
    button.disabled = true;
    problem.hidden = true;
    try {
      const answer = await get(`${path}?after=${encodeURIComponent(next)}`, signal);
      const fresh = answer.items.map(item);
      next = answer.next;
      items.append(...fresh);
      footer.hidden = !next;
      if (fresh.length > 0) focusOn(fresh[0]);
      announce(`${count(fresh.length, `more ${noun}`)} shown.`);
    } catch (error) {
      if (signal.aborted) return;
      problem.textContent = explain(error);
      problem.hidden = false;
      announce(problem.textContent);
    } finally {
      button.disabled = false;
    }
  }
  return h("div", {}, items, footer);
}

// The button that was pressed moves away or goes: the reader goes on at the first entry that is new.
function focusOn(node) {
  node.tabIndex = -1;
  node.focus();
}
