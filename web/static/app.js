// Starts the page: the header, the routes, and what to do when the session or the connection changes.

import { get, post } from "./lib/api.js";
import { announce, h } from "./lib/dom.js";
import { notify, refresh, route, setRoute, start } from "./lib/router.js";
import { changes, current, end } from "./lib/session.js";
import { explain } from "./lib/states.js";
import { registerView, setupView, signInView } from "./views/account.js";
import { administratorView } from "./views/administrator.js";
import { reviewView } from "./views/ballot.js";
import { electionView, electionsView } from "./views/elections.js";

const ELECTION = /^elections\/([a-z2-7]{26})(\/review)?$/;
const SETUP = /^setup=(.+)$/;

const element = (id) => document.getElementById(id);

let info; // what the server says of itself

async function loadInfo() {
  info = await get("/api/info");
  element("organisation").textContent = info.organisation || "";
  element("version").textContent = info.version;
}

/** The view of a route. Who is not signed in is shown the way in, and then the route that they came for. */
function viewOf(path) {
  const setup = SETUP.exec(path);
  if (setup) return () => setupView(info, setup[1]);
  const session = current();
  if (!session) return () => (path === "register" ? registerView(info) : signInView(info));
  if (session.user.role === "ADMIN") return administratorView;
  const election = ELECTION.exec(path);
  if (!election) return electionsView;
  return (signal) => (election[2] ? reviewView : electionView)(signal, election[1]);
}

function showAccount() {
  const session = current();
  element("account").hidden = !session;
  element("account-name").textContent = session ? session.user.fullName : "";
}

async function onSessionChange({ detail: { reason } }) {
  showAccount();
  if (reason === "signed-out") {
    setRoute("");
    notify("success", "You are signed out.");
  }
  if (reason === "expired") notify("info", "Your session has ended. Sign in to go on where you were.");
  if (reason === "begun") {
    if (!ELECTION.test(route())) setRoute("");
    if (info.setupRequired) await loadInfo().catch(() => {}); // the old words do until the page is loaded again
  }
  refresh();
}

function signOut() {
  // The server is told, but nobody who leaves a shared computer waits for its answer.
  post("/api/auth/logout", {}).catch(() => {});
  end("signed-out");
}

function showConnection() {
  const wasOffline = !element("offline").hidden;
  element("offline").hidden = navigator.onLine;
  if (!navigator.onLine) announce(element("offline").textContent);
  else if (wasOffline) announce("You are online again.");
}

function listen() {
  changes.addEventListener("change", onSessionChange);
  element("sign-out").addEventListener("click", signOut);
  window.addEventListener("online", showConnection);
  window.addEventListener("offline", showConnection);
  element("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the fragment belongs to the router
    element("main").focus();
  });
}

async function open() {
  await loadInfo();
  showAccount();
  listen();
  await start(viewOf, () => info.organisation || "Ostrakon");
}

function unavailable(error) {
  const again = h("button", { type: "button", class: "button", on: { click: () => location.reload() } }, "Try again");
  element("main").replaceChildren(h("article", { class: "narrow" },
    h("h1", {}, "The elections are out of reach"), h("p", { class: "lead" }, explain(error)), h("p", {}, again)));
}

showConnection();
open().catch(unavailable);
