// The signed-in person and their token. It lives in memory and in sessionStorage, so it ends with the tab.

const KEY = "ostrakon.session";

/** Fires "change" after every sign-in and every end of a session. */
export const changes = new EventTarget();

let session = restore();
let email = session ? session.user.email : "";

/** The session as the API answered it ({token, expiresAt, user}), or null. */
export function current() {
  return session;
}

/** The e-mail address last signed in with in this tab, to fill the form again. */
export function lastEmail() {
  return email;
}

export function begin(answer) {
  session = answer;
  email = answer.user.email;
  store((storage) => storage.setItem(KEY, JSON.stringify(answer)));
  changes.dispatchEvent(new CustomEvent("change", { detail: { reason: "begun" } }));
}

/** Ends the session; reason is "signed-out" or "expired". */
export function end(reason) {
  session = null;
  store((storage) => storage.removeItem(KEY));
  if (reason === "signed-out") email = "";
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
