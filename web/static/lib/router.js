// Which view is shown. The fragment of the address is the route, so the server needs to know one page only, Back and
// Forward work, and what stands in it (never a choice, never a token of a session) stays in the browser.
//
// A view is a function (signal, ...parts of the route) that returns the node to show, or a promise of it. The signal
// aborts when the view is left: it ends the view's requests. A view that redirects returns nothing.

import { announce, h } from "./dom.js";
import { t } from "./i18n.js";
import { failure, notice, skeleton } from "./states.js";

const SKELETON_AFTER = 200; // milliseconds; a faster answer replaces the old view without a flicker

let resolve;
let siteName;
let leaving = new AbortController();
let pendingNotice = null;
let shownOnce = false;

/** Starts routing: resolver(route) gives the view of a route, name() what the title of the page ends with. */
export function start(resolver, name) {
  resolve = resolver;
  siteName = name;
  window.addEventListener("hashchange", refresh);
  return refresh();
}

export function route() {
  return location.hash.slice(1);
}

/** Shows the view of the present route again. */
export function refresh() {
  return present(resolve(route()));
}

export function go(to) {
  if (to === route()) refresh();
  else location.hash = to;
}

/** Goes to a route in place of the present one, which Back will not return to. */
export function replace(to) {
  setRoute(to);
  return refresh();
}

/** Changes the address without showing another view. */
export function setRoute(to) {
  history.replaceState(null, "", to ? `#${to}` : location.pathname);
}

/** A notice above the next view. */
export function notify(kind, text) {
  pendingNotice = { kind, text };
}

/** Leaves the view that is shown and shows the given one. */
export async function present(view) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const main = document.getElementById("main");
  main.setAttribute("aria-busy", "true");
  const timer = setTimeout(() => {
    if (signal.aborted) return;
    main.replaceChildren(skeleton());
    announce(t("shell.loading"));
  }, SKELETON_AFTER);
  try {
    const node = await view(signal);
    if (!signal.aborted) show(node);
  } catch (error) {
    if (!signal.aborted) show(failure(error, refresh));
  } finally {
    clearTimeout(timer);
    if (!signal.aborted) main.removeAttribute("aria-busy");
  }
}

function show(node) {
  const heading = node.querySelector("h1");
  const main = document.getElementById("main");
  const { kind, text } = pendingNotice || {};
  pendingNotice = null;
  main.replaceChildren(...(text ? [notice(kind, h("p", {}, text))] : []), node);
  const subject = heading.textContent;
  document.title = subject.includes(siteName()) ? subject : `${subject} – ${siteName()}`;
  // The heading takes the focus, so that a screen reader goes on there; a page that just opened starts at its top.
  heading.tabIndex = -1;
  if (shownOnce) {
    heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
  shownOnce = true;
  if (text) announce(text);
}
