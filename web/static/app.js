// Starts the voters' page.

import { openPage } from "./lib/shell.js";
import { notSetUpView, signOut } from "./lib/signin.js";
import { route, setRoute } from "./lib/router.js";
import { current, isRole } from "./lib/session.js";
import { administratorView, welcomeView } from "./views/voter/account.js";
import { electionsView } from "./views/voter/elections.js";
import { forgetReceipts } from "./views/voter/kept.js";
import { becomeKiosk, furnishKiosk, isKiosk } from "./views/voter/kiosk.js";
import { ballots, kioskSlip, nominations, passwords, portal, profile, providers, registration, sealed }
  from "./views/voter/parts.js";
import { slipView } from "./views/voter/slip.js";

// An election, perhaps the paper of somebody else in it, perhaps a step, and perhaps the number of a question.
const ELECTION = /^elections\/([a-z2-7]{26})(?:\/for\/([a-z2-7]{26}))?(?:\/(review|change|receipt))?(?:\/([1-9]\d*))?$/;
// Nominations, perhaps a question of an election, and perhaps proposing somebody for it.
const NOMINATE = /^nominate(?:\/([a-z2-7]{26})\/([a-z2-7]{26})(\/propose)?)?$/;
const SETUP = /^setup=/;
const RESET = /^reset=([a-z2-7]{26})$/; // in the link to choose a new password
// The QR code of a slip, or a link sent by e-mail: with a member key, or with the code of a poll book.
const SLIP = /^(?:key=[A-Za-z0-9-]+|slip=[A-Za-z0-9-]+&a=[a-z2-7]{26}(?:&o=[a-z2-7]{26})?)(?:&n=[A-Z2-7]{32})?$/;

// With this query the provider of the organisation has sent its reader back. The code in it is for nobody else.
const returned = location.search.includes("state=") ? location.search : "";
if (returned) history.replaceState(null, "", "/#returned");

/**
 * The view of a route. People who are not signed in see the sign-in form first, and then the route
 * that they came for.
 * @type {(path: string, info: Api.Info) => View}
 */
function viewOf(path, info) {
  const reset = RESET.exec(path);
  if (reset) return async () => (await passwords()).resetView(reset[1]);
  if (path === "forgotten" && !current()) return async () => (await passwords()).forgottenView(info);
  if (returned && path === "returned") return async () => (await providers()).returnedView(returned, info);
  if (SLIP.test(path)) return (signal) => slipView(signal, `#${path}`);
  if (path.startsWith("portal/")) return async (signal) => (await portal()).portalView(signal, path.slice(7));
  if (path === "kiosk") {
    becomeKiosk();
    if (current()) return () => void signOut(); // the administrator who began it, or the voter before
  }
  if (!current() && info.setupRequired) return notSetUpView;
  const registers = path === "register" && info.identity.register;
  if (!current() && isKiosk()) return async (signal) => (await kioskSlip()).kioskView(signal);
  if (!current()) {
    return async () => (registers ? (await registration()).registerView(info) : welcomeView(info, NOMINATE.test(path)));
  }
  if (isRole("ADMIN")) return administratorView;
  if (path === "profile") return async (signal) => (await profile()).profileView(signal, info);
  const nominate = NOMINATE.exec(path);
  if (nominate) {
    return async (signal) => (await nominations()).nominateView(signal, nominate[1], nominate[2], Boolean(nominate[3]));
  }
  const election = ELECTION.exec(path);
  if (!election) {
    ballots().catch(() => {}); // likely to be next; without it now, an election loads it
    return electionsView;
  }
  const [, id, paperId = "", part, number] = election;
  return async (signal) => {
    if (part === "review") return (await sealed()).reviewView(signal, id, paperId, Number(number));
    if (part === "receipt") return (await sealed()).receiptAgainView(signal, id, paperId);
    const { cardView, electionView } = await ballots();
    return number ? cardView(signal, id, paperId, Number(number), part === "change")
      : electionView(signal, id, paperId);
  };
}

/** @type {(reason: SessionReason) => void} */
function onSession(reason) {
  if (reason === "signed-out") forgetReceipts();
  if (reason === "signed-out" && isKiosk()) return setRoute("kiosk");
  if (reason === "begun" && isRole("ADMIN")) {
    location.assign("/admin");
  } else if (reason === "signed-out" || !ELECTION.test(route()) && !NOMINATE.test(route()) &&
    route() !== "profile") {
    setRoute("");
  }
}

// The set-up link that a server prints at its first start may lead here. It belongs to the
// administrators' page.
if (SETUP.test(route())) {
  location.replace(`/admin#${route()}`);
} else {
  furnishKiosk();
  openPage({
    messages: ["voter"],
    viewOf,
    onSession,
  });
}
