// Decides which view is shown. The fragment of the address is the route: the server knows only one
// page, Back and Forward work, and the route stays in the browser. It never holds a choice or a
// session token.
//
// types/page.d.ts says what a view is.

/** @import { NoticeKind } from "./states.js" */

import { codeOf } from "./api.js";
import { announce, element, h, refill } from "./dom.js";
import { t } from "./i18n.js";
import { failure, notice, skeleton } from "./states.js";

const CALM = "(prefers-reduced-motion: reduce)";
const SKELETON_AFTER = 200; // milliseconds; a faster answer replaces the old view without a flicker

/** @type {(route: string) => View} */
let resolve;
/** @type {() => string} */
let siteName;
let leaving = new AbortController();
/** @type {{ kind: NoticeKind, text: string } | null} */
let pendingNotice = null;
let shownOnce = false;

/**
 * The view that asks before it is left.
 * @type {{ at: string, ask: () => Promise<boolean>, asking: boolean, release: () => void } | null}
 */
let held = null;

/**
 * Starts routing. resolver(route) returns the view of a route, name() what the title of the page
 * ends with.
 * @type {(resolver: (route: string) => View, name: () => string) => Promise<void>}
 */
export function start(resolver, name) {
  resolve = resolver;
  siteName = name;
  window.addEventListener("hashchange", refresh);
  return refresh();
}

export function route() {
  return location.hash.slice(1);
}

/** Shows the view of the current route again. */
export function refresh() {
  return present(resolve(route()));
}

/** @type {(to: string) => void} */
export function go(to) {
  if (to === route()) refresh();
  else location.hash = to;
}

/** Goes to a route in place of the current one, so that Back does not return to that.
 *  @type {(to: string) => Promise<void>} */
export function replace(to) {
  setRoute(to);
  return refresh();
}

/** Changes the address without showing another view.
 *  @type {(to: string) => void} */
export function setRoute(to) {
  history.replaceState(null, "", to ? `#${to}` : location.pathname);
}

/**
 * From now on, the view that is shown is left only when ask() says yes, by a link, by Back or by
 * signing out; where the browser leaves the page, it asks by itself. Ends with release().
 * @type {(ask: () => Promise<boolean>) => { release: () => void }}
 */
export function guardLeaving(ask) {
  held?.release();
  /** @type {(event: Event) => void} */
  const unload = (event) => event.preventDefault();
  const release = () => {
    window.removeEventListener("beforeunload", unload);
    if (held === mine) held = null;
  };
  const mine = { at: route(), ask, asking: false, release };
  window.addEventListener("beforeunload", unload);
  held = mine;
  return mine;
}

// Whether the view that is shown may be left. While its reader is asked, it keeps its address.
/** @type {() => Promise<boolean>} */
async function mayLeave() {
  if (!held) return true;
  const mine = held;
  const to = route();
  setRoute(mine.at);
  if (mine.asking) return false;
  mine.asking = true;
  const leave = await mine.ask();
  mine.asking = false;
  if (!leave) return false;
  mine.release();
  setRoute(to);
  return true;
}

/** A notice above the next view.
 *  @type {(kind: NoticeKind, text: string) => void} */
export function notify(kind, text) {
  pendingNotice = { kind, text };
}

/** Leaves the view that is shown and shows the given one.
 *  @type {(view: View) => Promise<void>} */
export async function present(view) {
  if (!await mayLeave()) return;
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const main = element("main");
  main.setAttribute("aria-busy", "true");
  const timer = setTimeout(() => {
    if (signal.aborted) return;
    main.replaceChildren(skeleton());
    announce(t("shell.loading"));
  }, SKELETON_AFTER);
  try {
    const node = await view(signal);
    if (node && !signal.aborted) show(node);
  } catch (error) {
    if (signal.aborted) return;
    show(failure(error, refresh));
    if (codeOf(error) === "unreachable") window.addEventListener("online", refresh, { once: true, signal });
  } finally {
    clearTimeout(timer);
    if (!signal.aborted) main.removeAttribute("aria-busy");
  }
}

/** Shows a view. Where it is a card and the one before was, too, the card turns, if the browser and its reader like it.
 *  @type {(node: HTMLElement) => void} */
function show(node) {
  const { signal } = leaving;
  const from = element("main").querySelector("[data-card]");
  const to = node.dataset.card;
  if (!(from instanceof HTMLElement) || !to || !document.startViewTransition || matchMedia(CALM).matches) {
    put(node);
    return;
  }
  from.dataset.leaves = "";
  document.documentElement.dataset.turn = Number(to) < Number(from.dataset.card) ? "back" : "on";
  document.startViewTransition(() => { if (!signal.aborted) put(node); }).ready.catch(() => {}); // it was left out
}

/** @type {(node: HTMLElement) => void} */
function put(node) {
  const heading = /** @type {HTMLElement} */ (node.querySelector("h1"));
  const told = pendingNotice;
  pendingNotice = null;
  refill(element("main"), told && notice(told.kind, h("p", {}, told.text)), node);
  const subject = heading.textContent;
  document.title = subject.includes(siteName()) ? subject : `${subject} – ${siteName()}`;
  // The heading gets the focus, so that a screen reader continues there, unless the view names another place. A page
  // that just opened starts at its top.
  heading.tabIndex = -1;
  if (shownOnce) {
    const place = /** @type {HTMLElement | null} */ (node.querySelector("[autofocus]"));
    (place ?? heading).focus({ preventScroll: true });
    window.scrollTo(0, 0);
    place?.scrollIntoView({ block: "center" });
  }
  shownOnce = true;
  if (told) announce(told.text);
}
