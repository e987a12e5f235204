// What every page has around its content: masthead, footing, language, account, connection. Also
// how a page starts.

/** @import { Language } from "./i18n.js" */

import { get } from "./api.js";
import { announce, element, h, hiddenText, refill } from "./dom.js";
import { fallBack, isUndecided, language, loadMessages, pageLanguages, spoken, switchLanguage, t } from "./i18n.js";
import { initials } from "./portrait.js";
import { go, notify, refresh, start } from "./router.js";
import { current, isRole, onChange } from "./session.js";
import { askWhenExpired, signOut } from "./signin.js";
import { explain } from "./states.js";
import { setZone } from "./zone.js";

const LONG_NAME = 28; // characters; a longer one is set smaller on a phone

/** @type {Api.Info} */
let info; // what the server says about itself

/**
 * Starts a page. `messages` are its parts of the catalogue. viewOf(route, info) returns the view of a
 * route. onSession(reason) is called after a change of the session, before the view is shown again.
 * @type {(options: { messages: Part[], viewOf: (route: string, info: Api.Info) => View,
 *   onSession?: (reason: SessionReason) => void }) => Promise<void>}
 */
export async function openPage({ messages, viewOf, onSession = () => {} }) {
  const loading = loadInfo();
  loading.catch(() => {}); // handled below, once there are words for what went wrong
  if (isUndecided()) await loading.then(() => fallBack(info.language), () => {});
  await loadMessages("shell", "refusals", ...messages);
  fillFrame();
  showAccount();
  listen(onSession);
  askWhenExpired();
  try {
    await loading;
  } catch (error) {
    return unavailable(error);
  }
  showInfo();
  return start((route) => viewOf(route, info), () => info.organisation || "Ostrakon");
}

/** Asks the server again for its info, after something that changes it. */
export async function reloadInfo() {
  await loadInfo();
  showInfo();
}

async function loadInfo() {
  info = await get("/api/info");
  setZone(info.timeZone);
}

function showInfo() {
  const name = element("organisation");
  name.textContent = info.organisation || "Ostrakon";
  name.classList.toggle("brand-long", name.textContent.length > LONG_NAME);
  element("product").hidden = !info.organisation;
  const logo = /** @type {HTMLImageElement} */ (element("logo"));
  const address = info.logo ?? "/favicon.svg";
  if (logo.getAttribute("src") !== address) logo.src = address; // set again, it is fetched again
  logo.classList.toggle("brand-logo", Boolean(info.logo));
  element("nav-convert").hidden = !info.pages.convert;
  element("nav-docs").hidden = !info.pages.docs;
  element("version").textContent = info.version;
  element("rehearsal").hidden = !info.rehearsal;
}

/** @type {(selector: string) => NodeListOf<HTMLElement>} */
const all = (selector) => document.querySelectorAll(selector);

// keys: shell.nav.* shell.footing.* shell.skip shell.offline shell.rehearsal shell.profile shell.signOut shell.language
function fillFrame() {
  for (const node of all("[data-text]")) node.textContent = t(/** @type {MessageKey} */ (node.dataset.text));
  for (const node of all("[data-label]")) node.setAttribute("aria-label", t(/** @type {MessageKey} */
     (node.dataset.label)));
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (all(".brand, .pages a"))) {
    if (new URL(link.href).pathname !== location.pathname) continue;
    if (!link.matches(".brand")) link.setAttribute("aria-current", "page");
    // The start of this page can be reached without loading the page again.
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go("");
    });
  }
  const own = pageLanguages().find(([code]) => code === language());
  refill(element("language"), h("span", { class: "language-code" }, language().toUpperCase()),
    h("span", { class: "language-name" }, own?.[1]), hiddenText(` – ${t("shell.language")}`));
  refill(element("language-list"), pageLanguages().map(languageButton));
}

/** @type {(language: [code: Language, name: string]) => HTMLElement} */
function languageButton([code, name]) {
  const pressed = code === language();
  const click = () => {
    if (pressed) menu("languages").open = false;
    else switchLanguage(code);
  };
  return h("button", { type: "button", ...spoken(code), "aria-pressed": String(pressed), on: { click } }, name);
}

/** @type {(id: "account" | "languages") => HTMLDetailsElement} */
const menu = (id) => /** @type {HTMLDetailsElement} */ (element(id));

function showAccount() {
  const session = current();
  const account = menu("account");
  account.hidden = !session;
  account.open = false;
  element("nav-admin").hidden = !isRole("ADMIN");
  if (!session) return;
  const { fullName, photo } = session.user;
  element("account-name").textContent = fullName;
  element("account-profile").hidden = !isRole("USER");
  refill(element("account-face"),
    photo ? h("img", { src: photo.url, alt: "", width: 44, height: 44 })
      : h("span", { "aria-hidden": "true" }, initials(fullName)),
    hiddenText(t("shell.account", { name: fullName })));
}

/** @type {(onSession: (reason: SessionReason) => void) => void} */
function listen(onSession) {
  onChange((reason) => {
    showAccount();
    if (reason === "renewed" || reason === "changed") return;
    if (reason === "expired") notify("info", t("shell.expired.notice"));
    if (reason === "signed-out") notify("info", t("shell.signedOut"));
    onSession(reason);
    refresh();
  });
  element("sign-out").addEventListener("click", signOut);
  closeByItself(menu("account"));
  closeByItself(menu("languages"));
  window.addEventListener("online", showConnection);
  window.addEventListener("offline", showConnection);
  element("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the fragment belongs to the router
    element("main").focus();
  });
  if (!navigator.onLine) showConnection();
}

// A menu closes when people click or focus something else, and by Esc.
/** @type {(node: HTMLDetailsElement) => void} */
function closeByItself(node) {
  /** @type {(event: Event) => void} */
  const leave = ({ target }) => { if (!(target instanceof Node && node.contains(target))) node.open = false; };
  document.addEventListener("click", leave);
  document.addEventListener("focusin", leave);
  node.addEventListener("click",
    ({ target }) => { if (target instanceof Element && target.closest("a")) node.open = false; });
  node.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !node.open) return;
    node.open = false;
    node.querySelector("summary")?.focus();
  });
}

function showConnection() {
  element("offline").hidden = navigator.onLine;
  announce(navigator.onLine ? t("shell.online") : element("offline").textContent);
}

/** @type {(error: unknown) => void} */
function unavailable(error) {
  const again = h("button", { type: "button", class: "button", on: { click: () => location.reload() } },
    t("shell.again"));
  element("main").replaceChildren(h("article", { class: "narrow" },
    h("h1", {}, t("shell.unavailable")), h("p", { class: "lead" }, explain(error)), h("p", {}, again)));
}
