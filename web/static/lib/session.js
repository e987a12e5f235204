// The signed-in person and their token: in memory and in the tab's storage, so that both end with the tab.

import { tab } from "./storage.js";

const KEY = "ostrakon.session";

/** Fires "change" with a SessionReason. */
const changes = new EventTarget();

/** Calls listener(reason) at every change.
 *  @type {(listener: (reason: SessionReason) => void) => void} */
export function onChange(listener) {
  changes.addEventListener("change", (event) => listener(/** @type {CustomEvent<SessionReason>} */ (event).detail));
}

/** @type {KeptSession | null} */
let session = restore();
let email = session?.user.email ?? "";

/** The session, or null.
 *  @type {() => KeptSession | null} */
export function current() {
  return session;
}

/** Whether somebody with a role is signed in.
 *  @type {(role: Api.Role) => boolean} */
export function isRole(role) {
  return session !== null && session.user.role === role;
}

/** The e-mail address of the last sign-in in this tab, to fill the form again. */
export function lastEmail() {
  return email;
}

/** Begins a session. The reason "renewed" leaves the page as it is. What a slip gave stays for the person.
 *  @type {(answer: KeptSession, reason?: SessionReason) => void} */
export function begin(answer, reason = "begun") {
  const { keyNumber, code } = session?.user.id === answer.user.id ? session : {};
  session = { ...(keyNumber && { keyNumber }), ...(code && { code }), ...answer };
  email = answer.user.email ?? "";
  keep();
  tell(reason);
}

/** Takes the new data of the signed-in person.
 *  @type {(user: Api.User) => void} */
export function updateUser(user) {
  if (session) session = { ...session, user };
  email = user.email ?? "";
  keep();
  tell("changed");
}

/** Forgets what the code of a slip gave: it signs no more papers. */
export function forgetCode() {
  if (!session?.code) return;
  const { code: _, ...rest } = session;
  session = rest;
  keep();
}

/** Ends the session.
 *  @type {(reason: SessionReason) => void} */
export function end(reason) {
  session = null;
  tab.drop(KEY);
  if (reason === "signed-out") email = "";
  tell(reason);
}

function keep() {
  tab.write(KEY, session); // where the browser refuses, the session is only in memory
}

/** @type {(reason: SessionReason) => void} */
function tell(reason) {
  changes.dispatchEvent(new CustomEvent("change", { detail: reason }));
}

/** @type {() => KeptSession | null} */
function restore() {
  const saved = tab.read(KEY);
  return saved && Date.parse(saved.expiresAt) > Date.now() ? saved : null;
}
