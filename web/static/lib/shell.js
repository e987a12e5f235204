// What every page has around its content: masthead, footing, language, account, connection. And how a page starts.

import { get, post } from "./api.js";
import { announce, h, hiddenText } from "./dom.js";
import { language, languages, loadMessages, switchLanguage, t } from "./i18n.js";
import { initials } from "./portrait.js";
import { go, notify, refresh, start } from "./router.js";
import { changes, current, end, isRole } from "./session.js";
import { askWhenExpired } from "./signin.js";
import { explain } from "./states.js";

const element = (id) => document.getElementById(id);

let info; // what the server says of itself

/**
 * Starts a page. `messages` is the name of its part of the catalogue; viewOf(route, info) gives the
 * view of a route (router.js), with info as /api/info answers; onSession(reason), if there is one, is told of a change of the
 * session before the view is shown again.
 */
export async function openPage({ messages, viewOf, onSession = () => {} }) {
  const loading = loadInfo();
  loading.catch(() => {}); // it is waited for below, once there are words for what went wrong
  await loadMessages("shell", messages);
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

/** Asks the server again what it says of itself, after something that changes it. */
export async function reloadInfo() {
  await loadInfo();
  showInfo();
}

async function loadInfo() {
  info = await get("/api/info");
}

function showInfo() {
  element("organisation").textContent = info.organisation || "";
  element("version").textContent = info.version;
}

// keys: shell.nav.* shell.footing.* shell.skip shell.offline shell.profile shell.signOut shell.language
function fillFrame() {
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
  for (const link of document.querySelectorAll(".brand, .pages a")) {
    if (new URL(link.href).pathname !== location.pathname) continue;
    if (!link.matches(".brand")) link.setAttribute("aria-current", "page");
    // To the start of this page there is a way without loading it again.
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go("");
    });
  }
  element("languages").replaceChildren(...languages().map(languageButton));
}

function languageButton([code, name]) {
  const pressed = code === language();
  const click = () => { if (!pressed) switchLanguage(code); };
  return h("button", { type: "button", class: "language", lang: code, "aria-pressed": String(pressed), on: { click } },
    h("span", { "aria-hidden": "true" }, code.toUpperCase()), hiddenText(name));
}

function showAccount() {
  const session = current();
  element("account").hidden = !session;
  element("account").open = false;
  element("nav-admin").hidden = !isRole("ADMIN");
  if (!session) return;
  const { fullName, photo } = session.user;
  element("account-name").textContent = fullName;
  element("account-profile").hidden = !isRole("USER");
  element("account-face").replaceChildren(
    photo ? h("img", { src: photo.url, alt: "", width: 44, height: 44 }) : h("span", { "aria-hidden": "true" }, initials(fullName)),
    hiddenText(t("shell.account", { name: fullName })));
}

function listen(onSession) {
  changes.addEventListener("change", ({ detail: { reason } }) => {
    showAccount();
    if (reason === "renewed" || reason === "changed") return;
    if (reason === "expired") notify("info", t("shell.expired.notice"));
    if (reason === "signed-out") notify("info", t("shell.signedOut"));
    onSession(reason);
    refresh();
  });
  element("sign-out").addEventListener("click", signOut);
  closeByItself(element("account"));
  window.addEventListener("online", showConnection);
  window.addEventListener("offline", showConnection);
  element("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the fragment belongs to the router
    element("main").focus();
  });
  if (!navigator.onLine) showConnection();
}

// A menu closes when something else is wanted, and by Esc.
function closeByItself(menu) {
  const leave = ({ target }) => { if (!menu.contains(target)) menu.open = false; };
  document.addEventListener("click", leave);
  document.addEventListener("focusin", leave);
  menu.addEventListener("click", ({ target }) => { if (target.closest("a")) menu.open = false; });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

function signOut() {
  // The server is told, but nobody who leaves a shared computer waits for its answer.
  post("/api/auth/logout", {}).catch(() => {});
  end("signed-out");
}

function showConnection() {
  element("offline").hidden = navigator.onLine;
  announce(navigator.onLine ? t("shell.online") : element("offline").textContent);
}

function unavailable(error) {
  const again = h("button", { type: "button", class: "button", on: { click: () => location.reload() } }, t("shell.again"));
  element("main").replaceChildren(h("article", { class: "narrow" },
    h("h1", {}, t("shell.unavailable")), h("p", { class: "lead" }, explain(error)), h("p", {}, again)));
}
