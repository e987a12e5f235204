// The signed-in person and their token. It lives in memory and in sessionStorage, so it ends with the tab.

const KEY = "ostrakon.session";

/**
 * Fires "change" with a reason: "begun" and "renewed" (the same person again, over the page as it stands), "changed" (the
 * person's own data), "signed-out" and "expired".
 */
export const changes = new EventTarget();

let session = restore();
let email = session ? session.user.email : "";

/** The session as the API answered it ({token, expiresAt, user}), or null. */
export function current() {
  return session;
}

/** Whether somebody of a role, USER or ADMIN, is signed in. */
export function isRole(role) {
  return session !== null && session.user.role === role;
}

/** The e-mail address last signed in with in this tab, to fill the form again. */
export function lastEmail() {
  return email;
}

/** Begins a session as the API answered it; reason "renewed" leaves the page as it is. */
export function begin(answer, reason = "begun") {
  session = answer;
  email = answer.user.email;
  keep();
  tell(reason);
}

/** Takes the data of the signed-in person as the API answered them after a change. */
export function updateUser(user) {
  session = { ...session, user };
  email = user.email;
  keep();
  tell("changed");
}

/** Ends the session; reason is "signed-out" or "expired". */
export function end(reason) {
  session = null;
  store((storage) => storage.removeItem(KEY));
  if (reason === "signed-out") email = "";
  tell(reason);
}

function keep() {
  store((storage) => storage.setItem(KEY, JSON.stringify(session)));
}

function tell(reason) {
  changes.dispatchEvent(new CustomEvent("change", { detail: { reason } }));
}

function restore() {
  const saved = store((storage) => JSON.parse(storage.getItem(KEY)));
  return saved && Date.parse(saved.expiresAt) > Date.now() ? saved : null;
}

// A browser may refuse storage altogether; the session is then in memory alone.
function store(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
